// A radix sort by groups, least digit first. A short row is sorted by its group at once. Of longer ones digits are
// counted once; then each pass reads and writes memory once: a group says how many keys of each digit its tile has,
// ranks them, and waits for how many are before them. A pass whose digits are all the same moves nothing.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/sorting/keys.hpp"

namespace weft::algorithms {

constexpr int digits = radix_group; ///< A work-item for each.

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

/// The first of the lane's N keys in a tile; the next ones are a sub-group's width from each other.
template <int N> int first_key(const Lanes &lanes) {
  return lanes.index * lanes.width * N + lanes.lane;
}

/// What is missing comes last.
template <int N, class U> void load(const RadixArguments &a, const Tile &tile, const Lanes &lanes, U (&keys)[N]) {
  const U *from = as<const U>(a.source) + tile.row * a.extent + tile.first;
  const int first = first_key<N>(lanes), step = lanes.width;
  for (int k = 0; k < N; ++k) {
    const int i = first + k * step;
    keys[k] = from[i < tile.size ? i : tile.size - 1];
  }
  if (a.encodes != 0)
    for (int k = 0; k < N; ++k)
      keys[k] = encoded(keys[k], a.order);
  if (tile.size < N * radix_group)
    for (int k = 0; k < N; ++k)
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

template <class Bits> int count_before(Bits same, int lane) {
  return __builtin_popcountll(same & ~(Bits(~Bits(0)) << lane));
}

template <class Bits, int N, class U>
void rank_by(const Lanes &lanes, std::uint32_t *counts, const U (&keys)[N], std::int64_t pass,
             std::uint32_t (&ranks)[N]) {
  for (int digit = lanes.lane; digit < digits; digit += lanes.width)
    counts[digit] = 0;
  sycl::group_barrier(lanes.group);
  for (int k = 0; k < N; ++k) {
    const int digit = digit_of(keys[k], pass);
    const Bits same = alike<Bits>(digit, lanes.width);
    const int before = count_before(same, lanes.lane);
    const std::uint32_t begun = counts[digit];
    sycl::group_barrier(lanes.group);
    if (before == 0)
      counts[digit] = begun + static_cast<std::uint32_t>(__builtin_popcountll(same));
    sycl::group_barrier(lanes.group);
    ranks[k] = begun + static_cast<std::uint32_t>(before);
  }
}

/// The rank of each of the sub-group's keys among those of its digit, which `counts` is left with.
template <int N, class U>
void rank(const Lanes &lanes, std::uint32_t *counts, const U (&keys)[N], std::int64_t pass, std::uint32_t (&ranks)[N]) {
  if (lanes.width <= 32)
    rank_by<std::uint32_t>(lanes, counts, keys, pass, ranks);
  else
    rank_by<std::uint64_t>(lanes, counts, keys, pass, ranks);
}

inline void mark(std::uint32_t &lanes, int lane) {
  __weft_atomic_fetch_or_u32(&lanes, std::uint32_t(1) << lane, 0, 2);
}
inline void mark(std::uint64_t &lanes, int lane) {
  __weft_atomic_fetch_or_u64(&lanes, std::uint64_t(1) << lane, 0, 2);
}

/// Where each of the sub-group's keys goes, and with it where the next of its digit will. `masks` are 0.
template <class Bits, int N, class U>
void place(const Lanes &lanes, std::uint32_t *begins, Bits *masks, const U (&keys)[N], std::int64_t pass,
           std::uint32_t (&places)[N]) {
  for (int k = 0; k < N; ++k) {
    const int digit = digit_of(keys[k], pass);
    mark(masks[digit], lanes.lane);
    sycl::group_barrier(lanes.group);
    const Bits same = masks[digit];
    const std::uint32_t begun = begins[digit];
    const int before = count_before(same, lanes.lane);
    sycl::group_barrier(lanes.group);
    if (before == 0) {
      begins[digit] = begun + static_cast<std::uint32_t>(__builtin_popcountll(same));
      masks[digit] = 0;
    }
    sycl::group_barrier(lanes.group);
    places[k] = begun + static_cast<std::uint32_t>(before);
  }
}

/// A work-item has `share` digits. The sub-groups' counts become how many keys of the digit are in sub-groups before;
/// returns how many there are.
inline std::uint32_t sum_digits(int me, int sub_groups, std::uint32_t *counts, int share) {
  std::uint32_t sum = 0;
  for (int digit = me * share; digit < (me + 1) * share; ++digit)
    for (int s = 0; s < sub_groups; ++s) {
      const std::uint32_t count = counts[s * digits + digit];
      counts[s * digits + digit] = sum;
      sum += count;
    }
  return sum;
}

/// And these become where the sub-groups' keys of each digit go in the tile; the work-item's begin at what is returned.
inline std::uint32_t begin_digits(const sycl::nd_item<1> &item, int sub_groups, std::uint32_t *counts, int share,
                                  std::uint32_t sum) {
  const int first = static_cast<int>(item.get_local_id(0)) * share;
  const std::uint32_t before = sycl::exclusive_scan_over_group(item.get_group(), sum, sycl::plus<std::uint32_t>());
  for (int digit = first; digit < first + share; ++digit)
    for (int s = 0; s < sub_groups; ++s)
      counts[s * digits + digit] += before;
  return before;
}

/// Sorts a row in local memory.
template <int Parameter> struct radix_sort_row : RadixArguments {
  using U = Key<Parameter>;
  static constexpr int per_item = radix_row / radix_group;

  void operator()(sycl::nd_item<1> item) const {
    const Lanes lanes(item.get_sub_group());
    const Tile tile{static_cast<std::int64_t>(item.get_group(0)), 0, 0, static_cast<int>(extent)};
    auto *room = static_cast<std::uint32_t *>(__weft_local_mem());
    std::uint32_t *counts = room + lanes.index * digits;
    const int me = static_cast<int>(item.get_local_id(0));
    const int first = first_key<per_item>(lanes), step = lanes.width,
              share = digits / static_cast<int>(item.get_local_range(0));
    U keys[per_item];
    load(*this, tile, lanes, keys);
    std::uint32_t from[per_item];
    for (int k = 0; k < per_item; ++k)
      from[k] = static_cast<std::uint32_t>(first + k * step);
    for (std::int64_t digit = 0; digit < passes; ++digit) {
      std::uint32_t to[per_item];
      rank(lanes, counts, keys, digit, to);
      meet();
      begin_digits(item, lanes.count, room, share, sum_digits(me, lanes.count, room, share));
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
  static constexpr int tile_size = radix_tile(sizeof(U), with_places(Parameter)), per_item = tile_size / radix_group;

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
    tile.first = tile.index * tile_size;
    tile.size = static_cast<int>(extent - tile.first < tile_size ? extent - tile.first : tile_size);
    return tile;
  }

  /// Where the row's keys of each digit begin.
  const std::uint32_t *digits_of(const Tile &tile) const { return begins + (tile.row * passes + pass) * digits; }

  /// Whether some keys of the row have another digit than this one of them.
  bool moves(const Tile &tile, U key) const {
    const int digit = digit_of(key, pass);
    const std::uint32_t *const of_row = digits_of(tile);
    return (digit + 1 < digits ? of_row[digit + 1] : extent) - of_row[digit] != extent;
  }

  /// Keys of the work-item's digit in the tiles before. A word is how many there are, in a tile or until its end, and
  /// which of both in which pass: words of passes before are none.
  struct Words {
    static constexpr int flag_at = 32, at_once = 4;
    std::uint64_t *words; ///< The digit's of the row's first tile.
    std::uint64_t in_tile, until_end;

    auto word(std::int64_t tile) const {
      return sycl::atomic_ref<std::uint64_t, sycl::memory_order::relaxed, sycl::memory_scope::device>(
          words[tile * digits]);
    }
    void say(std::int64_t tile, std::uint32_t mine) const { word(tile).store((tile > 0 ? in_tile : until_end) | mine); }

    std::uint32_t look_back(std::int64_t tile, std::uint32_t mine) const {
      std::uint32_t before = 0;
      for (std::int64_t at = tile - 1; at >= 0;) {
        std::uint64_t seen[at_once];
        for (int i = 0; i < at_once; ++i)
          seen[i] = word(at > i ? at - i : 0).load();
        for (int i = 0; i < at_once && seen[i] >= in_tile; ++i) {
          before += static_cast<std::uint32_t>(seen[i]);
          at = seen[i] >= until_end ? -1 : at - 1;
          if (at < 0)
            break;
        }
      }
      if (tile > 0)
        word(tile).store(until_end | (before + mine));
      return before;
    }
  };

  Words words_of(const Tile &tile, int me) const {
    return {published + tile.row * tiles * digits + me, static_cast<std::uint64_t>(2 * pass + 1) << Words::flag_at,
            static_cast<std::uint64_t>(2 * pass + 2) << Words::flag_at};
  }

  /// Calls visit(k, i) for each of the work-item's places in the tile.
  template <class Visit> static void for_mine(const Tile &tile, int me, const Visit &visit) {
    if (tile.size == tile_size) {
      for (int k = 0; k < per_item; ++k)
        visit(k, me + k * radix_group);
      return;
    }
    for (int k = 0; k < per_item; ++k)
      if (const int i = me + k * radix_group; i < tile.size)
        visit(k, i);
  }

  void put_place(std::int64_t to, std::uint32_t place) const {
    if (decodes)
      places[to] = place;
    else
      to_places[to] = place;
  }
  std::uint32_t place_of(const Tile &tile, int i) const {
    return encodes ? static_cast<std::uint32_t>(tile.first + i) : from_places[tile.row * extent + tile.first + i];
  }

  U decoded_last(U key) const { return decodes != 0 ? decoded(key, order) : key; }
  U encoded_first(U key) const { return encodes != 0 ? encoded(key, order) : key; }

  void copy(const Tile &tile, const Lanes &lanes, const U (&keys)[per_item]) const {
    const std::int64_t begin = tile.row * extent + tile.first;
    for (int k = 0; k < per_item; ++k)
      if (const int i = first_key<per_item>(lanes) + k * lanes.width; i < tile.size) {
        if (stores_keys)
          as<U>(target)[begin + i] = decoded_last(keys[k]);
        if constexpr (with_places(Parameter))
          put_place(begin + i, place_of(tile, i));
      }
  }

  void copy_from_memory(const Tile &tile, int me) const {
    const std::int64_t begin = tile.row * extent + tile.first;
    for_mine(tile, me, [&](int, int i) {
      if (stores_keys)
        as<U>(target)[begin + i] = decoded_last(encoded_first(as<const U>(source)[begin + i]));
      put_place(begin + i, place_of(tile, i));
    });
  }

  /// How many keys of the work-item's digit the tile has, and where they begin in it.
  struct Share {
    std::uint32_t count, begin;
  };

  /// Counts first, so that tiles after this one know early.
  template <class Bits>
  Share place_counted(const sycl::nd_item<1> &item, const Tile &tile, const Lanes &lanes, int me, std::uint32_t *room,
                      const U (&keys)[per_item], std::uint32_t (&to)[per_item]) const {
    std::uint32_t *counts = room + lanes.index * digits;
    Bits *masks = reinterpret_cast<Bits *>(room + lanes.count * digits) + lanes.index * digits;
    for (int digit = lanes.lane; digit < digits; digit += lanes.width) {
      counts[digit] = 0;
      masks[digit] = 0;
    }
    sycl::group_barrier(lanes.group);
    for (int k = 0; k < per_item; ++k)
      __weft_atomic_fetch_add_u32(counts + digit_of(keys[k], pass), 1, 0, 2);
    meet();
    const Share share = begin_share(item, tile, lanes, me, room);
    place(lanes, counts, masks, keys, pass, to);
    meet();
    return share;
  }

  Share begin_share(const sycl::nd_item<1> &item, const Tile &tile, const Lanes &lanes, int me,
                    std::uint32_t *room) const {
    const std::uint32_t count = sum_digits(me, lanes.count, room, 1);
    words_of(tile, me).say(tile.index, count);
    const std::uint32_t begin = begin_digits(item, lanes.count, room, 1, count);
    meet();
    return {count, begin};
  }

  void scatter(const sycl::nd_item<1> &item, const Tile &tile, const Lanes &lanes, int me,
               const U (&keys)[per_item]) const {
    auto *shifts = static_cast<std::uint32_t *>(__weft_local_mem()), *room = shifts + digits;
    std::uint32_t to[per_item];
    const Share share = lanes.width <= 32 ? place_counted<std::uint32_t>(item, tile, lanes, me, room, keys, to)
                                          : place_counted<std::uint64_t>(item, tile, lanes, me, room, keys, to);
    auto *sorted = reinterpret_cast<U *>(room);
    for (int k = 0; k < per_item; ++k)
      sorted[to[k]] = keys[k];
    shifts[me] = digits_of(tile)[me] + words_of(tile, me).look_back(tile.index, share.count) - share.begin;
    meet();
    const std::int64_t row = tile.row * extent;
    const auto goes_to = [&](U key, int i) { return shifts[digit_of(key, pass)] + static_cast<std::uint32_t>(i); };
    if (stores_keys)
      for_mine(tile, me, [&](int, int i) {
        const U key = sorted[i];
        as<U>(target)[row + goes_to(key, i)] = decoded_last(key);
      });
    if constexpr (with_places(Parameter)) {
      std::uint32_t goes[per_item];
      for_mine(tile, me, [&](int k, int i) { goes[k] = goes_to(sorted[i], i); });
      meet();
      const int first = first_key<per_item>(lanes);
      for (int k = 0; k < per_item; ++k)
        if (const int i = first + k * lanes.width; i < tile.size)
          room[to[k]] = place_of(tile, i);
      meet();
      for_mine(tile, me, [&](int k, int i) { put_place(row + goes[k], room[i]); });
    }
  }

  void operator()(sycl::nd_item<1> item) const {
    const int me = static_cast<int>(item.get_local_id(0));
    const Tile tile = take_tile(me);
    const Lanes lanes(item.get_sub_group());
    U keys[per_item];
    if constexpr (with_places(Parameter) && sizeof(U) <= 4) { // fewer registers, which let one group more run
      if (!moves(tile, encoded_first(as<const U>(source)[tile.row * extent])))
        return copy_from_memory(tile, me);
      load(*this, tile, lanes, keys);
      scatter(item, tile, lanes, me, keys);
    } else {
      load(*this, tile, lanes, keys); // on their way meanwhile
      if (moves(tile, encoded_first(as<const U>(source)[tile.row * extent])))
        scatter(item, tile, lanes, me, keys);
      else
        copy(tile, lanes, keys);
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
