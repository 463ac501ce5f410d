// Sorters of groups: merge sort in the memory that they are given, by a comparison or by the bits of numbers.
#pragma once

#include <bitset>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>

#include <sycl/device.hpp>
#include <sycl/ext/oneapi/experimental/user_defined_reductions.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/span.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class sorting_order { ascending, descending };
enum class group_algorithm_data_placement { blocked, striped };

struct input_data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t =
      property_value<input_data_placement_key, std::integral_constant<group_algorithm_data_placement, Placement>>;
};
struct output_data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t =
      property_value<output_data_placement_key, std::integral_constant<group_algorithm_data_placement, Placement>>;
};
template <group_algorithm_data_placement Placement>
inline constexpr input_data_placement_key::value_t<Placement> input_data_placement;
template <group_algorithm_data_placement Placement>
inline constexpr output_data_placement_key::value_t<Placement> output_data_placement;

} // namespace ext::oneapi::experimental
namespace detail {

/// Merges runs of `width` elements, a power of two, into runs of twice as many: every element counts those of the other
/// run that come before it. Equal ones keep their order.
template <class Group, class From, class To, class Compare>
void merge_runs(Group g, const From &from, const To &to, std::size_t n, std::size_t width, Compare &before) {
  for (std::size_t i = g.get_local_linear_id(); i < n; i += g.get_local_linear_range()) {
    const std::size_t start = i & ~(2 * width - 1);
    const std::size_t middle = start + width < n ? start + width : n, end = middle + width < n ? middle + width : n;
    const bool in_first = i < middle;
    auto x = from(i);
    std::size_t low = in_first ? middle : start, high = in_first ? end : middle;
    while (low < high) {
      const std::size_t at = low + (high - low) / 2;
      auto other = from(at);
      const bool earlier = in_first ? before(other, x) : !before(x, other);
      low = earlier ? at + 1 : low;
      high = earlier ? high : at;
    }
    to(in_first ? i + (low - middle) : i - middle + low, x);
  }
}

/// Of two places of `n` elements each; the first holds them before and after.
template <class Group, class First, class Second, class Compare>
void merge_sort(Group g, const First &first, const Second &second, std::size_t n, Compare before) {
  std::size_t width = 1;
  for (bool back = false; width < n || back; back = !back) {
    if (width >= n) // an odd number of passes
      for (std::size_t i = g.get_local_linear_id(); i < n; i += g.get_local_linear_range())
        first(i, second(i));
    else if (back)
      merge_runs(g, second, first, n, width, before);
    else
      merge_runs(g, first, second, n, width, before);
    width *= 2;
    group_barrier(g);
  }
}

/// Elements in raw memory.
template <class T> struct raw_elements {
  T *data;
  T operator()(std::size_t i) const { return data[i]; }
  void operator()(std::size_t i, const T &value) const { new (static_cast<void *>(data + i)) T(value); }
};
template <class T, class Iterator> struct iterated_elements {
  Iterator first;
  T operator()(std::size_t i) const { return first[static_cast<std::ptrdiff_t>(i)]; }
  void operator()(std::size_t i, const T &value) const { first[static_cast<std::ptrdiff_t>(i)] = value; }
};

template <class T> T *aligned_elements(std::byte *memory) {
  const auto place = reinterpret_cast<std::uintptr_t>(memory);
  return reinterpret_cast<T *>(memory + (alignof(T) - place % alignof(T)) % alignof(T));
}
template <class T> constexpr std::size_t bytes_to_sort(std::size_t n) {
  return n * sizeof(T) + alignof(T);
}

template <class T, class Group, class Iterator, class Compare>
void sort_jointly(Group g, std::byte *memory, Iterator first, Iterator last, Compare before) {
  group_barrier(g); // what others wrote is to be sorted
  merge_sort(g, iterated_elements<T, Iterator>{first}, raw_elements<T>{aligned_elements<T>(memory)},
             static_cast<std::size_t>(last - first), before);
}

enum class sorted_side { input, output };
template <sorted_side Side, class Properties> constexpr bool is_striped() {
  using namespace ext::oneapi::experimental;
  using key = std::conditional_t<Side == sorted_side::input, input_data_placement_key, output_data_placement_key>;
  if constexpr (Properties::template has_property<key>())
    return decltype(Properties().template get_property<key>())::value == group_algorithm_data_placement::striped;
  else
    return false;
}
template <sorted_side Side, class Properties, class Group>
std::size_t place_in_group(Group g, std::size_t i, std::size_t each) {
  return is_striped<Side, Properties>() ? i * g.get_local_linear_range() + g.get_local_linear_id()
                                        : g.get_local_linear_id() * each + i;
}

/// Of `N` elements that every work-item holds: `get(i)` and `set(i, value)`.
template <class T, std::size_t N, class Properties, class Group, class Get, class Set, class Compare>
void sort_held(Group g, std::byte *memory, const Get &get, const Set &set, Compare before) {
  const std::size_t n = N * g.get_local_linear_range();
  const raw_elements<T> elements{aligned_elements<T>(memory)};
  for (std::size_t i = 0; i < N; ++i)
    elements(place_in_group<sorted_side::input, Properties>(g, i, N), get(i));
  group_barrier(g);
  merge_sort(g, elements, raw_elements<T>{elements.data + n}, n, before);
  for (std::size_t i = 0; i < N; ++i)
    set(i, elements(place_in_group<sorted_side::output, Properties>(g, i, N)));
  group_barrier(g); // the memory may be used again
}

template <class T, class U> struct keyed_value {
  T key;
  U value;
};
template <class Compare> struct by_key {
  Compare compare;
  template <class Pair> bool operator()(const Pair &a, const Pair &b) { return compare(a.key, b.key); }
};

/// Numbers in the order of their bits, of those that the mask has.
template <class T> auto ordered_bits(T x) {
  using bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  static_assert(sizeof(T) == sizeof(bits), "radix sorters sort numbers of at most 64 bits");
  constexpr bits sign = bits(1) << (sizeof(bits) * CHAR_BIT - 1);
  bits b;
  __builtin_memcpy(&b, &x, sizeof b);
  if constexpr (std::is_integral_v<T>)
    return std::is_signed_v<T> ? static_cast<bits>(b ^ sign) : b;
  else
    return static_cast<bits>((b & sign) != 0 ? ~b : b | sign);
}
template <class T, ext::oneapi::experimental::sorting_order Order> struct by_bits {
  std::uint64_t mask;
  bool operator()(const T &a, const T &b) const {
    const auto x = ordered_bits(a) & mask, y = ordered_bits(b) & mask;
    return Order == ext::oneapi::experimental::sorting_order::ascending ? x < y : y < x;
  }
};

/// The value's type where an iterator says it: a reference may be of another, as those of zip_iterator are.
template <class Iterator, class = void> struct sorted_type {
  using type = std::decay_t<decltype(*std::declval<Iterator &>())>;
};
template <class Iterator>
struct sorted_type<Iterator, std::void_t<typename std::iterator_traits<Iterator>::value_type>> {
  using type = typename std::iterator_traits<Iterator>::value_type;
};

/// What all sorters are: memory and an order.
template <class Compare> class sorter {
public:
  template <std::size_t Extent>
  sorter(sycl::span<std::byte, Extent> memory, Compare before) : memory_(memory.data()), before_(before) {}

protected:
  template <class Group, class Iterator> void jointly(Group g, Iterator first, Iterator last) const {
    sort_jointly<typename sorted_type<Iterator>::type>(g, memory_, first, last, before_);
  }
  template <class T, class Group, class Before> T one(Group g, T value, const Before &before) const {
    sort_held<T, 1, ext::oneapi::experimental::empty_properties_t>(
        g, memory_, [&](std::size_t) { return value; }, [&](std::size_t, const T &x) { value = x; }, before);
    return value;
  }

  std::byte *memory_;
  Compare before_;
};

template <class Compare> class range_sorter : sorter<Compare> {
public:
  using sorter<Compare>::sorter;

  template <class Group, class Iterator> void operator()(Group g, Iterator first, Iterator last) {
    this->jointly(g, first, last);
  }
};

/// Of `N` values that every work-item holds.
template <class T, std::size_t N, class Compare> class value_sorter : sorter<Compare> {
public:
  using sorter<Compare>::sorter;

  template <class Group> T operator()(Group g, T value) { return this->one(g, value, this->before_); }
  template <class Group, class Properties = ext::oneapi::experimental::empty_properties_t>
  void operator()(Group g, sycl::span<T, N> values, Properties = {}) {
    sort_held<T, N, Properties>(
        g, this->memory_, [&](std::size_t i) { return values[i]; }, [&](std::size_t i, const T &x) { values[i] = x; },
        this->before_);
  }

  static constexpr std::size_t memory_required(memory_scope, std::size_t items) {
    return bytes_to_sort<T>(2 * items * N);
  }
};

/// Of `N` keys with a value each that every work-item holds.
template <class T, class U, std::size_t N, class Compare> class pair_sorter : sorter<Compare> {
  using pair = keyed_value<T, U>;

public:
  using sorter<Compare>::sorter;

  template <class Group> std::tuple<T, U> operator()(Group g, T key, U value) {
    const pair first = this->one(g, pair{key, value}, by_key<Compare>{this->before_});
    return {first.key, first.value};
  }
  template <class Group, class Properties = ext::oneapi::experimental::empty_properties_t>
  void operator()(Group g, sycl::span<T, N> keys, sycl::span<U, N> values, Properties = {}) {
    sort_held<pair, N, Properties>(
        g, this->memory_, [&](std::size_t i) { return pair{keys[i], values[i]}; },
        [&](std::size_t i, const pair &x) {
          keys[i] = x.key;
          values[i] = x.value;
        },
        by_key<Compare>{this->before_});
  }

  static constexpr std::size_t memory_required(memory_scope, std::size_t items) {
    return bytes_to_sort<pair>(2 * items * N);
  }
};

} // namespace detail
namespace ext::oneapi::experimental {

namespace default_sorters {

template <class Compare = std::less<>> class joint_sorter : public sycl::detail::range_sorter<Compare> {
public:
  template <std::size_t Extent>
  joint_sorter(sycl::span<std::byte, Extent> memory, Compare compare = {})
      : sycl::detail::range_sorter<Compare>(memory, compare) {}

  template <class T> static constexpr std::size_t memory_required(memory_scope, std::size_t n) {
    return sycl::detail::bytes_to_sort<T>(n);
  }
  template <class T> static std::size_t memory_required(const device &, memory_scope scope, std::size_t n) {
    return memory_required<T>(scope, n);
  }
};

template <class T, class Compare = std::less<>, std::size_t ElementsPerWorkItem = 1>
class group_sorter : public sycl::detail::value_sorter<T, ElementsPerWorkItem, Compare> {
  using base = sycl::detail::value_sorter<T, ElementsPerWorkItem, Compare>;

public:
  template <std::size_t Extent>
  group_sorter(sycl::span<std::byte, Extent> memory, Compare compare = {}) : base(memory, compare) {}

