// Rows of reductions.def as data: dtypes, start values.
#include "ops/ops.hpp"

#include <algorithm>

#include <complex>
#include <cstring>
#include <limits>

namespace weft::ops {

namespace {

enum class Start : std::uint8_t { zero, one, lowest, highest, minus_infinity, no, yes };
enum class Dtypes : std::uint8_t { widen, keep, index, truth, count, average, real_average };
enum class Empty : std::uint8_t { allowed, refused };

struct Rule {
  Start start;
  Dtypes dtypes;
};

constexpr ReductionInfo infos[] = {
#define WEFT_REDUCTION(name, combine, start, finish, dtypes, empty, doc)                                               \
  {#name, Op::combine, Dtypes::dtypes == Dtypes::index, Finish::finish, Empty::empty == Empty::allowed, doc},
#include "ops/reductions.def"
#undef WEFT_REDUCTION
};

constexpr Rule rules[] = {
#define WEFT_REDUCTION(name, combine, start, finish, dtypes, ...) {Start::start, Dtypes::dtypes},
#include "ops/reductions.def"
#undef WEFT_REDUCTION
};

const Rule &rule_of(Reduction reduction) noexcept {
  return rules[static_cast<std::size_t>(reduction)];
}

Dtype widened(Dtype dtype) noexcept {
  if (is_inexact(dtype))
    return dtype;
  return kind_of(dtype) == Kind::integer_unsigned ? Dtype::u64 : Dtype::i64;
}

Dtype averaged(Dtype dtype) noexcept {
  return is_inexact(dtype) ? dtype : Dtype::f64;
}

/// Numbers of 16 bits would lose every digit of a long sum.
ReductionLoop accumulated(Dtype result) noexcept {
  const Dtype accumulate = item_size(result) == 2 && is_inexact(result) ? Dtype::f32 : result;
  return {accumulate, accumulate, result};
}

template <class T> std::array<std::byte, 16> stored(T value) noexcept {
  std::array<std::byte, 16> bytes{};
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T> T integer_start(Start start) noexcept {
  switch (start) {
  case Start::one:
  case Start::yes:
    return 1;
  case Start::lowest:
  case Start::minus_infinity:
    return std::numeric_limits<T>::min();
  case Start::highest:
    return std::numeric_limits<T>::max();
  case Start::zero:
  case Start::no:
    break;
  }
  return 0;
}

double real_start(Start start) noexcept {
  switch (start) {
  case Start::one:
  case Start::yes:
    return 1;
  case Start::lowest:
  case Start::minus_infinity:
    return -std::numeric_limits<double>::infinity();
  case Start::highest:
    return std::numeric_limits<double>::infinity();
  case Start::zero:
  case Start::no:
    break;
  }
  return 0;
}

/// Infinities in both parts where the order is lexicographic; else the real number.
template <class T> std::complex<T> complex_start(Start start) noexcept {
  const T value = static_cast<T>(real_start(start));
  return {value, start == Start::lowest || start == Start::highest ? value : T(0)};
}

/// Of a format of 16 bits, by the bits of its infinity and of 1.
std::uint16_t half_start(Start start, std::uint16_t infinity, std::uint16_t one) noexcept {
  const double value = real_start(start);
  const std::uint16_t sign = 0x8000;
  if (value == 0)
    return 0;
  return value == 1 ? one : value > 0 ? infinity : static_cast<std::uint16_t>(infinity | sign);
}

} // namespace

const ReductionInfo &info(Reduction reduction) noexcept {
  return infos[static_cast<std::size_t>(reduction)];
}

std::optional<Reduction> reduction_named(std::string_view name) noexcept {
  const auto found = std::ranges::find(infos, name, &ReductionInfo::name);
  if (found == std::end(infos))
    return std::nullopt;
  return static_cast<Reduction>(found - std::begin(infos));
}

std::optional<ReductionLoop> resolve(Reduction reduction, Dtype input, std::optional<Dtype> dtype) noexcept {
  switch (rule_of(reduction).dtypes) {
  case Dtypes::widen:
    return accumulated(dtype.value_or(widened(input)));
  case Dtypes::keep:
    return ReductionLoop{input, input, input};
  case Dtypes::index:
    return ReductionLoop{input, input, Dtype::i64};
  case Dtypes::truth:
    return ReductionLoop{Dtype::b1, Dtype::b1, Dtype::b1};
  case Dtypes::count:
    return ReductionLoop{Dtype::b1, Dtype::i64, Dtype::i64};
  case Dtypes::average:
    if (dtype && !is_inexact(*dtype))
      return std::nullopt;
    return accumulated(dtype.value_or(averaged(input)));
  case Dtypes::real_average:
    if (kind_of(input) == Kind::complex || (dtype && kind_of(*dtype) != Kind::floating))
      return std::nullopt;
    return accumulated(dtype.value_or(averaged(input)));
  }
  return std::nullopt;
}

std::array<std::byte, 16> start_value(Reduction reduction, Dtype accumulate) noexcept {
  const Start start = rule_of(reduction).start;
  switch (accumulate) {
  case Dtype::b1:
    return stored(static_cast<std::uint8_t>(start == Start::one || start == Start::yes || start == Start::highest));
  case Dtype::i8:
    return stored(integer_start<std::int8_t>(start));
  case Dtype::u8:
    return stored(integer_start<std::uint8_t>(start));
  case Dtype::i16:
    return stored(integer_start<std::int16_t>(start));
  case Dtype::u16:
    return stored(integer_start<std::uint16_t>(start));
  case Dtype::i32:
    return stored(integer_start<std::int32_t>(start));
  case Dtype::u32:
    return stored(integer_start<std::uint32_t>(start));
  case Dtype::i64:
    return stored(integer_start<std::int64_t>(start));
  case Dtype::u64:
    return stored(integer_start<std::uint64_t>(start));
  case Dtype::f16:
    return stored(half_start(start, 0x7c00, 0x3c00));
  case Dtype::bf16:
    return stored(half_start(start, 0x7f80, 0x3f80));
  case Dtype::f32:
    return stored(static_cast<float>(real_start(start)));
  case Dtype::f64:
    return stored(real_start(start));
  case Dtype::c64:
    return stored(complex_start<float>(start));
  case Dtype::c128:
    return stored(complex_start<double>(start));
  }
  return {};
}

} // namespace weft::ops
