// Sorts of groups against sorts of the host that keep the order of equal elements.
#include <algorithm>
#include <bitset>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "devices.hpp"

namespace xp = sycl::ext::oneapi::experimental;

namespace {

template <class T> std::vector<T> some_numbers(std::size_t n) {
  std::vector<T> made(n);
  std::uint32_t state = 12345;
  for (T &x : made) {
    state = state * 1664525 + 1013904223;
    x = static_cast<T>(static_cast<int>(state >> 20) - 2048) / static_cast<T>(4);
  }
  return made;
}

/// std::stable_sort with libstdc++'s means for memory warns.
template <class T, class Compare> void sort_stably(std::vector<T> &v, Compare before) {
  for (auto at = v.begin(); at != v.end(); ++at)
    std::rotate(std::upper_bound(v.begin(), at, *at, before), at, at + 1);
}

/// Compared by the first alone, so that the second tells whether the order of equal ones is kept.
struct Pair {
  int key, place;
  friend bool operator<(const Pair &a, const Pair &b) { return a.key < b.key; }
  friend bool operator==(const Pair &a, const Pair &b) { return a.key == b.key && a.place == b.place; }
};

class GroupSort : public EachDevice {
public:
  static constexpr std::size_t items = 64;

  /// Launches one group with so much local memory.
  template <class F> void in_a_group(std::size_t bytes, const F &f) {
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<std::byte> memory(bytes, h);
       h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
         f(it, sycl::span<std::byte>(memory.get_pointer().get(), memory.size()));
       });
     }).wait();
  }

  template <class T> T *copied(const std::vector<T> &from) {
    T *to = shared<T>(from.size());
    std::copy(from.begin(), from.end(), to);
    return to;
  }

  template <class T, class Sorter, class Compare> void sorts_range(std::size_t n, Sorter, Compare compare) {
    std::vector<T> expected = some_numbers<T>(n);
    T *x = copied(expected);
    in_a_group(Sorter::memory_required(sycl::memory_scope::work_group, n),
               [=](auto it, auto memory) { xp::joint_sort(it.get_group(), x, x + n, Sorter(memory)); });
    sort_stably(expected, compare);
    EXPECT_EQ(std::vector<T>(x, x + n), expected) << n;
  }

  template <class T> void sorts_by_bits() {
    using xp::sorting_order;
    sorts_range<T>(300, xp::radix_sorters::joint_sorter<T>(no_memory), std::less<>());
    sorts_range<T>(300, xp::radix_sorters::joint_sorter<T, sorting_order::descending>(no_memory), std::greater<>());
    sorts_range<T>(77, xp::radix_sorter<T, sorting_order::descending>(no_memory), std::greater<>());
  }

private:
  sycl::span<std::byte> no_memory{};
};

} // namespace

TEST_P(GroupSort, RangesOfAnyLengthAreSortedStably) {
  for (const std::size_t n : {0, 1, 2, 3, 63, 64, 65, 500}) {
    std::vector<Pair> expected(n);
    const std::vector<int> keys = some_numbers<int>(n);
    for (std::size_t i = 0; i < n; ++i)
      expected[i] = {keys[i] % 10, static_cast<int>(i)};
    Pair *x = copied(expected), *y = copied(expected);
    using Sorter = xp::default_sorters::joint_sorter<>;
    in_a_group(Sorter::memory_required<Pair>(q.get_device(), sycl::memory_scope::work_group, n),
               [=](auto it, auto memory) {
                 xp::joint_sort(xp::group_with_scratchpad(it.get_group(), memory), x, x + n);
                 xp::joint_sort(xp::group_with_scratchpad(it.get_group(), memory), y, y + n,
                                [](const Pair &a, const Pair &b) { return b.key < a.key; });
               });
    std::vector<Pair> descending = expected;
    sort_stably(expected, std::less<>());
    sort_stably(descending, [](const Pair &a, const Pair &b) { return b.key < a.key; });
    EXPECT_EQ(std::vector<Pair>(x, x + n), expected) << n;
    EXPECT_EQ(std::vector<Pair>(y, y + n), descending) << n;
  }
}

TEST_P(GroupSort, RadixSortersOrderNumbers) {
  sorts_by_bits<int>();
  sorts_by_bits<unsigned char>();
  sorts_by_bits<short>();
  sorts_by_bits<float>();
  sorts_by_bits<std::uint64_t>();
  if (q.get_device().has(sycl::aspect::fp64))
    sorts_by_bits<double>();
}

TEST_P(GroupSort, RadixSortersHeedTheirMask) {
  std::vector<unsigned> expected = some_numbers<unsigned>(200);
  unsigned *x = copied(expected);
  using Sorter = xp::radix_sorters::joint_sorter<unsigned>;
  in_a_group(Sorter::memory_required(sycl::memory_scope::work_group, 200), [=](auto it, auto memory) {
    xp::joint_sort(it.get_group(), x, x + 200, Sorter(memory, std::bitset<32>(0xf0)));
  });
  sort_stably(expected, [](unsigned a, unsigned b) { return (a & 0xf0) < (b & 0xf0); });
  EXPECT_EQ(std::vector<unsigned>(x, x + 200), expected);
}

