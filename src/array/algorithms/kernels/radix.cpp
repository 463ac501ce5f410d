// A radix sort by groups, least digit first. A row that fits into a tile is sorted by its group at once. Of longer ones
// digits are counted once; then each pass reads and writes memory once: a group ranks the keys of its tile, says how
// many of each digit there are, and waits for how many are before it.
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

struct Tile {
  std::int64_t row, index, first;
  int size;
};

/// The first of the lane's keys in a tile; the next ones are a sub-group's width from each other.
inline int first_key(const Lanes &lanes) {
  return lanes.index * lanes.width * per_item + lanes.lane;
}

/// What is missing comes last.
template <class U> void load(const RadixArguments &a, const Tile &tile, const Lanes &lanes, U (&keys)[per_item]) {
  const U *from = as<const U>(a.source) + tile.row * a.extent + tile.first;
  const int first = first_key(lanes), step = lanes.width;
  for (int k = 0; k < per_item; ++k) {
    const int i = first + k * step;
    keys[k] = from[i < tile.size ? i : tile.size - 1];
  }
  if (a.encodes != 0)
    for (int k = 0; k < per_item; ++k)
      keys[k] = encoded(keys[k], a.order);
  if (tile.size < radix_tile)
    for (int k = 0; k < per_item; ++k)
      if (first + k * step >= tile.size)
        keys[k] = U(~U(0));
}

/// The lanes whose digit is this one's, as bits.
template <class Bits> Bits alike(int digit, int width) {
  Bits same = Bits(~Bits(0)) >> (8 * static_cast<int>(sizeof(Bits)) - width);
  for (int bit = 0; bit < 8; ++bit) {
    const bool set = (digit >> bit & 1) != 0;
    const auto others = static_cast<Bits>(sycl::detail::sub_group_ballot(set));
    same &= set ? others : Bits(~others);
  }
  return same;
}

template <class Bits, class U>
void rank_by(const Lanes &lanes, std::uint32_t *counts, const U (&keys)[per_item], std::int64_t pass,
             std::uint32_t (&ranks)[per_item]) {
  for (int digit = lanes.lane; digit < digits; digit += lanes.width)
    counts[digit] = 0;
  sycl::group_barrier(lanes.group);
  for (int k = 0; k < per_item; ++k) {
    const int digit = digit_of(keys[k], pass);
    const Bits same = alike<Bits>(digit, lanes.width);
    const int before = __builtin_popcountll(same & ~(Bits(~Bits(0)) << lanes.lane));
    const std::uint32_t begun = counts[digit];
    sycl::group_barrier(lanes.group);
    if (before == 0)
      counts[digit] = begun + static_cast<std::uint32_t>(__builtin_popcountll(same));
    sycl::group_barrier(lanes.group);
    ranks[k] = begun + static_cast<std::uint32_t>(before);
  }
}

/// The rank of each of the sub-group's keys among those of its digit, which `counts` is left with.
template <class U>
void rank(const Lanes &lanes, std::uint32_t *counts, const U (&keys)[per_item], std::int64_t pass,
          std::uint32_t (&ranks)[per_item]) {
  if (lanes.width <= 32)
    rank_by<std::uint32_t>(lanes, counts, keys, pass, ranks);
  else
    rank_by<std::uint64_t>(lanes, counts, keys, pass, ranks);
}

/// The sub-groups' counts become where their keys of each digit go in the tile. A work-item has `share` digits; they
/// begin at the value returned, and there are `mine`.
inline std::uint32_t begin_digits(const sycl::nd_item<1> &item, int sub_groups, std::uint32_t *counts, int share,
                                  std::uint32_t &mine) {
  const int first = static_cast<int>(item.get_local_id(0)) * share;
  mine = 0;
  for (int digit = first; digit < first + share; ++digit)
    for (int s = 0; s < sub_groups; ++s) {
      const std::uint32_t count = counts[s * digits + digit];
      counts[s * digits + digit] = mine;
      mine += count;
    }
  const std::uint32_t before = sycl::exclusive_scan_over_group(item.get_group(), mine, sycl::plus<std::uint32_t>());
  for (int digit = first; digit < first + share; ++digit)
    for (int s = 0; s < sub_groups; ++s)
      counts[s * digits + digit] += before;
  return before;
}

