// CPUs with wide vectors sort keys of 4 and 8 bytes in runs. Other CPUs merge short rows, by one work-item each, and
// long ones take radix passes: count the digits of each block, scan, scatter. GPUs sort by groups.
#include "array/algorithms/sort.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/buckets.hpp"
#include "array/algorithms/counting.hpp"
#include "array/algorithms/radix.hpp"
#include "array/algorithms/scan.hpp"
#include "array/algorithms/turn.hpp"
#include "array/build.hpp"
#include "array/indexing.hpp"
#include "array/short_lines.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::array {

namespace {

using algorithms::KeyOrder;
using algorithms::SearchArguments;
using algorithms::SortArguments;

constexpr std::int64_t digits = 256;
constexpr std::int64_t most_in_many_rows = 384; // until here merging is faster

/// Of a real dtype, or of the parts of a complex one.
std::uint64_t infinity_of(Dtype dtype, int bytes) {
  if (dtype == Dtype::bf16)
    return 0x7f80;
  return bytes == 2 ? 0x7c00 : bytes == 4 ? 0x7f800000 : 0x7ff0000000000000;
}

/// Of dense rows, by whichever kernels fit.
class Sort {
public:
  Sort(Launches &launches, SortArguments arguments, int bytes, bool with_places)
      : launches_(launches), bytes_(bytes), with_places_(with_places), arguments_(arguments) {
    arguments_.source = launches.operand(0);
    if (with_places)
      arguments_.places = reinterpret_cast<std::int64_t *>(launches.result());
    else
      arguments_.target = result_ = launches.result();
  }

  void operator()() {
    if (arguments_.rows == 0)
      return;
    if (!with_places_ && sorts_by_counting(launches_, bytes_, arguments_.extent))
      return sort_by_counts();
    if (sorts_in_buckets(launches_, bytes_))
      return sort_in_vectors();
    if (!launches_.alone())
      return sort_by_groups();
    const bool many = arguments_.rows >= 4 * launches_.threads();
    if (arguments_.extent <= (many ? most_in_many_rows : 512))
      sort_rows();
    else
      sort_by_digits();
  }

private:
  void *keys() { return launches_.temporary(static_cast<std::size_t>(arguments_.rows * arguments_.extent * bytes_)); }
  std::uint32_t *places() {
    if (!with_places_)
      return nullptr;
    const auto bytes = static_cast<std::size_t>(arguments_.rows * arguments_.extent) * sizeof(std::uint32_t);
    return reinterpret_cast<std::uint32_t *>(launches_.temporary(bytes));
  }
  int parameter() const { return bytes_ + (with_places_ ? 16 : 0); }

  void sort_by_counts() {
    sort_by_counting(launches_, algorithms::for_same_rows<algorithms::CountingArguments>(arguments_), bytes_);
  }

  void sort_in_vectors() {
    sort_in_buckets(launches_, algorithms::for_same_rows<algorithms::BucketArguments>(arguments_), bytes_, with_places_,
                    with_places_ ? arguments_.places : result_);
  }

  void sort_rows() {
    arguments_.spare = keys();
    arguments_.other_spare = keys();
    arguments_.from_places = places();
    arguments_.to_places = places();
    launches_.launch_groups({"sort", "sort_rows_alone", parameter()}, arguments_.rows, 1, arguments_);
  }

  void sort_by_digits() {
    const std::int64_t share = arguments_.rows * arguments_.extent / (8 * launches_.threads()) + 1;
    arguments_.block = std::max<std::int64_t>(1 << 14, share);
    arguments_.blocks = (arguments_.extent + arguments_.block - 1) / arguments_.block;
    const std::int64_t counters = digits * arguments_.blocks;
    arguments_.ends = reinterpret_cast<std::uint32_t *>(
        launches_.temporary(static_cast<std::size_t>(arguments_.rows * counters) * sizeof(std::uint32_t)));
    std::array<void *, 2> spare{};
    std::array<std::uint32_t *, 2> from{};
    for (int digit = 0; digit < bytes_; ++digit) {
      const bool last = digit + 1 == bytes_;
      const auto to = static_cast<std::size_t>(digit % 2);
      if (!last && spare[to] == nullptr) {
        spare[to] = keys();
        from[to] = places();
      }
      arguments_.target = last ? result_ : spare[to];
      arguments_.to_places = last ? nullptr : from[to];
      arguments_.shift = 8 * digit;
      arguments_.encodes = digit == 0;
      arguments_.decodes = last;
      launch("radix_count_alone", bytes_);
      scan_counts(launches_, arguments_.ends, arguments_.rows, counters);
      launch("radix_scatter_alone", parameter());
      arguments_.source = spare[to];
      arguments_.from_places = from[to];
    }
  }

