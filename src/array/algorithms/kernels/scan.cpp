// Scans along one axis: whole lines one after the other, and long rows in tiles.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/scanning/vector_scan.hpp"

/// The hole: *r = *x combined with *y, where r may be x. Bound to one of libdevice's combine functions.
extern "C" void weft_combine(void *r, const void *x, const void *y);

namespace weft::algorithms {

template <class T> T combine(T x, const T &y) {
  weft_combine(&x, &x, &y);
  return x;
}

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

/// Where a tile lies: groups count tiles row by row.
struct Tile {
  std::int64_t row, index, begin, size;
};

inline Tile tile_of(const ScanArguments &a, std::int64_t group) {
  Tile tile{};
  tile.row = group / a.tiles;
  tile.index = group - tile.row * a.tiles;
  tile.begin = tile.index * a.tile;
  tile.size = a.extent - tile.begin < a.tile ? a.extent - tile.begin : a.tile;
  return tile;
}

/// A work-item by itself goes through a tile in parts at once: each sum waits for itself only.
constexpr int parts = 8;

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
      sums_of_parts(from, tile.size / parts, tile.size, sums);
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
    const std::int64_t length = tile.size < 4 * parts ? 0 : tile.size / parts;
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

inline void sums_in_vectors(const float *from, float *to, std::uint64_t count, float before, std::int64_t streams) {
  __weft_rare_scan_f32(from, to, count, before, static_cast<std::uint64_t>(streams));
}
inline void sums_in_vectors(const double *from, double *to, std::uint64_t count, double before, std::int64_t streams) {
  __weft_rare_scan_f64(from, to, count, before, static_cast<std::uint64_t>(streams));
}

/// Sums of floats, by a function of the library.
template <int Bytes> struct sum_tile_in_vectors : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = std::conditional_t<Bytes == 4, float, double>;
    const Tile tile = tile_of(*this, item.get_group(0));
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T *to = as<T>(target) + tile.row * (extent + initial) + initial + tile.begin;
    if (initial != 0 && tile.index == 0)
      to[-1] = *as<const T>(identity);
    const T before = tile.index > 0 ? as<const T>(totals)[tile.row * tiles + tile.index - 1] : T(-0.0);
    sums_in_vectors(from, to, static_cast<std::uint64_t>(tile.size), before, streams);
  }
};

/// A group goes through a tile together: neighbours load neighbours.
constexpr int per_item = 8, group_size = 256;

template <class T> T *local_memory() {
  return static_cast<T *>(__weft_local_mem());
}

inline void meet() {
  __weft_barrier(2);
}

template <int Bytes> struct total_of_tile_together : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = Element<Bytes>;
    const Tile tile = tile_of(*this, item.get_group(0));
    const int me = static_cast<int>(item.get_local_id(0));
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T *sums = local_memory<T>();
    if (me < tile.size) {
      T sum = from[me];
      for (int i = 1; i < per_item; ++i)
        if (me + i * group_size < tile.size)
          sum = combine(sum, from[me + i * group_size]);
      sums[me] = sum;
    }
    for (int half = group_size / 2; half > 0; half /= 2) {
      meet();
      if (me < half && me + half < tile.size)
        sums[me] = combine(sums[me], sums[me + half]);
    }
    if (me == 0)
      as<T>(totals)[tile.row * tiles + tile.index] = sums[0];
  }
};

template <int Bytes> struct scan_tile_together : ScanArguments {
  void operator()(sycl::nd_item<1> item) const {
    using T = Element<Bytes>;
    const Tile tile = tile_of(*this, item.get_group(0));
    const int me = static_cast<int>(item.get_local_id(0));
    const T *from = as<const T>(source) + tile.row * extent + tile.begin;
    T *to = as<T>(target) + tile.row * (extent + initial) + initial + tile.begin;
    T *elements = local_memory<T>(), *sums = elements + per_item * group_size;
    for (int i = me; i < per_item * group_size; i += group_size)
      if (i < tile.size)
        elements[i] = from[i];
    meet();
    const int first = me * per_item;
    const std::int64_t left = tile.size - first;
    const int mine = left <= 0 ? 0 : left < per_item ? static_cast<int>(left) : per_item;
    for (int i = 1; i < mine; ++i)
      elements[first + i] = combine(elements[first + i - 1], elements[first + i]);
    if (mine > 0)
      sums[me] = elements[first + mine - 1];
    const int working = static_cast<int>((tile.size + per_item - 1) / per_item);
    for (int step = 1; step < group_size; step *= 2) {
      meet();
      const bool takes = me >= step && me < working;
      T sum{};
      if (takes)
        sum = combine(sums[me - step], sums[me]);
      meet();
      if (takes)
        sums[me] = sum;
    }
    meet();
    if (mine > 0 && (me > 0 || tile.index > 0)) {
      T before = me > 0 ? sums[me - 1] : as<const T>(totals)[tile.row * tiles + tile.index - 1];
      if (me > 0 && tile.index > 0)
        before = combine(as<const T>(totals)[tile.row * tiles + tile.index - 1], before);
      for (int i = 0; i < mine; ++i)
        elements[first + i] = combine(before, elements[first + i]);
    }
    meet();
    for (int i = me; i < per_item * group_size; i += group_size)
      if (i < tile.size)
        to[i] = elements[i];
    if (me == 0 && initial != 0 && tile.index == 0)
      to[-1] = *as<const T>(identity);
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
WEFT_ND_KERNEL(weft::algorithms::sum_tile_in_vectors<4>)
WEFT_ND_KERNEL(weft::algorithms::sum_tile_in_vectors<8>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_together<4>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_together<8>)
WEFT_ND_KERNEL(weft::algorithms::total_of_tile_together<16>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_together<4>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_together<8>)
WEFT_ND_KERNEL(weft::algorithms::scan_tile_together<16>)
