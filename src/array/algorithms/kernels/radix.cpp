// A radix sort by groups, least digit first. Digits are counted once; then each pass reads and writes memory once: a
// group ranks the keys of its tile, says how many of each digit there are, and waits for how many are before it.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/sorting/keys.hpp"

namespace weft::algorithms {

constexpr int digits = radix_group; ///< A work-item for each.
constexpr int per_item = radix_tile / radix_group;

template <class U> int digit_of(U key, std::int64_t pass) {
  return static_cast<int>(key >> (8 * pass) & 255);
}

template <int> struct radix_clear : RadixArguments {
  void operator()(sycl::item<1> item) const { published[item.get_linear_id()] = 0; }
};

/// Counts the digits of all passes. Equal ones that a work-item finds one after the other are counted at once.
template <int Bytes> struct radix_count : RadixArguments {
  void operator()(sycl::nd_item<1> item) const {
    using U = Word<Bytes>;
    auto *counts = static_cast<std::uint32_t *>(__weft_local_mem());
    const int me = static_cast<int>(item.get_local_id(0));
    const std::int64_t counted = (extent + radix_counted - 1) / radix_counted; // pieces of a row
    const std::int64_t row = item.get_group(0) / counted, first = (item.get_group(0) - row * counted) * radix_counted;
    const U *keys = as<const U>(source) + row * extent;
    for (int pass = 0; pass < Bytes; ++pass)
      counts[pass * digits + me] = 0;
    meet();
    U last = 0;
    std::uint32_t runs[Bytes] = {};
    for (std::int64_t i = first + me; i < first + radix_counted && i < extent; i += radix_group) {
      const U key = encoded(keys[i], order);
      for (int pass = 0; pass < Bytes; ++pass) {
        if (digit_of(key, pass) != digit_of(last, pass)) {
          if (runs[pass] != 0)
            count(counts, pass, last, runs[pass]);
          runs[pass] = 0;
        }
        ++runs[pass];
      }
      last = key;
    }
    for (int pass = 0; pass < Bytes; ++pass)
      if (runs[pass] != 0)
        count(counts, pass, last, runs[pass]);
    meet();
    for (int pass = 0; pass < Bytes; ++pass)
      if (const std::uint32_t n = counts[pass * digits + me]; n != 0)
        __weft_atomic_fetch_add_u32(begins + (row * Bytes + pass) * digits + me, n, 0, 3);
  }

private:
  template <class U> static void count(std::uint32_t *counts, int pass, U key, std::uint32_t n) {
    __weft_atomic_fetch_add_u32(counts + pass * digits + digit_of(key, pass), n, 0, 2);
  }
};

/// Where the keys of each digit begin, from how many there are.
template <int> struct radix_begin : RadixArguments {
  void operator()(sycl::nd_item<1> item) const {
    std::uint32_t &mine = begins[item.get_group(0) * digits + item.get_local_id(0)];
    mine = sycl::exclusive_scan_over_group(item.get_group(), mine, sycl::plus<std::uint32_t>());
  }
};

template <int Parameter> struct radix_scatter : RadixArguments {
  using U = Key<Parameter>;

  struct Tile {
    std::int64_t row, index, first;
    int size;
  };

  /// Tiles are taken in their order, so that those before are under way.
  Tile take_tile(int me) const {
    auto *taken = static_cast<std::uint32_t *>(__weft_local_mem());
    if (me == 0)
      *taken = __weft_atomic_fetch_add_u32(tickets + pass, 1, 0, 3);
    meet();
    const std::int64_t number = *taken;
    meet();
    Tile tile{};
    tile.row = number / tiles;
    tile.index = number - tile.row * tiles;
    tile.first = tile.index * radix_tile;
    tile.size = static_cast<int>(extent - tile.first < radix_tile ? extent - tile.first : radix_tile);
    return tile;
  }

  /// The rank of each of the sub-group's keys among those of its digit, which `counts` is left with.
  static void rank(const sycl::sub_group &lanes, std::uint32_t *counts, const U (&keys)[per_item], std::int64_t pass,
                   std::uint32_t (&ranks)[per_item]) {
    const auto lane = static_cast<int>(lanes.get_local_linear_id()),
               width = static_cast<int>(lanes.get_local_linear_range());
    for (int digit = lane; digit < digits; digit += width)
      counts[digit] = 0;
    sycl::group_barrier(lanes);
    for (int k = 0; k < per_item; ++k) {
      const int digit = digit_of(keys[k], pass);
      std::uint64_t alike = ~std::uint64_t(0);
      for (int bit = 0; bit < 8; ++bit) {
        const bool set = (digit >> bit & 1) != 0;
        const std::uint64_t others = sycl::detail::sub_group_ballot(set);
        alike &= set ? others : ~others;
      }
      alike &= ~std::uint64_t(0) >> (64 - width);
      const int before = __builtin_popcountll(alike & ~(~std::uint64_t(0) << lane));
      const std::uint32_t begun = counts[digit];
      sycl::group_barrier(lanes);
      if (before == 0)
        counts[digit] = begun + static_cast<std::uint32_t>(__builtin_popcountll(alike));
      sycl::group_barrier(lanes);
      ranks[k] = begun + static_cast<std::uint32_t>(before);
    }
  }

  /// Keys of the work-item's digit in the tiles before. A word is how many there are, in a tile or until its end, and
  /// which of both in which pass: words of passes before are none.
  std::uint32_t look_back(const Tile &tile, int me, std::uint32_t mine) const {
    constexpr int flag_at = 32;
    const std::uint64_t in_tile = static_cast<std::uint64_t>(2 * pass + 1) << flag_at,
                        until_end = static_cast<std::uint64_t>(2 * pass + 2) << flag_at;
    const auto word = [&](std::int64_t index) {
      return sycl::atomic_ref<std::uint64_t, sycl::memory_order::relaxed, sycl::memory_scope::device>(
          published[(tile.row * tiles + index) * digits + me]);
    };
    std::uint32_t before = 0;
    if (tile.index > 0) {
      word(tile.index).store(in_tile | mine);
      for (std::int64_t at = tile.index - 1;;) {
        const std::uint64_t seen = word(at).load();
        if (seen < in_tile)
          continue;
        before += static_cast<std::uint32_t>(seen);
        if (seen >= until_end)
          break;
        --at;
      }
    }
    word(tile.index).store(until_end | (before + mine));
    return before;
  }

  void operator()(sycl::nd_item<1> item) const {
    const int me = static_cast<int>(item.get_local_id(0));
    const Tile tile = take_tile(me);
    const sycl::sub_group lanes = item.get_sub_group();
    const auto width = static_cast<int>(lanes.get_local_linear_range()),
               sub_group = static_cast<int>(lanes.get_group_linear_id()),
               sub_groups = static_cast<int>(lanes.get_group_linear_range());
    auto *ends = static_cast<std::uint32_t *>(__weft_local_mem()), *shifts = ends + digits, *room = shifts + digits;
    std::uint32_t *counts = room + sub_group * digits;
    const std::int64_t begin = tile.row * extent + tile.first;
    const int first = sub_group * width * per_item + static_cast<int>(lanes.get_local_linear_id());
    U keys[per_item];
    for (int k = 0; k < per_item; ++k) { // what is missing comes last
      const int i = first + k * width;
      const U key = i < tile.size ? as<const U>(source)[begin + i] : U(~U(0));
      keys[k] = encodes != 0 && i < tile.size ? encoded(key, order) : key;
    }
    std::uint32_t places_in_tile[per_item];
    rank(lanes, counts, keys, pass, places_in_tile);
    meet();
    std::uint32_t mine = 0; // of this work-item's digit
    for (int s = 0; s < sub_groups; ++s) {
      const std::uint32_t count = room[s * digits + me];
      room[s * digits + me] = mine;
      mine += count;
    }
    const std::uint32_t until = sycl::exclusive_scan_over_group(item.get_group(), mine, sycl::plus<std::uint32_t>());
    ends[me] = until;
    shifts[me] = begins[(tile.row * passes + pass) * digits + me] + look_back(tile, me, mine) - until;
    meet();
    for (int k = 0; k < per_item; ++k)
      places_in_tile[k] += ends[digit_of(keys[k], pass)] + counts[digit_of(keys[k], pass)];
    meet();
    auto *sorted = reinterpret_cast<U *>(room);
    for (int k = 0; k < per_item; ++k)
      sorted[places_in_tile[k]] = keys[k];
    meet();
    std::uint32_t to[per_item];
    for (int k = 0; k < per_item; ++k)
      if (const int i = me + k * radix_group; i < tile.size) {
        const U key = sorted[i];
        to[k] = shifts[digit_of(key, pass)] + static_cast<std::uint32_t>(i);
        if (target != nullptr)
          as<U>(target)[tile.row * extent + to[k]] = decodes != 0 ? decoded(key, order) : key;
      }
    if constexpr (with_places(Parameter)) {
      meet();
      for (int k = 0; k < per_item; ++k) {
        const int i = first + k * width;
        room[places_in_tile[k]] = i < tile.size && from_places != nullptr ? from_places[begin + i]
                                                                          : static_cast<std::uint32_t>(tile.first + i);
      }
      meet();
      for (int k = 0; k < per_item; ++k)
        if (const int i = me + k * radix_group; i < tile.size) {
          if (to_places != nullptr)
            to_places[tile.row * extent + to[k]] = room[i];
          else
            places[tile.row * extent + to[k]] = room[i];
        }
    }
  }
};

} // namespace weft::algorithms

#define WEFT_FOR_KEYS(K) WEFT_ND_KERNEL(K<1>) WEFT_ND_KERNEL(K<2>) WEFT_ND_KERNEL(K<4>) WEFT_ND_KERNEL(K<8>)
WEFT_RANGE_KERNEL(weft::algorithms::radix_clear<0>)
WEFT_ND_KERNEL(weft::algorithms::radix_begin<0>)
WEFT_FOR_KEYS(weft::algorithms::radix_count)
WEFT_FOR_KEYS(weft::algorithms::radix_scatter)
WEFT_ND_KERNEL(weft::algorithms::radix_scatter<16 + 1>)
WEFT_ND_KERNEL(weft::algorithms::radix_scatter<16 + 2>)
WEFT_ND_KERNEL(weft::algorithms::radix_scatter<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::radix_scatter<16 + 8>)