/// Sorts a row in local memory.
template <int Parameter> struct radix_sort_row : RadixArguments {
  using U = Key<Parameter>;

  void operator()(sycl::nd_item<1> item) const {
    const Lanes lanes(item.get_sub_group());
    const Tile tile{static_cast<std::int64_t>(item.get_group(0)), 0, 0, static_cast<int>(extent)};
    auto *room = static_cast<std::uint32_t *>(__weft_local_mem());
    std::uint32_t *counts = room + lanes.index * digits;
    const int first = first_key(lanes), step = lanes.width, share = digits / static_cast<int>(item.get_local_range(0));
    U keys[per_item];
    load(*this, tile, lanes, keys);
    std::uint32_t from[per_item];
    for (int k = 0; k < per_item; ++k)
      from[k] = static_cast<std::uint32_t>(first + k * step);
    for (std::int64_t digit = 0; digit < passes; ++digit) {
      std::uint32_t to[per_item], mine = 0;
      rank(lanes, counts, keys, digit, to);
      meet();
      begin_digits(item, lanes.count, room, share, mine);
      meet();
      for (int k = 0; k < per_item; ++k)
        to[k] += counts[digit_of(keys[k], digit)];
      meet();
      move(room, first, step, to, keys);
      if constexpr (with_places(Parameter))
        move(room, first, step, to, from);
    }
    for (int k = 0; k < per_item; ++k)
      if (const int i = first + k * step; i < tile.size) {
        if constexpr (with_places(Parameter))
          places[tile.row * extent + i] = from[k];
        else
          as<U>(target)[tile.row * extent + i] = decoded(keys[k], order);
      }
  }

private:
  template <class T>
  static void move(void *room, int first, int step, const std::uint32_t (&to)[per_item], T (&values)[per_item]) {
    for (int k = 0; k < per_item; ++k)
      as<T>(room)[to[k]] = values[k];
    meet();
    for (int k = 0; k < per_item; ++k)
      values[k] = as<T>(room)[first + k * step];
    meet();
  }
};

template <int Parameter> struct radix_scatter : RadixArguments {
  using U = Key<Parameter>;

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
    const Lanes lanes(item.get_sub_group());
    auto *shifts = static_cast<std::uint32_t *>(__weft_local_mem()), *room = shifts + digits;
    std::uint32_t *counts = room + lanes.index * digits;
    const std::int64_t begin = tile.row * extent + tile.first;
    U keys[per_item];
    load(*this, tile, lanes, keys);
    std::uint32_t places_in_tile[per_item], mine = 0;
    rank(lanes, counts, keys, pass, places_in_tile);
    meet();
    const std::uint32_t until = begin_digits(item, lanes.count, room, 1, mine);
    shifts[me] = begins[(tile.row * passes + pass) * digits + me] + look_back(tile, me, mine) - until;
    meet();
    for (int k = 0; k < per_item; ++k)
      places_in_tile[k] += counts[digit_of(keys[k], pass)];
    meet();
    auto *sorted = reinterpret_cast<U *>(room);
    for (int k = 0; k < per_item; ++k)
      sorted[places_in_tile[k]] = keys[k];
    meet();
    std::uint32_t to[per_item];
    for (int k = 0; k < per_item; ++k) {
      const int i = me + k * radix_group;
      keys[k] = sorted[i];
      to[k] = shifts[digit_of(keys[k], pass)] + static_cast<std::uint32_t>(i);
    }
    if (decodes != 0)
      for (int k = 0; k < per_item; ++k)
        keys[k] = decoded(keys[k], order);
    if (target != nullptr)
      for (int k = 0; k < per_item; ++k)
        if (me + k * radix_group < tile.size)
          as<U>(target)[tile.row * extent + to[k]] = keys[k];
    if constexpr (with_places(Parameter)) {
      meet();
      for (int k = 0; k < per_item; ++k) {
        const int i = first_key(lanes) + k * lanes.width;
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
#define WEFT_FOR_KEYS_WITH_PLACES(K)                                                                                   \
  WEFT_FOR_KEYS(K)                                                                                                     \
  WEFT_ND_KERNEL(K<16 + 1>) WEFT_ND_KERNEL(K<16 + 2>) WEFT_ND_KERNEL(K<16 + 4>) WEFT_ND_KERNEL(K<16 + 8>)
WEFT_FOR_KEYS_WITH_PLACES(weft::algorithms::radix_scatter)
WEFT_FOR_KEYS_WITH_PLACES(weft::algorithms::radix_sort_row)
