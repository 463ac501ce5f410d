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

template <int> struct count_flags : SelectArguments {
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

// The same for one work-item a flag, where `ends` counts the flags set until each.

template <int> struct places_each : SelectArguments {
  void operator()(sycl::item<1> item) const {
    const std::int64_t i = item.get_linear_id();
    if (flags[i] != 0)
      as<std::int64_t>(target)[ends[i] - 1] = i;
  }
};

template <int Bytes> struct compress_each : SelectArguments {
  void operator()(sycl::item<1> item) const {
    const std::int64_t i = item.get_linear_id();
    if (flags[i] != 0)
      as<Element<Bytes>>(target)[ends[i] - 1] = as<const Element<Bytes>>(source)[i];
  }
};

template <int Bytes> struct expand_each : SelectArguments {
  void operator()(sycl::item<1> item) const {
    const std::int64_t i = item.get_linear_id();
    if (flags[i] != 0)
      as<Element<Bytes>>(target)[i] = as<const Element<Bytes>>(source)[(ends[i] - 1) % values];
  }
};

} // namespace weft::algorithms

WEFT_ND_KERNEL(weft::algorithms::count_flags<0>)
WEFT_ND_KERNEL(weft::algorithms::places_alone<0>)
WEFT_RANGE_KERNEL(weft::algorithms::places_each<0>)
WEFT_FOR_ELEMENTS(WEFT_ND_KERNEL, weft::algorithms::compress_alone)
WEFT_FOR_ELEMENTS(WEFT_ND_KERNEL, weft::algorithms::expand_alone)
WEFT_FOR_ELEMENTS(WEFT_RANGE_KERNEL, weft::algorithms::compress_each)
WEFT_FOR_ELEMENTS(WEFT_RANGE_KERNEL, weft::algorithms::expand_each)
