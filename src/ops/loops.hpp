// The sets of dtypes that an op computes in: the column of elementwise.def.
#pragma once

#include "ops/dtype.hpp"

namespace weft::ops {

enum class Loops : std::uint8_t {
  all,
  number,
  real,
  real_number,
  integral,
  bits,
  real_float,
  floating,
  complex,
  ordered
};
constexpr bool in_set(Loops set, Kind kind) noexcept {
  const bool integral = kind == Kind::integer_signed || kind == Kind::integer_unsigned;
  switch (set) {
  case Loops::all:
  case Loops::ordered:
    return true;
  case Loops::number:
    return kind != Kind::boolean;
  case Loops::real:
    return kind != Kind::complex;
  case Loops::real_number:
    return integral || kind == Kind::floating;
  case Loops::integral:
    return integral;
  case Loops::bits:
    return integral || kind == Kind::boolean;
  case Loops::real_float:
    return kind == Kind::floating;
  case Loops::floating:
    return kind == Kind::floating || kind == Kind::complex;
  case Loops::complex:
    return kind == Kind::complex;
  }
  return false;
}

} // namespace weft::ops
