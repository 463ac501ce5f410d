// Scans whose combining takes long, where work-items are the lanes of a vector: each goes through a part of a tile.
#include "array/algorithms/kernels/scan_tiles.hpp"

namespace weft::algorithms {

/// Nothing where a row's last tile has fewer elements than its group has work-items.
template <int Bytes> struct PartOfTile {
  using T = Element<Bytes>;
  Tile tile;
  int lane, lanes;
  std::int64_t begin, end; ///< in the tile

  PartOfTile(const ScanArguments &arguments, const sycl::nd_item<1> &item)
      : tile(tile_of(arguments, item.get_group(0))), lane(static_cast<int>(item.get_local_id(0))),
        lanes(static_cast<int>(item.get_local_range(0))), begin(tile.size * lane / lanes),
        end(tile.size * (lane + 1) / lanes) {}

  /// For the others to see.
  void publish_sum(const T *from, const T &identity, T *sums) const {
    T sum = begin < end ? from[begin] : identity;
    for (std::int64_t i = begin + 1; i < end; ++i)
      sum = combine(sum, from[i]);
    sums[lane] = sum;
    meet();
  }
};

template <int Bytes> struct total_of_tile_in_lanes : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = Element<Bytes>;
    const PartOfTile<Bytes> part(*this, item);
    T *const sums = local_memory<T>();
    part.publish_sum(as<const T>(source) + part.tile.row * extent + part.tile.begin, *as<const T>(identity), sums);
    if (part.lane != 0)
      return;
    T sum = sums[0];
    for (int lane = 1; lane < part.lanes; ++lane)
      sum = combine(sum, sums[lane]);
    as<T>(totals)[part.tile.row * tiles + part.tile.index] = sum;
  }
};

template <int Bytes> struct scan_tile_in_lanes : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = Element<Bytes>;
    const PartOfTile<Bytes> part(*this, item);
    const Tile &tile = part.tile;
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T *to = as<T>(target) + tile.row * (extent + initial) + initial + tile.begin;
    if (initial != 0 && tile.index == 0 && part.lane == 0)
      to[-1] = *as<const T>(identity);
    T *const sums = local_memory<T>();
    part.publish_sum(from, *as<const T>(identity), sums);
    if (part.begin == part.end)
      return;
    T sum = from[part.begin];
    for (int lane = part.lane; lane > 0; --lane)
      sum = combine(sums[lane - 1], sum);
    if (tile.index > 0)
      sum = combine(as<T>(totals)[tile.row * tiles + tile.index - 1], sum);
    to[part.begin] = sum;
    for (std::int64_t i = part.begin + 1; i < part.end; ++i)
      to[i] = sum = combine(sum, from[i]);
  }
};

} // namespace weft::algorithms

WEFT_ND_KERNEL(weft::algorithms::total_of_tile_in_lanes<4>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_in_lanes<8>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_in_lanes<4>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_in_lanes<8>)