TEST_P(GroupSort, WorkItemsSortWhatTheyHold) {
  const std::vector<float> numbers = some_numbers<float>(items);
  float *x = copied(numbers), *y = copied(numbers), *z = copied(numbers);
  using Sorter = xp::default_sorters::group_sorter<float, std::greater<>>;
  using Radix = xp::radix_sorters::group_sorter<float>;
  using Old = xp::default_sorter<>;
  in_a_group(Sorter::memory_required(q.get_device(), sycl::memory_scope::work_group, items), [=](auto it, auto memory) {
    const auto i = it.get_local_id(0);
    x[i] = xp::sort_over_group(xp::group_with_scratchpad(it.get_group(), memory), x[i], std::greater<>());
    y[i] = xp::sort_over_group(it.get_group(), y[i], Radix(memory));
    z[i] = xp::sort_over_group(it.get_group(), z[i], Old(memory));
  });
  std::vector<float> ascending = numbers, descending = numbers;
  std::sort(ascending.begin(), ascending.end());
  std::sort(descending.begin(), descending.end(), std::greater<>());
  EXPECT_EQ(std::vector<float>(x, x + items), descending);
  EXPECT_EQ(std::vector<float>(y, y + items), ascending);
  EXPECT_EQ(std::vector<float>(z, z + items), ascending);
}

TEST_P(GroupSort, SubGroupsSortInMemoryOfTheirOwn) {
  const std::vector<int> numbers = some_numbers<int>(items);
  int *x = copied(numbers), *size = shared<int>(1);
  using Sorter = xp::default_sorters::group_sorter<int>;
  const std::size_t each = (Sorter::memory_required(sycl::memory_scope::sub_group, 32) + 15) / 16 * 16;
  in_a_group(items * each, [=](auto it, auto memory) {
    const sycl::sub_group g = it.get_sub_group();
    *size = static_cast<int>(g.get_max_local_range()[0]);
    const sycl::span<std::byte> own(memory.data() + g.get_group_linear_id() * each, each);
    x[it.get_local_id(0)] = xp::sort_over_group(xp::group_with_scratchpad(g, own), x[it.get_local_id(0)]);
  });
  std::vector<int> expected = numbers;
  for (std::size_t first = 0; first < items; first += static_cast<std::size_t>(*size))
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(first),
              expected.begin() + static_cast<std::ptrdiff_t>(std::min(items, first + static_cast<std::size_t>(*size))));
  EXPECT_EQ(std::vector<int>(x, x + items), expected);
}

TEST_P(GroupSort, ValuesGoWithTheirKeys) {
  const std::vector<int> keys = some_numbers<int>(items);
  int *x = copied(keys);
  double *values = shared<double>(items);
  unsigned *places = shared<unsigned>(items);
  using Sorter = xp::default_sorters::group_key_value_sorter<int, double>;
  using Radix = xp::radix_sorters::group_key_value_sorter<int, unsigned, xp::sorting_order::descending>;
  in_a_group(Sorter::memory_required(sycl::memory_scope::work_group, items), [=](auto it, auto memory) {
    const auto i = it.get_local_id(0);
    std::tie(x[i], values[i]) =
        xp::sort_key_value_over_group(xp::group_with_scratchpad(it.get_group(), memory), x[i], 0.5 * x[i]);
    int key;
    std::tie(key, places[i]) =
        xp::sort_key_value_over_group(it.get_group(), static_cast<int>(i % 4), static_cast<unsigned>(i), Radix(memory));
  });
  std::vector<int> expected = keys;
  std::sort(expected.begin(), expected.end());
  for (std::size_t i = 0; i < items; ++i) {
    EXPECT_EQ(x[i], expected[i]);
    EXPECT_EQ(values[i], 0.5 * expected[i]);
    EXPECT_EQ(places[i], i % (items / 4) * 4 + 3 - i / (items / 4));
  }
}

TEST_P(GroupSort, ArraysOfWorkItemsAreBlockedOrStriped) {
  using xp::group_algorithm_data_placement;
  constexpr std::size_t each = 3, n = each * items;
  const std::vector<int> numbers = some_numbers<int>(n);
  int *blocked = shared<int>(n), *striped = shared<int>(n), *keys = shared<int>(n), *places = shared<int>(n);
  int *from = copied(numbers);
  using Sorter = xp::default_sorters::group_key_value_sorter<int, int, std::less<>, each>;
  in_a_group(Sorter::memory_required(sycl::memory_scope::work_group, items), [=](auto it, auto memory) {
    const auto lane = it.get_local_id(0);
    const xp::group_with_scratchpad helper(it.get_group(), memory);
    int own[each], other[each], key[each], place[each];
    for (std::size_t i = 0; i < each; ++i) {
      own[i] = other[i] = from[lane * each + i];
      key[i] = from[i * items + lane] % 8;
      place[i] = static_cast<int>(i * items + lane);
    }
    xp::sort_over_group(helper, sycl::span<int, each>(own));
    xp::sort_over_group(it.get_group(), sycl::span<int, each>(other),
                        xp::radix_sorters::group_sorter<int, xp::sorting_order::ascending, each>(memory),
                        xp::properties{xp::output_data_placement<group_algorithm_data_placement::striped>});
    xp::sort_key_value_over_group(helper, sycl::span<int, each>(key), sycl::span<int, each>(place),
                                  xp::properties{xp::input_data_placement<group_algorithm_data_placement::striped>});
    for (std::size_t i = 0; i < each; ++i) {
      blocked[lane * each + i] = own[i];
      striped[i * items + lane] = other[i];
      keys[lane * each + i] = key[i];
      places[lane * each + i] = place[i];
    }
  });
  std::vector<int> expected = numbers, order(n);
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(std::vector<int>(blocked, blocked + n), expected);
  EXPECT_EQ(std::vector<int>(striped, striped + n), expected);
  std::iota(order.begin(), order.end(), 0);
  const auto key_of = [&](int i) { return numbers[static_cast<std::size_t>(i)] % 8; };
  sort_stably(order, [&](int a, int b) { return key_of(a) < key_of(b); });
  EXPECT_EQ(std::vector<int>(places, places + n), order);
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(keys[i], key_of(order[i]));
}

WEFT_EACH_DEVICE(GroupSort);
