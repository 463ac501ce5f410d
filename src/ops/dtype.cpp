// Sizes, names and NumPy's casting rules of the element types.
#include "ops/dtype.hpp"

#include <algorithm>
#include <array>

namespace weft::ops {

namespace {

struct Row {
  std::uint32_t size;
  Kind kind;
  std::string_view name, short_name;
  char code;
  codegen::Type storage;
};

using codegen::Type;

constexpr std::array<Row, dtype_count> rows{{
    {1, Kind::boolean, "bool", "b1", '?', Type::boolean},
    {1, Kind::integer_signed, "int8", "i8", 'b', Type::i8},
    {1, Kind::integer_unsigned, "uint8", "u8", 'B', Type::u8},
    {2, Kind::integer_signed, "int16", "i16", 'h', Type::i16},
    {2, Kind::integer_unsigned, "uint16", "u16", 'H', Type::u16},
    {4, Kind::integer_signed, "int32", "i32", 'i', Type::i32},
    {4, Kind::integer_unsigned, "uint32", "u32", 'I', Type::u32},
    {8, Kind::integer_signed, "int64", "i64", 'l', Type::i64},
    {8, Kind::integer_unsigned, "uint64", "u64", 'L', Type::u64},
    {2, Kind::floating, "float16", "f16", 'e', Type::f16},
    {4, Kind::floating, "float32", "f32", 'f', Type::f32},
    {8, Kind::floating, "float64", "f64", 'd', Type::f64},
    {8, Kind::complex, "complex64", "c64", 'F', Type::c64},
    {16, Kind::complex, "complex128", "c128", 'D', Type::c128},
    {2, Kind::floating, "bfloat16", "bf16", 'E', Type::bf16},
}};

const Row &row(Dtype dtype) noexcept {
  return rows[static_cast<std::size_t>(dtype)];
}

bool is_half(Dtype dtype) noexcept {
  return dtype == Dtype::f16 || dtype == Dtype::bf16;
}

bool is_integer(Kind kind) noexcept {
  return kind == Kind::integer_signed || kind == Kind::integer_unsigned;
}

bool integer_fits(Dtype from, Dtype to) noexcept {
  if (kind_of(from) == kind_of(to))
    return item_size(from) <= item_size(to);
  return kind_of(from) == Kind::integer_unsigned && item_size(from) < item_size(to);
}

/// NumPy counts 64-bit integers as fitting float64.
bool integer_fits_float(Dtype from, Dtype to) noexcept {
  return to == Dtype::f64 || item_size(from) < item_size(to);
}

/// Within one kind any cast is of the same kind; unsigned integers count as below signed ones.
int kind_rank(Dtype dtype) noexcept {
  switch (kind_of(dtype)) {
  case Kind::boolean:
    return 0;
  case Kind::integer_unsigned:
    return 1;
  case Kind::integer_signed:
    return 2;
  case Kind::floating:
    return 3;
  case Kind::complex:
    return 4;
  }
  return 4;
}

} // namespace

std::uint32_t item_size(Dtype dtype) noexcept {
  return row(dtype).size;
}
Kind kind_of(Dtype dtype) noexcept {
  return row(dtype).kind;
}
bool is_inexact(Dtype dtype) noexcept {
  return kind_of(dtype) == Kind::floating || kind_of(dtype) == Kind::complex;
}
std::string_view name_of(Dtype dtype) noexcept {
  return row(dtype).name;
}
std::string_view short_name(Dtype dtype) noexcept {
  return row(dtype).short_name;
}
char char_code(Dtype dtype) noexcept {
  return row(dtype).code;
}
codegen::Type storage_type(Dtype dtype) noexcept {
  return row(dtype).storage;
}

std::optional<Dtype> dtype_of_code(char code) noexcept {
  for (int each = 0; each < dtype_count; ++each)
    if (char_code(static_cast<Dtype>(each)) == code)
      return static_cast<Dtype>(each);
  return std::nullopt;
}

std::optional<Dtype> dtype_named(std::string_view name) noexcept {
  const auto found =
      std::ranges::find_if(rows, [&](const Row &each) { return each.name == name || each.short_name == name; });
  if (found == rows.end())
    return std::nullopt;
  return static_cast<Dtype>(found - rows.begin());
}

Dtype real_part(Dtype dtype) noexcept {
  if (dtype == Dtype::c64)
    return Dtype::f32;
  return dtype == Dtype::c128 ? Dtype::f64 : dtype;
}

bool can_cast_safely(Dtype from, Dtype to) noexcept {
  const Kind source = kind_of(from), target = kind_of(to);
  if (from == to || source == Kind::boolean)
    return true;
  if (is_integer(source) && is_integer(target))
    return integer_fits(from, to);
  if (target != Kind::floating && target != Kind::complex)
    return false;
  const Dtype part = real_part(to);
  if (is_integer(source))
    return integer_fits_float(from, part);
  if (is_half(from) && is_half(part)) // neither holds the other's numbers
    return false;
  return (source == Kind::floating || target == Kind::complex) && item_size(real_part(from)) <= item_size(part);
}

bool can_cast_same_kind(Dtype from, Dtype to) noexcept {
  return kind_rank(from) <= kind_rank(to);
}

Dtype promote(Dtype a, Dtype b) noexcept {
  for (const Dtype each : promotion_order)
    if (can_cast_safely(a, each) && can_cast_safely(b, each))
      return each;
  return Dtype::c128;
}

} // namespace weft::ops
