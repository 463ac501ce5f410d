// Scans along one axis: whole lines one after the other, and long rows in tiles.
#include "array/algorithms/kernels/scan_tiles.hpp"
#include "libdevice/scanning/vector_scan.hpp"

namespace weft::algorithms {

/// One work-item a line: neighbours are neighbours in memory, so lanes load together.
template <int Bytes> struct scan_lines : ScanArguments {
  void operator()(sycl::item<1> item) const {
    using T = Element<Bytes>;
    const std::int64_t line = item.get_linear_id(), row = line / inner, column = line - row * inner;
    const T *from = as<const T>(source) + row * extent * inner + column;
    T *to = as<T>(target) + row * (extent + initial) * inner + column;
    if (initial != 0) {
      *to = *as<const T>(identity);
      to += inner;
    }
    if (extent == 0)
      return;
    T sum = from[0];
    to[0] = sum;
    for (std::int64_t i = 1; i < extent; ++i) {
      sum = combine(sum, from[i * inner]);
      to[i * inner] = sum;
    }
  }
};

/// A work-item by itself goes through a tile in parts at once: each sum waits for itself only.
constexpr int parts = 8;

/// Of the elements of each part. An odd number of cache lines, so that parts lie in cache sets of their own.
template <class T> std::int64_t length_of_part(std::int64_t size) {
  constexpr std::int64_t line = 64 / sizeof(T), many = 32;
  const std::int64_t length = size / parts, lines = length / line;
  return lines < many ? length : (lines - (lines % 2 == 0)) * line;
}

template <class T> void sums_of_parts(const T *from, std::int64_t length, std::int64_t size, T (&sums)[parts]) {
  for (int p = 0; p < parts; ++p)
    sums[p] = from[p * length];
  for (std::int64_t i = 1; i < length; ++i)
    for (int p = 0; p < parts; ++p)
      sums[p] = combine(sums[p], from[p * length + i]);
  for (std::int64_t i = parts * length; i < size; ++i)
    sums[parts - 1] = combine(sums[parts - 1], from[i]);
}

template <int Bytes> struct total_of_tile_alone : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = Element<Bytes>;
    const Tile tile = tile_of(*this, item.get_group(0));
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T sum = from[0];
    if (tile.size < 4 * parts) {
      for (std::int64_t i = 1; i < tile.size; ++i)
        sum = combine(sum, from[i]);
    } else {
      T sums[parts];
      sums_of_parts(from, length_of_part<T>(tile.size), tile.size, sums);
      sum = sums[0];
      for (int p = 1; p < parts; ++p)
        sum = combine(sum, sums[p]);
    }
    as<T>(totals)[tile.row * tiles + tile.index] = sum;
  }
};

template <int Bytes> struct scan_tile_alone : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = Element<Bytes>;
    const Tile tile = tile_of(*this, item.get_group(0));
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T *to = as<T>(target) + tile.row * (extent + initial) + initial + tile.begin;
    if (initial != 0 && tile.index == 0)
      to[-1] = *as<const T>(identity);
    if (tile.size == 0)
      return;
    const std::int64_t length = tile.size < 4 * parts ? 0 : length_of_part<T>(tile.size);
    T sums[parts]; // before each part
    if (length > 0)
      sums_of_parts(from, length, tile.size, sums);
    T first = from[0];
    if (tile.index > 0)
      first = combine(as<T>(totals)[tile.row * tiles + tile.index - 1], first);
    to[0] = first;
    if (length == 0) {
      for (std::int64_t i = 1; i < tile.size; ++i)
        to[i] = first = combine(first, from[i]);
      return;
    }
    T before = tile.index > 0 ? combine(as<T>(totals)[tile.row * tiles + tile.index - 1], sums[0]) : sums[0];
    sums[0] = first;
    for (int p = 1; p < parts; ++p) {
      const T next = p + 1 < parts ? combine(before, sums[p]) : before;
      sums[p] = combine(before, from[p * length]);
      to[p * length] = sums[p];
      before = next;
    }
    for (std::int64_t i = 1; i < length; ++i)
      for (int p = 0; p < parts; ++p)
        to[p * length + i] = sums[p] = combine(sums[p], from[p * length + i]);
    for (std::int64_t i = parts * length; i < tile.size; ++i)
      to[i] = sums[parts - 1] = combine(sums[parts - 1], from[i]);
  }
};

inline void sums_in_vectors(const float *from, float *to, std::uint64_t count, float before, std::uint64_t streams) {
  __weft_rare_scan_f32(from, to, count, before, streams);
}
inline void sums_in_vectors(const double *from, double *to, std::uint64_t count, double before, std::uint64_t streams) {
  __weft_rare_scan_f64(from, to, count, before, streams);
}
inline void sums_in_vectors(const std::uint32_t *from, std::uint32_t *to, std::uint64_t count, std::uint32_t before,
                            std::uint64_t streams) {
  __weft_rare_scan_u32(from, to, count, before, streams);
}
inline void sums_in_vectors(const std::uint64_t *from, std::uint64_t *to, std::uint64_t count, std::uint64_t before,
                            std::uint64_t streams) {
  __weft_rare_scan_u64(from, to, count, before, streams);
}