  using base::memory_required;
  static std::size_t memory_required(const device &, memory_scope scope, std::size_t items) {
    return memory_required(scope, items);
  }
};

template <class T, class U, class Compare = std::less<>, std::size_t ElementsPerWorkItem = 1>
class group_key_value_sorter : public sycl::detail::pair_sorter<T, U, ElementsPerWorkItem, Compare> {
  using base = sycl::detail::pair_sorter<T, U, ElementsPerWorkItem, Compare>;

public:
  template <std::size_t Extent>
  group_key_value_sorter(sycl::span<std::byte, Extent> memory, Compare compare = {}) : base(memory, compare) {}

  using base::memory_required;
  static std::size_t memory_required(const device &, memory_scope scope, std::size_t items) {
    return memory_required(scope, items);
  }
};

} // namespace default_sorters

/// Numbers only, by their bits. How many of them a pass would take changes nothing.
namespace radix_sorters {

template <class T> using bit_mask = std::bitset<sizeof(T) * CHAR_BIT>;
template <class T> bit_mask<T> all_bits() {
  return bit_mask<T>(std::numeric_limits<unsigned long long>::max());
}

template <class T, sorting_order Order = sorting_order::ascending, unsigned BitsPerPass = 4>
class joint_sorter : public sycl::detail::range_sorter<sycl::detail::by_bits<T, Order>> {
public:
  template <std::size_t Extent>
  joint_sorter(sycl::span<std::byte, Extent> memory, bit_mask<T> mask = all_bits<T>())
      : sycl::detail::range_sorter<sycl::detail::by_bits<T, Order>>(memory, {mask.to_ullong()}) {}

