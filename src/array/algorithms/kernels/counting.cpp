// Sorts of keys that have few values, for CPUs: blocks of a row count each value, blocks of the result are written from
// the counts.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/sorting/keys.hpp"

namespace weft::algorithms {

/// Neighbours are often alike: so many keys in turn count by themselves, where tables are small.
constexpr int turns = 4;
constexpr std::int64_t small_table = 1024;

template <int Bytes> constexpr std::int64_t all_values = Bytes <= 2 ? std::int64_t{1} << 8 * Bytes : 0;

template <int Bytes> Window window_of(const CountingArguments &a, std::int64_t row) {
  if constexpr (all_values<Bytes> != 0)
    return {0, all_values<Bytes>, 0};
  else
    return a.windows[row];
}

/// A group's part of a row.
struct Part {
  std::int64_t row, first, last;
};
inline Part part_of(const CountingArguments &a, std::int64_t group) {
  const std::int64_t row = group / a.blocks, number = group - row * a.blocks;
  return {row, number * a.extent / a.blocks, (number + 1) * a.extent / a.blocks};
}

/// The window of a row's keys, out of a sample from all over it.
template <int Bytes> struct choose_window : CountingArguments {
  void operator()(sycl::nd_item<1> item) const {
    using U = Word<Bytes>;
    constexpr std::int64_t sample = 256;
    const CountingArguments a = *this;
    const std::int64_t row = item.get_group(0), step = a.extent / sample;
    const U *keys = as<const U>(a.source) + row * a.extent;
    U least = ~U(0), most = 0;
    std::uint64_t seed = 1;
    for (std::int64_t i = 0; i < sample; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      const U key =
          encoded(keys[i * step + static_cast<std::int64_t>((seed >> 33) % static_cast<std::uint64_t>(step))], a.order);
      least = key < least ? key : least;
      most = key > most ? key : most;
    }
    const U range = U(most - least), margin = U(range / 8 + 16); // what the sample may have missed
    const U first = least > margin ? U(least - margin) : U(0);
    const U last = U(~U(0) - most) > margin ? U(most + margin) : ~U(0);
    const U values = U(last - first);
    a.windows[row] = {first, values < static_cast<U>(a.most_values) ? static_cast<std::int64_t>(values) + 1 : 0, 0};
  }
};

/// Counts keys, each turn's in a table of its own that is `apart` from the one before; false where one is outside, of
/// which a few are enough to end.
template <int Bytes>
bool count_keys(const Word<Bytes> *keys, std::int64_t count, const Window &window, const KeyOrder &order,
                std::uint32_t *tables, std::int64_t apart) {
  using U = Word<Bytes>;
  constexpr std::int64_t some = 1 << 12;
  std::uint32_t outside = 0;
  const auto add = [&](std::int64_t i, std::int64_t turn) {
    const U value = U(encoded(keys[i], order) - U(window.first));
    const bool inside = all_values<Bytes> != 0 || value < static_cast<U>(window.values);
    outside |= inside ? 0 : 1;
    ++tables[turn * apart + (inside ? static_cast<std::int64_t>(value) : 0)];
  };
  std::int64_t i = 0;
  while (i + turns <= count && outside == 0) {
    const std::int64_t end = count - i < some ? count : i + some;
    for (; i + turns <= end; i += turns)
      for (int turn = 0; turn < turns; ++turn)
        add(i + turn, turn);
  }
  for (; i < count && outside == 0; ++i)
    add(i, 0);
  return outside == 0;
}

/// How often each value of the window is among keys; false where others are, too.
template <int Bytes>
bool count_part(const Word<Bytes> *keys, std::int64_t count, const Window &window, const KeyOrder &order,
                std::uint32_t *counts) {
  std::uint32_t small[turns * small_table];
  const bool is_small = window.values <= small_table;
  std::uint32_t *tables = is_small ? small : counts;
  const std::int64_t apart = is_small ? window.values : 0;
  for (std::int64_t v = 0; v < window.values + (turns - 1) * apart; ++v)
    tables[v] = 0;
  const bool covers = count_keys<Bytes>(keys, count, window, order, tables, apart);
  for (std::int64_t v = 0; v < apart; ++v)
    counts[v] = tables[v] + tables[v + apart] + tables[v + 2 * apart] + tables[v + 3 * apart];
  return covers;
}

template <int Bytes> struct count_values : CountingArguments {
  void operator()(sycl::nd_item<1> item) const {
    const CountingArguments a = *this;
    const Part part = part_of(a, item.get_group(0));
    const Window window = window_of<Bytes>(a, part.row);
    if (!window.covers())
      return;
    const auto *keys = as<const Word<Bytes>>(a.source) + part.row * a.extent + part.first;
    if (!count_part<Bytes>(keys, part.last - part.first, window, a.order, a.counts + item.get_group(0) * a.most_values))
      __weft_atomic_fetch_or_u64(&a.windows[part.row].outside, 1, 0, 3);
  }
};

/// Where the values of a row begin in its result.
template <int Bytes> struct place_values : CountingArguments {
  void operator()(sycl::nd_item<1> item) const {
    const CountingArguments a = *this;
    const std::int64_t row = item.get_group(0);
    const Window window = window_of<Bytes>(a, row);
    if (!window.covers())
      return;
    const std::uint32_t *counts = a.counts + row * a.blocks * a.most_values;
    std::uint32_t *begins = a.begins + row * a.most_values;
    for (std::int64_t v = 0; v < window.values; ++v)
      begins[v] = counts[v];
    for (std::int64_t block = 1; block < a.blocks; ++block)
      for (std::int64_t v = 0; v < window.values; ++v)
        begins[v] += counts[block * a.most_values + v];
    std::uint32_t begin = 0;
    for (std::int64_t v = 0; v < window.values; ++v) {
      const std::uint32_t count = begins[v];
      begins[v] = begin;
      begin += count;
    }
  }
};

/// Writes what belongs to [first, last) of a row's result.
template <int Bytes>
void write_part(Word<Bytes> *to, std::int64_t first, std::int64_t last, std::int64_t extent, const Window &window,
                const KeyOrder &order, const std::uint32_t *begins) {
  std::int64_t v = 0, left = window.values; // the last value that begins at `first` or before
  while (left > 1) {
    const std::int64_t half = left / 2;
    v += begins[v + half] <= first ? half : 0;
    left -= half;
  }
  for (std::int64_t i = first; i < last; ++v) {
    std::int64_t end = v + 1 < window.values ? begins[v + 1] : extent;
    end = end < last ? end : last;
    const auto key = decoded(Word<Bytes>(window.first + static_cast<std::uint64_t>(v)), order);
    for (; i < end; ++i)
      to[i] = key;
  }
}

template <int Bytes> struct write_values : CountingArguments {
  void operator()(sycl::nd_item<1> item) const {
    const CountingArguments a = *this;
    const Part part = part_of(a, item.get_group(0));
    const Window window = window_of<Bytes>(a, part.row);
    if (window.covers())
      write_part<Bytes>(as<Word<Bytes>>(a.target) + part.row * a.extent, part.first, part.last, a.extent, window,
                        a.order, a.begins + part.row * a.most_values);
  }
};

/// Rows that are a task each.
template <int Bytes> struct sort_rows_by_counts : CountingArguments {
  void operator()(sycl::nd_item<1> item) const {
    const CountingArguments a = *this;
    const std::int64_t row = item.get_group(0);
    const Window window{0, all_values<Bytes>, 0};
    std::uint32_t table[all_values<Bytes>];
    for (std::uint32_t &count : table)
      count = 0;
    const auto *keys = as<const Word<Bytes>>(a.source) + row * a.extent;
    count_keys<Bytes>(keys, a.extent, window, a.order, table, 0);
    auto *to = as<Word<Bytes>>(a.target) + row * a.extent;
    for (int v = 0; v < all_values<Bytes>; ++v) {
      const auto key = decoded(Word<Bytes>(v), a.order);
      for (std::uint32_t i = 0; i < table[v]; ++i)
        *to++ = key;
    }
  }
};

} // namespace weft::algorithms

#define WEFT_FOR_COUNTED(K) WEFT_ND_KERNEL(K<1>) WEFT_ND_KERNEL(K<2>) WEFT_ND_KERNEL(K<4>) WEFT_ND_KERNEL(K<8>)
WEFT_ND_KERNEL(weft::algorithms::choose_window<4>)
WEFT_ND_KERNEL(weft::algorithms::choose_window<8>)
WEFT_FOR_COUNTED(weft::algorithms::count_values)
WEFT_FOR_COUNTED(weft::algorithms::place_values)
WEFT_FOR_COUNTED(weft::algorithms::write_values)
WEFT_ND_KERNEL(weft::algorithms::sort_rows_by_counts<1>)