/// Sums of a type that has vectors, by a function of the library.
template <class T> struct SumInVectors : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    const Tile tile = tile_of(*this, item.get_group(0));
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T *to = as<T>(target) + tile.row * (extent + initial) + initial + tile.begin;
    if (initial != 0 && tile.index == 0)
      to[-1] = *as<const T>(identity);
    const T before = tile.index > 0 ? as<const T>(totals)[tile.row * tiles + tile.index - 1] : T(-0.0);
    sums_in_vectors(from, to, static_cast<std::uint64_t>(tile.size), before, static_cast<std::uint64_t>(streams));
  }
};
template <int Bytes> struct sum_floats_of_tile : SumInVectors<std::conditional_t<Bytes == 4, float, double>> {};
template <int Bytes>
struct sum_integers_of_tile : SumInVectors<std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>> {};

// A group scans a tile together, in one pass over memory: it says what its tile sums to, and waits for what is before
// it. Sums of tiles are added up in an order that their numbers alone decide, so results are the same each time: those
// before in its block of tiles, the blocks before in its block of blocks, and all before that.

/// What a group has in local memory (scan_room).
template <class T> struct Room {
  T *sums;                        ///< Of sub-groups.
  T *in_block, *before_the_block; ///< What is before the tile.
  std::uint32_t *ticket;

  Room() {
    sums = local_memory<T>();
    in_block = sums + scan_group;
    before_the_block = in_block + 1;
    ticket = reinterpret_cast<std::uint32_t *>(before_the_block + 1);
  }
};

template <int Parameter>
struct scan_tile_together : TileOfGroup<Parameter % 32, scan_group, Parameter / 32 % 32, (Parameter >= 1024)> {
  using Base = TileOfGroup<Parameter % 32, scan_group, Parameter / 32 % 32, (Parameter >= 1024)>;
  using Base::folded, Base::published, Base::rows, Base::ticket, Base::tiles, Base::vectors;
  using typename Base::Mine, typename Base::T;

  /// The sum of `count` published values from `first` on, for the first lane.
  static T gathered(const Lanes &lanes, std::uint64_t *all, std::int64_t first, int count) {
    T sum{};
    for (int begin = 0; begin < count; begin += lanes.width) {
      const int i = begin + lanes.lane;
      T value = Published<T>::wait_for(all, first + (i < count ? i : count - 1));
      for (int step = 1; step < lanes.width; step *= 2) {
        const T other = sycl::shift_group_left(lanes.group, value, step);
        if (lanes.lane % (2 * step) == 0 && lanes.lane + step < lanes.width && i + step < count)
          value = combine(value, other);
      }
      sum = begin > 0 ? combine(sum, value) : value;
    }
    return sum;
  }

  /// All before the tile, whose own sum is the first work-item's. One sub-group waits for what is in the tile's block,
  /// another for the blocks.
  T look_back(const Room<T> &room, const Tile &tile, const Lanes &lanes, const T &sum) const {
    using Words = Published<T>;
    const std::int64_t blocks_of_row = (tiles + scan_fan - 1) / scan_fan;
    std::uint64_t *const of_tiles = published + tile.row * tiles * Words::words;
    std::uint64_t *const of_blocks = published + (rows * tiles + tile.row * blocks_of_row) * Words::words;
    std::uint64_t *const until = published + (rows * (tiles + blocks_of_row) + tile.row * blocks_of_row) * Words::words;
    const std::int64_t block = tile.index / scan_fan, outer = block / scan_fan;
    const int tiles_before = static_cast<int>(tile.index % scan_fan),
              blocks_before = static_cast<int>(block % scan_fan);
    const bool ends_block = tiles_before == scan_fan - 1, ends_outer = ends_block && blocks_before == scan_fan - 1;
    const bool first = lanes.index == 0 && lanes.lane == 0;
    if (first)
      Words::put(of_tiles, tile.index, sum);
    if (lanes.index == lanes.count - 1 && block > 0) {
      T before = blocks_before > 0 ? gathered(lanes, of_blocks, block - blocks_before, blocks_before) : T{};
      if (lanes.lane == 0 && outer > 0) {
        const T far = Words::wait_for(until, outer - 1);
        before = blocks_before > 0 ? combine(far, before) : far;
      }
      if (lanes.lane == 0)
        *room.before_the_block = before;
    }
    if (lanes.index == 0 && tiles_before > 0) {
      const T before = gathered(lanes, of_tiles, tile.index - tiles_before, tiles_before);
      if (first)
        *room.in_block = before;
      if (first && ends_block)
        Words::put(of_blocks, block, combine(before, sum));
    }
    meet();
    T before{};
    if (block > 0)
      before = tiles_before > 0 ? combine(*room.before_the_block, *room.in_block) : *room.before_the_block;
    else if (tiles_before > 0)
      before = *room.in_block;
    if (first && ends_outer)
      Words::put(until, outer, combine(before, sum));
    return before;
  }

