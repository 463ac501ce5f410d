// Compares neighbours, and looks elements up; few elements are put in order by the calling thread.
#include "array/sets.hpp"

#include <array>
#include <cstring>
#include <optional>

#include "array/algorithms/scan.hpp"
#include "array/algorithms/sort.hpp"
#include "array/build.hpp"
#include "array/few_keys.hpp"
#include "array/host_copy.hpp"
#include "array/indexing.hpp"
#include "array/masks.hpp"

namespace weft::array {

namespace {

using ops::Op;

/// `count` elements of a line from the first on.
Array part(const Array &line, std::ptrdiff_t first, std::ptrdiff_t count) {
  const std::ptrdiff_t stride = line.strides()[0];
  return line.with_layout(Shape{count}, Shape{stride}, line.offset() + first * stride);
}

IndexedAxes axis_of(const Array &line) {
  return {.extent = line.shape()[0], .stride = line.strides()[0]};
}

/// Set where a value stands that is not the one before, and behind the last.
Array borders_of(const Array &ordered) {
  const std::ptrdiff_t count = ordered.shape()[0];
  const Array borders = Array::empty(Shape{count + 1}, Dtype::b1, ordered.queue(), ordered.usm_kind());
  assign(part(borders, 0, 1), Scalar{true});
  assign(part(borders, count, 1), Scalar{true});
  const Array inner = part(borders, 1, count - 1);
  elementwise(Op::not_equal, std::array<Operand, 2>{part(ordered, 1, count - 1), part(ordered, 0, count - 1)}, &inner);
  return borders;
}

Array inverse_of(const Array &firsts, const Array &places) {
  const Array inverse = Array::empty(places.shape(), Dtype::i64, places.queue(), places.usm_kind());
  const Array numbers = binary(Op::subtract, scan(Scan::sum, firsts, 0, Dtype::i64), Scalar{std::int64_t{1}});
  put(inverse, places, axis_of(inverse), numbers);
  return inverse;
}

/// New memory for integers that the calling thread writes.
std::pair<Array, std::int64_t *> integers(std::size_t count, const Array &like) {
  Array made = Array::empty(Shape{static_cast<std::ptrdiff_t>(count)}, Dtype::i64, like.queue(), like.usm_kind());
  auto *const first = reinterpret_cast<std::int64_t *>(host_view(made).first);
  return {std::move(made), first};
}

/// Where the elements of a line can be looked at now, which its kernels may have to make first.
bool are_few(const Array &x) {
  if (x.size() > most_at_once)
    return false;
  x.evaluate();
  x.queue()->throw_asynchronous(); // a kernel that failed has left no values to read
  return true;
}

/// What FewKeys tells, as arrays.
class FewUnique {
public:
  FewUnique(const Array &x, bool with_inverse)
      : x_(x), keeps_elements_(with_inverse || ops::kind_of(x.dtype()) == ops::Kind::complex),
        keys_(x, false, keeps_elements_), borders_(keys_.borders()), count_(borders_.size() - 1) {}

  /// As they are, or as sort() gives them.
  Array values() const {
    Array values = Array::empty(Shape{static_cast<std::ptrdiff_t>(count_)}, x_.dtype(), x_.queue(), x_.usm_kind());
    const HostView to = host_view(values), from = host_view(x_);
    const std::size_t bytes = item_size(x_.dtype());
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint16_t place = keys_.places()[borders_[i]];
      const std::uint64_t sorted = keeps_elements_ ? 0 : keys_.sorted_bits(place);
      const void *const element =
          keeps_elements_ ? static_cast<const void *>(from.first + place * from.strides[0]) : &sorted;
      std::memcpy(to.first + i * bytes, element, bytes);
    }
    return values;
  }

  Array counts() const {
    auto [counts, to] = integers(count_, x_);
    for (std::size_t i = 0; i < count_; ++i)
      to[i] = borders_[i + 1] - borders_[i];
    return counts;
  }

  Array firsts() const {
    auto [firsts, to] = integers(count_, x_);
    for (std::size_t i = 0; i < count_; ++i)
      to[i] = keys_.places()[borders_[i]];
    return firsts;
  }

  Array inverse() const {
    auto [inverse, to] = integers(x_.size(), x_);
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t k = borders_[i]; k < borders_[i + 1]; ++k)
        to[keys_.places()[k]] = static_cast<std::int64_t>(i);
    return inverse;
  }

private:
  const Array &x_;
  bool keeps_elements_;
  FewKeys keys_;
  std::span<const std::uint16_t> borders_;
  std::size_t count_;
};

std::optional<Unique> unique_at_once(const Array &x, bool with_counts, bool with_inverse) {
  if (!are_few(x))
    return std::nullopt;
  const AtOnce now(x.queue());
  if (!now.reads(x))
    return std::nullopt;
  const FewUnique few(x, with_inverse);
  Unique found;
  found.values = few.values();
  if (with_counts)
    found.counts = few.counts();
  if (with_inverse)
    found.inverse = few.inverse();
  if (with_counts && with_inverse)
    found.firsts = few.firsts();
  return found;
}

/// The elements of a line at these places.
Top elements_at(const Array &x, std::span<const std::int64_t> from) {
  auto [places, to] = integers(from.size(), x);
  std::ranges::copy(from, to);
  Array values = Array::empty(places.shape(), x.dtype(), x.queue(), x.usm_kind());
  const HostView element = host_view(x);
  const std::size_t bytes = item_size(x.dtype());
  std::byte *value = host_view(values).first;
  for (const std::int64_t place : from) {
    std::memcpy(value, element.first + place * element.strides[0], bytes);
    value += bytes;
  }
  return {std::move(values), std::move(places)};
}