  void launch(std::string_view kernel, int parameter) {
    launches_.launch_groups({"sort", kernel, parameter}, arguments_.rows * arguments_.blocks, 1, arguments_);
  }

  void sort_by_groups() {
    auto arguments = algorithms::for_same_rows<algorithms::RadixArguments>(arguments_);
    arguments.places = arguments_.places;
    sort_by_radix(launches_, arguments, bytes_);
  }

  Launches &launches_;
  int bytes_;
  bool with_places_;
  SortArguments arguments_;
  void *result_ = nullptr;
};

Array sorted_rows(const Array &x, bool descending, bool with_places) {
  SortArguments arguments;
  arguments.extent = x.shape().back();
  arguments.rows = arguments.extent == 0 ? 0 : static_cast<std::int64_t>(x.size()) / arguments.extent;
  if (arguments.extent > std::int64_t{0xffffffff})
    throw Error(Errc::invalid, "sort: {} elements along an axis are more than 2**32", arguments.extent);
  arguments.order = order_of(x.dtype(), descending, with_places);
  auto record = [=, bytes = static_cast<int>(item_size(x.dtype()))](Launches &launches) {
    Sort(launches, arguments, bytes, with_places)();
  };
  return computed_by(make_algorithm(with_places ? "argsort" : "sort", std::move(record)), {&x}, x.shape(),
                     with_places ? Dtype::i64 : x.dtype(), x.usm_kind());
}

Array sorted_along(const Array &x, int axis, bool descending, bool with_places, const char *function) {
  if (axis < 0 || axis >= x.ndim())
    throw Error(Errc::invalid, "{}: axis {} is out of range for {} dimensions", function, axis, x.ndim());
  const bool turned = axis + 1 != x.ndim();
  const Array rows = dense(turned ? with_axis_last(x, axis) : x, x.dtype());
  const Array result = sorted_rows(rows, descending, with_places);
  return turned ? dense(with_axis_back(result, axis), result.dtype()) : result;
}

/// Keys of 8 bytes whose order, one after the other, is that of complex numbers: one or two for each.
Array complex_keys(const Array &x) {
  const Array source = dense(x, x.dtype());
  const auto bytes = static_cast<int>(item_size(x.dtype()));
  SortArguments arguments;
  arguments.rows = 1;
  arguments.extent = static_cast<std::int64_t>(x.size());
  arguments.order = order_of(x.dtype(), false, true);
  auto record = [=](Launches &launches) {
    SortArguments filled = arguments;
    filled.source = launches.operand(0);
    filled.target = launches.result();
    launches.launch_items({"sort", "complex_keys", bytes}, filled.extent, filled);
  };
  return computed_by(make_algorithm("argsort", std::move(record)), {&source},
                     Shape{bytes / 8, static_cast<std::ptrdiff_t>(x.size())}, Dtype::u64, x.usm_kind());
}

/// By stable sorts, the last of which decides.
Array order_of_complex(const Array &x, int axis, bool descending) {
  const Array keys = complex_keys(x);
  const Shape strides = dense_layout(x.shape(), 'C')->strides();
  const auto part = [&](std::ptrdiff_t number) {
    return keys.with_layout(x.shape(), strides, number * static_cast<std::ptrdiff_t>(x.size()));
  };
  std::ptrdiff_t number = keys.shape()[0] - 1;
  Array order = sorted_along(part(number), axis, descending, true, "argsort");
  while (number-- > 0) {
    const Array next = take_along(part(number), order, axis, false);
    order = take_along(order, sorted_along(next, axis, descending, true, "argsort"), axis, false);
  }
  return order;
}

/// Of many needles first makes the keys ready, once for all, or once for each group of a GPU where they are few.
void search(Launches &launches, SearchArguments arguments, std::string_view kernel, int bytes, bool is_real) {
  constexpr std::int64_t least = 4096, keys_for_a_needle = 4, group = 256, most_bytes = 1 << 14;
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const std::int64_t key_bytes = arguments.extent * bytes;
  const bool many = is_real && arguments.count >= least;
  if (many && !launches.alone() && key_bytes <= most_bytes)
    return launches.launch_groups({"sort", kernel == "is_in" ? "is_in_by_groups" : "search_by_groups", bytes},
                                  ceil_div(arguments.count, group * algorithms::needles_of_item), group, arguments, {},
                                  static_cast<std::size_t>(std::max<std::int64_t>(key_bytes, 1)));
  if (many && arguments.extent <= std::min(most, keys_for_a_needle * arguments.count)) {
    arguments.encoded_keys = launches.temporary(static_cast<std::size_t>(key_bytes));
    launches.launch_items({"sort", "encode_keys", bytes}, arguments.extent, arguments);
  }
  launches.launch_items({"sort", kernel, bytes}, arguments.count, arguments);
}

/// What the kernel finds for each needle.
Array searched(const Array &keys, const Array &needles, const Array *sorter, const char *function,
               std::string_view kernel, SearchArguments arguments, Dtype found) {
  WEFT_CHECK(keys.dtype() == needles.dtype() && keys.ndim() == 1, "search: {} in {} of {} dimensions",
             name_of(needles.dtype()), name_of(keys.dtype()), keys.ndim());
  const Array haystack = dense(keys, keys.dtype()), wanted = dense(needles, needles.dtype());
  const Array order = sorter != nullptr ? dense(*sorter, Dtype::i64) : Array();
  arguments.extent = static_cast<std::int64_t>(haystack.size());
  arguments.order = order_of(keys.dtype(), false, true);
  arguments.count = static_cast<std::int64_t>(wanted.size());
  auto record = [=, bytes = static_cast<int>(item_size(keys.dtype())), has_sorter = sorter != nullptr,
                 is_real = ops::kind_of(keys.dtype()) != Kind::complex](Launches &launches) {
    SearchArguments filled = arguments;
    filled.keys = launches.operand(0);
    filled.needles = launches.operand(1);
    if (has_sorter)
      filled.sorter = reinterpret_cast<const std::int64_t *>(launches.operand(2));
    filled.places = reinterpret_cast<std::int64_t *>(launches.result());
    filled.members = reinterpret_cast<bool *>(launches.result());
    search(launches, filled, kernel, bytes, is_real);
  };
  return computed_by(make_algorithm(function, std::move(record)),
                     {&haystack, &wanted, sorter != nullptr ? &order : nullptr}, needles.shape(), found,
                     coerce(keys.usm_kind(), needles.usm_kind()));
}

} // namespace