  Tile take_tile(const Room<T> &room, std::int64_t group, bool first) const {
    if (tiles == 1)
      return tile_of(*this, group);
    if (first) // in their order, so that those before are under way
      *room.ticket = __weft_atomic_fetch_add_u32(ticket, 1, 0, 3);
    meet();
    return tile_of(*this, *room.ticket);
  }

  void operator()(sycl::nd_item<1> item) const {
    const Room<T> room;
    const Lanes lanes(item.get_sub_group());
    const Tile tile = take_tile(room, item.get_group(0), lanes.index == 0 && lanes.lane == 0);
    Mine mine;
    this->load(tile, lanes, mine);
    const T sum = Base::scan_lanes(lanes, mine);
    if (lanes.lane == 0)
      room.sums[lanes.index] = sum;
    meet();
    T before = lanes.index > 0 ? folded(room.sums, lanes.index) : T{};
    if (tiles > 1) {
      const T before_tile = look_back(room, tile, lanes, folded(room.sums, lanes.count));
      if (tile.index > 0)
        before = lanes.index > 0 ? combine(before_tile, before) : before_tile;
    }
    if (lanes.index > 0 || tile.index > 0)
      for (int k = 0; k < vectors; ++k)
        Base::add(before, mine[k]);
    this->store(tile, lanes, mine);
  }
};

/// A sub-group a row, piece by piece, where rows are too short for a group.
template <int Bytes> struct scan_rows_by_sub_groups : ScanArguments {
  using T = Element<Bytes>;

  void operator()(sycl::nd_item<1> item) const {
    const Lanes lanes(item.get_sub_group());
    const auto groups = static_cast<std::int64_t>(item.get_group_range(0)),
               group = static_cast<std::int64_t>(item.get_group(0));
    for (std::int64_t row = group * lanes.count + lanes.index; row < rows; row += groups * lanes.count)
      scan_row(lanes, row);
  }

private:
  void scan_row(const Lanes &lanes, std::int64_t row) const {
    const T *from = as<const T>(source) + row * extent;
    T *to = as<T>(target) + row * (extent + initial) + initial;
    if (lanes.lane == 0 && initial != 0)
      to[-1] = *as<const T>(identity);
    T before{};
    for (std::int64_t begin = 0; begin < extent; begin += lanes.width) {
      const std::int64_t i = begin + lanes.lane;
      T until = from[i < extent ? i : extent - 1];
      for (int step = 1; step < lanes.width; step *= 2) {
        const T other = sycl::shift_group_right(lanes.group, until, step);
        if (lanes.lane >= step)
          until = combine(other, until);
      }
      if (begin > 0)
        until = combine(before, until);
      if (i < extent)
        to[i] = until;
      before = sycl::select_from_group(lanes.group, until, lanes.width - 1);
    }
  }
};

/// Nothing is published, and no group has a tile.
template <int> struct clear_published : ScanArguments {
  void operator()(sycl::item<1> item) const {
    published[item.get_linear_id()] = 0;
    if (item.get_linear_id() == 0)
      *ticket = 0;
  }
};

} // namespace weft::algorithms

WEFT_RANGE_KERNEL(weft::algorithms::scan_lines<4>)
WEFT_RANGE_KERNEL(weft::algorithms::scan_lines<8>)
WEFT_RANGE_KERNEL(weft::algorithms::scan_lines<16>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_alone<4>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_alone<8>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_alone<16>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_alone<4>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_alone<8>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_alone<16>)
WEFT_ND_KERNEL(weft::algorithms::sum_floats_of_tile<4>)
WEFT_ND_KERNEL(weft::algorithms::sum_floats_of_tile<8>)
WEFT_ND_KERNEL(weft::algorithms::sum_integers_of_tile<4>)
WEFT_ND_KERNEL(weft::algorithms::sum_integers_of_tile<8>)
#define WEFT_SCAN_TOGETHER(Bytes, vectors, streams)                                                                    \
  WEFT_ND_KERNEL(weft::algorithms::scan_tile_together<weft::algorithms::scan_parameter(                                \
                     Bytes, weft::algorithms::vectors, streams)>)
#define WEFT_SCANS_TOGETHER(Bytes)                                                                                     \
  WEFT_SCAN_TOGETHER(Bytes, few_scan_vectors, false)                                                                   \
  WEFT_SCAN_TOGETHER(Bytes, few_scan_vectors, true)                                                                    \
  WEFT_SCAN_TOGETHER(Bytes, many_scan_vectors, false)                                                                  \
  WEFT_SCAN_TOGETHER(Bytes, many_scan_vectors, true)                                                                   \
  WEFT_ND_KERNEL(weft::algorithms::scan_rows_by_sub_groups<Bytes>)
WEFT_SCANS_TOGETHER(4)
WEFT_SCANS_TOGETHER(8)
WEFT_SCANS_TOGETHER(16)
WEFT_RANGE_KERNEL(weft::algorithms::clear_published<0>)