std::optional<Top> top_at_once(const Array &x, std::ptrdiff_t k, bool descending) {
  constexpr std::ptrdiff_t most_in_heap = 16;
  constexpr std::size_t most_for_heap = 1 << 15; // those of a whole line that is in the other order come one by one
  const bool in_heap = k <= most_in_heap && x.size() <= most_for_heap && ops::kind_of(x.dtype()) != ops::Kind::complex;
  if (x.ndim() != 1 || (!in_heap && x.size() > most_at_once))
    return std::nullopt;
  const AtOnce now(x.queue());
  if (!now.reads(x))
    return std::nullopt;
  const auto first = static_cast<std::size_t>(k);
  if (in_heap)
    return elements_at(x, first_places(x, first, descending));
  const FewKeys keys(x, descending, true);
  const std::span places = keys.places().first(first);
  return elements_at(x, std::vector<std::int64_t>(places.begin(), places.end()));
}

} // namespace

Unique unique(const Array &x, bool with_counts, bool with_inverse) {
  if (auto found = unique_at_once(x, with_counts, with_inverse))
    return *std::move(found);
  const Array places = with_inverse ? argsort(x, 0, false) : Array();
  const Array ordered = with_inverse ? take(x, places, axis_of(x)) : sort(x, 0, false);
  const Array borders = borders_of(ordered);
  const Array firsts = part(borders, 0, ordered.shape()[0]);
  Unique found;
  if (with_inverse)
    found.inverse = inverse_of(firsts, places);
  if (!with_counts) {
    found.values = selected(firsts, ordered);
    return found;
  }
  const Array at = nonzero(borders)[0];
  const std::ptrdiff_t count = at.shape()[0] - 1;
  const Array begins = part(at, 0, count);
  found.counts = binary(Op::subtract, part(at, 1, count), begins);
  found.values = take(ordered, begins, axis_of(ordered));
  if (with_inverse)
    found.firsts = take(places, begins, axis_of(places));
  return found;
}

Top top(const Array &x, std::ptrdiff_t k, int axis, bool descending) {
  if (auto found = top_at_once(x, k, descending))
    return *std::move(found);
  const Array order = argsort(x, axis, descending);
  Shape shape = order.shape();
  shape[static_cast<std::size_t>(axis)] = k;
  Array places = copy(order.with_layout(shape, order.strides(), order.offset()), 'C');
  return {take_along(x, places, axis, false), std::move(places)};
}

namespace {

std::uint64_t bits_of(const Array &integer) {
  std::int64_t value = 0;
  astype(integer, Dtype::i64).copy_to_host(&value, Shape{});
  return static_cast<std::uint64_t>(value);
}

/// How far beyond the lowest key, in numbers that wrap: below the range for what is between the keys only.
Array above(const Array &x, std::uint64_t lowest) {
  return binary(Op::subtract, astype(x, Dtype::i64), Scalar{static_cast<std::int64_t>(lowest)});
}

/// Many integers that lie close: a truth value for each number that a key may be, and one for all others.
std::optional<Array> is_in_by_table(const Array &elements, const Array &keys, bool invert) {
  constexpr std::size_t least_keys = 32, least = 1024, most_for_each = 4;
  const std::size_t count = keys.size() + elements.size();
  const ops::Kind kind = ops::kind_of(keys.dtype());
  const bool is_integer = kind == ops::Kind::integer_signed || kind == ops::Kind::integer_unsigned;
  if (!is_integer || keys.size() < least_keys || count < least || !keys.queue()->device()->has(runtime::Aspect::cpu))
    return std::nullopt;
  keys.evaluate();
  const int axis = 0;
  const Array low = reduce(ops::Reduction::min, keys, std::span(&axis, 1), false);
  const Array high = reduce(ops::Reduction::max, keys, std::span(&axis, 1), false);
  const std::uint64_t lowest = bits_of(low), range = bits_of(high) - lowest;
  if (range >= most_for_each * count)
    return std::nullopt;
  const auto others = static_cast<std::ptrdiff_t>(range) + 1;
  const Array table = full(Shape{others + 1}, Scalar{invert}, Dtype::b1, keys.queue(), keys.usm_kind());
  put(table, above(keys, lowest), {}, Scalar{!invert});
  const Array places =
      binary(Op::minimum, astype(above(elements, lowest), Dtype::u64), Scalar{static_cast<std::int64_t>(others)});
  return take(table, astype(places, Dtype::i64), {});
}

/// Each element with each key: for few of them less work than a search.
Array is_in_by_comparison(const Array &elements, const Array &keys, bool invert) {
  Shape shape = elements.shape(), strides = elements.strides();
  shape.push_back(1);
  strides.push_back(0);
  const Array columns = elements.with_layout(shape, strides, elements.offset());
  const int last[] = {elements.ndim()};
  return invert ? reduce(ops::Reduction::all, binary(Op::not_equal, columns, keys), last, false)
                : reduce(ops::Reduction::any, binary(Op::equal, columns, keys), last, false);
}

} // namespace

Array is_in(const Array &elements, const Array &keys, bool invert) {
  check_queues(elements, keys, "isin");
  constexpr std::size_t few_keys = 32;
  if (keys.size() <= few_keys && elements.shape().size() < fuse::max_dims)
    return is_in_by_comparison(elements, keys, invert);
  if (auto found = is_in_by_table(elements, keys, invert))
    return *std::move(found);
  const Array ordered = sort(keys, 0, false);
  if (ops::kind_of(keys.dtype()) != ops::Kind::complex)
    return is_in_sorted(ordered, elements, invert);
  const Array nearest = take(ordered, search_sorted(ordered, elements, nullptr, false), axis_of(ordered));
  return binary(invert ? Op::not_equal : Op::equal, nearest, elements);
}

} // namespace weft::array