KeyOrder order_of(Dtype dtype, bool descending, bool one_zero) {
  const bool is_complex = ops::kind_of(dtype) == Kind::complex;
  const int bytes = static_cast<int>(item_size(dtype)) / (is_complex ? 2 : 1);
  const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1), all = sign | (sign - 1);
  KeyOrder order;
  switch (is_complex ? Kind::floating : ops::kind_of(dtype)) {
  case Kind::floating:
    order.sign = sign;
    order.negative = all ^ sign;
    order.magnitude = all ^ sign;
    order.infinity = infinity_of(dtype, bytes);
    order.one_zero = one_zero;
    break;
  default:
    order.sign = ops::kind_of(dtype) == Kind::integer_signed ? sign : 0;
  }
  order.descending = descending ? all : 0;
  return order;
}

Array sort(const Array &x, int axis, bool descending) {
  if (ops::kind_of(x.dtype()) == Kind::complex)
    return take_along(x, order_of_complex(x, axis, descending), axis, false);
  if (auto sorted = lines_sorted_at_once(x, axis, descending, false))
    return *std::move(sorted);
  return sorted_along(x, axis, descending, false, "sort");
}

Array argsort(const Array &x, int axis, bool descending) {
  if (ops::kind_of(x.dtype()) == Kind::complex)
    return order_of_complex(x, axis, descending);
  if (auto places = lines_sorted_at_once(x, axis, descending, true))
    return *std::move(places);
  return sorted_along(x, axis, descending, true, "argsort");
}

Array search_sorted(const Array &keys, const Array &needles, const Array *sorter, bool right) {
  SearchArguments arguments;
  arguments.right = right;
  const bool is_complex = ops::kind_of(keys.dtype()) == Kind::complex;
  return searched(keys, needles, sorter, "searchsorted", is_complex ? "search_complex" : "search", arguments,
                  Dtype::i64);
}

Array is_in_sorted(const Array &keys, const Array &needles, bool invert) {
  WEFT_CHECK(keys.size() != 0 && ops::kind_of(keys.dtype()) != Kind::complex, "is_in: {} keys of {}", keys.size(),
             name_of(keys.dtype()));
  SearchArguments arguments;
  arguments.invert = invert;
  return searched(keys, needles, nullptr, "isin", "is_in", arguments, Dtype::b1);
}

} // namespace weft::array