  static constexpr std::size_t memory_required(memory_scope, std::size_t n) {
    return sycl::detail::bytes_to_sort<T>(n);
  }
};

template <class T, sorting_order Order = sorting_order::ascending, std::size_t ElementsPerWorkItem = 1,
          unsigned BitsPerPass = 4>
class group_sorter : public sycl::detail::value_sorter<T, ElementsPerWorkItem, sycl::detail::by_bits<T, Order>> {
public:
  template <std::size_t Extent>
  group_sorter(sycl::span<std::byte, Extent> memory, bit_mask<T> mask = all_bits<T>())
      : sycl::detail::value_sorter<T, ElementsPerWorkItem, sycl::detail::by_bits<T, Order>>(memory,
                                                                                            {mask.to_ullong()}) {}
};

template <class T, class U, sorting_order Order = sorting_order::ascending, std::size_t ElementsPerWorkItem = 1,
          unsigned BitsPerPass = 4>
class group_key_value_sorter
    : public sycl::detail::pair_sorter<T, U, ElementsPerWorkItem, sycl::detail::by_bits<T, Order>> {
public:
  template <std::size_t Extent>
  group_key_value_sorter(sycl::span<std::byte, Extent> memory, bit_mask<T> mask = all_bits<T>())
      : sycl::detail::pair_sorter<T, U, ElementsPerWorkItem, sycl::detail::by_bits<T, Order>>(memory,
                                                                                              {mask.to_ullong()}) {}
};

} // namespace radix_sorters

/// Both as they were first called: for ranges and for the values of work-items, of which each holds one.
template <class Compare = std::less<>> class default_sorter : sycl::detail::sorter<Compare> {
public:
  template <std::size_t Extent>
  default_sorter(sycl::span<std::byte, Extent> memory, Compare compare = {})
      : sycl::detail::sorter<Compare>(memory, compare) {}

  template <class Group, class Iterator> void operator()(Group g, Iterator first, Iterator last) {
    this->jointly(g, first, last);
  }
  template <class Group, class T> T operator()(Group g, T value) { return this->one(g, value, this->before_); }

  template <class T> static constexpr std::size_t memory_required(memory_scope, std::size_t n) {
    return sycl::detail::bytes_to_sort<T>(2 * n);
  }
};

template <class T, sorting_order Order = sorting_order::ascending, unsigned BitsPerPass = 4>
class radix_sorter : sycl::detail::sorter<sycl::detail::by_bits<T, Order>> {
public:
  template <std::size_t Extent>
  radix_sorter(sycl::span<std::byte, Extent> memory, radix_sorters::bit_mask<T> mask = radix_sorters::all_bits<T>())
      : sycl::detail::sorter<sycl::detail::by_bits<T, Order>>(memory, {mask.to_ullong()}) {}

  template <class Group, class Iterator> void operator()(Group g, Iterator first, Iterator last) {
    this->jointly(g, first, last);
  }
  template <class Group> T operator()(Group g, T value) { return this->one(g, value, this->before_); }

  static constexpr std::size_t memory_required(memory_scope, std::size_t n) {
    return sycl::detail::bytes_to_sort<T>(2 * n);
  }
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
