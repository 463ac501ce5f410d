// Compaction: places, elements or targets of the flags that are set.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"

namespace weft::algorithms {

constexpr std::int64_t step = 8; // flags in a word

inline std::uint64_t flags_at(const unsigned char *flags) {
  std::uint64_t word = 0;
  __builtin_memcpy(&word, flags, sizeof word);
  return word;
}

inline std::int64_t first_of(const SelectArguments &a, std::int64_t tile) {
  return tile * a.tile;
}
inline std::int64_t last_of(const SelectArguments &a, std::int64_t tile) {
  return (tile + 1) * a.tile < a.count ? (tile + 1) * a.tile : a.count;
}

/// Calls visit(i, k) for the k-th set flag of all at i. It may be called for flags that are not set, with the number of
/// the next that is: whoever stores there is overwritten.
template <class Visit> void for_each_set(const SelectArguments &a, std::int64_t tile, const Visit &visit) {
  const std::int64_t last = last_of(a, tile), end = a.ends[tile];
  std::int64_t i = first_of(a, tile), k = tile > 0 ? a.ends[tile - 1] : 0;
  for (; i + step <= last && k + step < end; i += step) {
    const std::uint64_t word = flags_at(a.flags + i);
    if (word == 0)
      continue;
    for (int b = 0; b < step; ++b) {
      visit(i + b, k);
      k += static_cast<std::int64_t>(word >> (8 * b) & 1);
    }
  }
  for (; k < end; ++i)
    if (a.flags[i] != 0)
      visit(i, k++);
}

template <int> struct count_flags_alone : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    const std::int64_t tile_index = item.get_group(0), last = last_of(*this, tile_index);
    std::int64_t i = first_of(*this, tile_index), sum = 0;
    for (; i + step <= last; i += step)
      sum += __builtin_popcountll(flags_at(flags + i));
    for (; i < last; ++i)
      sum += flags[i];
    ends[tile_index] = sum;
  }
};

template <int> struct places_alone : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    std::int64_t *places = as<std::int64_t>(target);
    for_each_set(*this, item.get_group(0), [=](std::int64_t i, std::int64_t k) { places[k] = i; });
  }
};

template <int Bytes> struct compress_alone : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    const auto *from = as<const Element<Bytes>>(source);
    auto *to = as<Element<Bytes>>(target);
    for_each_set(*this, item.get_group(0), [=](std::int64_t i, std::int64_t k) { to[k] = from[i]; });
  }
};

/// Stores to every element of a word of flags that are not all zero: which are set, no branch could foresee.
template <int Bytes> struct expand_alone : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    const auto *from = as<const Element<Bytes>>(source);
    auto *to = as<Element<Bytes>>(target);
    const std::int64_t group = item.get_group(0), last = last_of(*this, group);
    std::int64_t i = first_of(*this, group), k = (group > 0 ? ends[group - 1] : 0) % values;
    const auto store = [&](std::int64_t at) {
      const bool set = flags[at] != 0;
      to[at] = set ? from[k] : to[at];
      k += set ? 1 : 0;
      k = k == values ? 0 : k;
    };
    for (; i + step <= last; i += step)
      if (flags_at(flags + i) != 0)
        for (int b = 0; b < step; ++b)
          store(i + b);
    for (; i < last; ++i)
      store(i);
  }
};

// A group goes through a tile together, a work-item through one word of flags.
constexpr int group_size = 256;

/// Zero beyond the last flag.
inline std::uint64_t word_of(const SelectArguments &a, std::int64_t i) {
  const unsigned char *const flags = a.flags + i;
  if (i + step > a.count) {
    std::uint64_t word = 0;
    for (int b = 0; i + b < a.count; ++b)
      word |= std::uint64_t{flags[b]} << (8 * b);
    return word;
  }
  if (reinterpret_cast<std::uintptr_t>(flags) % sizeof(std::uint64_t) == 0)
    return *reinterpret_cast<const std::uint64_t *>(flags);
  return flags_at(flags);
}

/// How many are set in the words of the group's work-items until the end of this one's.
inline std::uint32_t set_until(std::uint64_t word, int me) {
  auto *const sums = static_cast<std::uint32_t *>(__weft_local_mem());
  sums[me] = static_cast<std::uint32_t>(__builtin_popcountll(word));
  for (int apart = 1; apart < group_size; apart *= 2) {
    meet();
    const std::uint32_t before = me >= apart ? sums[me - apart] : 0;
    meet();
    sums[me] += before;
  }
  return sums[me];
}

/// As for_each_set(), by the group of a tile, for flags that are set alone.
template <class Visit>
void for_each_set_together(const SelectArguments &a, const sycl::nd_item<1> &item, const Visit &visit) {
  const std::int64_t tile = item.get_group(0);
  const int me = static_cast<int>(item.get_local_id(0));
  const std::int64_t first = first_of(a, tile) + me * step;
  const std::uint64_t word = word_of(a, first);
  std::int64_t k = (tile > 0 ? a.ends[tile - 1] : 0) + set_until(word, me) - __builtin_popcountll(word);
  for (int b = 0; b < step; ++b)
    if ((word >> (8 * b) & 1) != 0)
      visit(first + b, k++);
}

template <int> struct count_flags_together : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    const std::int64_t tile_index = item.get_group(0);
    const int me = static_cast<int>(item.get_local_id(0));
    const std::uint32_t sum = set_until(word_of(*this, first_of(*this, tile_index) + me * step), me);
    if (me == group_size - 1)
      ends[tile_index] = sum;
  }
};

template <int> struct places_together : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    std::int64_t *places = as<std::int64_t>(target);
    for_each_set_together(*this, item, [=](std::int64_t i, std::int64_t k) { places[k] = i; });
  }
};

template <int Bytes> struct compress_together : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    const auto *from = as<const Element<Bytes>>(source);
    auto *to = as<Element<Bytes>>(target);
    for_each_set_together(*this, item, [=](std::int64_t i, std::int64_t k) { to[k] = from[i]; });
  }
};

template <int Bytes> struct expand_together : SelectArguments {
  void operator()(sycl::nd_item<1> item) const {
    const auto *from = as<const Element<Bytes>>(source);
    auto *to = as<Element<Bytes>>(target);
    const std::int64_t count_of_values = values;
    for_each_set_together(*this, item, [=](std::int64_t i, std::int64_t k) { to[i] = from[k % count_of_values]; });
  }
};

} // namespace weft::algorithms

WEFT_ND_KERNEL(weft::algorithms::count_flags_alone<0>)
WEFT_ND_KERNEL(weft::algorithms::count_flags_together<0>)
WEFT_ND_KERNEL(weft::algorithms::places_alone<0>)
WEFT_ND_KERNEL(weft::algorithms::places_together<0>)
WEFT_FOR_ELEMENTS(WEFT_ND_KERNEL, weft::algorithms::compress_alone)
WEFT_FOR_ELEMENTS(WEFT_ND_KERNEL, weft::algorithms::expand_alone)
WEFT_FOR_ELEMENTS(WEFT_ND_KERNEL, weft::algorithms::compress_together)
WEFT_FOR_ELEMENTS(WEFT_ND_KERNEL, weft::algorithms::expand_together)
