// What kernels that scan tiles in groups share: a tile in vectors of its work-items, and what groups tell each other.
#pragma once

#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"

/// The hole: *r = *x combined with *y, where r may be x. Bound to one of libdevice's combine functions.
extern "C" void weft_combine(void *r, const void *x, const void *y);

namespace weft::algorithms {

template <class T> T combine(T x, const T &y) {
  weft_combine(&x, &x, &y);
  return x;
}

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

template <class T> T *local_memory() {
  return static_cast<T *>(__weft_local_mem());
}

/// Values in words that are 0 until they are there.
template <class T> struct Published {
  static constexpr int words = sizeof(T) / 4;
  struct Seen {
    std::uint64_t words[Published::words];
  };
  static constexpr std::uint64_t there = std::uint64_t(1) << 32;

  static auto word(std::uint64_t *all, std::int64_t number, int piece) {
    return sycl::atomic_ref<std::uint64_t, sycl::memory_order::relaxed, sycl::memory_scope::device>(
        all[number * words + piece]);
  }
  static void put(std::uint64_t *all, std::int64_t number, const T &value) {
    std::uint32_t pieces[words];
    __builtin_memcpy(pieces, &value, sizeof value);
    for (int i = 0; i < words; ++i)
      word(all, number, i).store(there | pieces[i]);
  }
  static Seen look(std::uint64_t *all, std::int64_t number) {
    Seen seen;
    for (int i = 0; i < words; ++i)
      seen.words[i] = word(all, number, i).load();
    return seen;
  }
  static bool is_there(const Seen &seen) {
    bool all = true;
    for (const std::uint64_t word : seen.words)
      all &= word >= there;
    return all;
  }
  static T value(const Seen &seen) {
    std::uint32_t pieces[words];
    for (int i = 0; i < words; ++i)
      pieces[i] = static_cast<std::uint32_t>(seen.words[i]);
    T value;
    __builtin_memcpy(&value, pieces, sizeof value);
    return value;
  }
  static T wait_for(std::uint64_t *all, std::int64_t number) {
    std::uint32_t pieces[words];
    for (int i = 0; i < words; ++i) {
      std::uint64_t seen = 0;
      while ((seen = word(all, number, i).load()) < there) {
      }
      pieces[i] = static_cast<std::uint32_t>(seen);
    }
    T value;
    __builtin_memcpy(&value, pieces, sizeof value);
    return value;
  }
};

/// A tile that a group scans: each of its work-items has so many vectors.
template <int Bytes, int GroupSize, int Vectors, bool Streamed> struct TileOfGroup : ScanArguments {
  using T = Element<Bytes>;
  static constexpr int group_size = GroupSize, vectors = Vectors, in_vector = scan_vector / static_cast<int>(sizeof(T));
  static constexpr int tile_size = group_size * vectors * in_vector;
  struct alignas(scan_vector) Vector {
    T elements[in_vector];
  };
  using Mine = Vector[vectors];
  typedef std::uint32_t Words __attribute__((ext_vector_type(scan_vector / 4), may_alias));

  static T folded(const T *values, int count) {
    T value = values[0];
    for (int i = 1; i < count; ++i)
      value = combine(value, values[i]);
    return value;
  }

  /// Where the lane's vectors begin: a sub-group's lie side by side.
  static int place_of(const Lanes &lanes, int k) {
    return ((lanes.index * vectors + k) * lanes.width + lanes.lane) * in_vector;
  }
  static bool holds_vectors(const Tile &tile, const T *memory) {
    return tile.size == tile_size && reinterpret_cast<std::uintptr_t>(memory) % scan_vector == 0;
  }

  static Vector vector_at(const T *place) {
    if constexpr (Streamed)
      return __builtin_bit_cast(Vector, __builtin_nontemporal_load(reinterpret_cast<const Words *>(place)));
    else
      return *reinterpret_cast<const Vector *>(place);
  }
  static void put_vector(T *place, const Vector &vector) {
    if constexpr (Streamed)
      __builtin_nontemporal_store(__builtin_bit_cast(Words, vector), reinterpret_cast<Words *>(place));
    else
      *reinterpret_cast<Vector *>(place) = vector;
  }

  const T *source_of(const Tile &tile) const { return as<const T>(source) + tile.row * extent + tile.begin; }

  void load(const Tile &tile, const Lanes &lanes, Mine &mine) const {
    const T *from = source_of(tile);
    if (holds_vectors(tile, from)) {
      for (int k = 0; k < vectors; ++k)
        mine[k] = vector_at(from + place_of(lanes, k));
      return;
    }
    for (int k = 0; k < vectors; ++k)
      for (int j = 0; j < in_vector; ++j) {
        const int i = place_of(lanes, k) + j;
        mine[k].elements[j] = T{};
        if (i < tile.size)
          mine[k].elements[j] = from[i];
      }
  }

  void store(const Tile &tile, const Lanes &lanes, const Mine &mine) const {
    T *to = as<T>(target) + tile.row * (extent + initial) + initial + tile.begin;
    if (holds_vectors(tile, to)) {
      for (int k = 0; k < vectors; ++k)
        put_vector(to + place_of(lanes, k), mine[k]);
    } else {
      for (int k = 0; k < vectors; ++k)
        for (int j = 0; j < in_vector; ++j)
          if (const int i = place_of(lanes, k) + j; i < tile.size)
            to[i] = mine[k].elements[j];
    }
    if (lanes.index == 0 && lanes.lane == 0 && initial != 0 && tile.index == 0)
      to[-1] = *as<const T>(identity);
  }

  static void add(const T &before, Vector &vector) {
    for (T &element : vector.elements)
      element = combine(before, element);
  }

  /// Scans what the sub-group has; returns its sum.
  static T scan_lanes(const Lanes &lanes, Mine &mine) {
    T until[vectors];
    for (int k = 0; k < vectors; ++k) {
      for (int j = 1; j < in_vector; ++j)
        mine[k].elements[j] = combine(mine[k].elements[j - 1], mine[k].elements[j]);
      until[k] = mine[k].elements[in_vector - 1];
    }
    for (int step = 1; step < lanes.width; step *= 2)
      for (int k = 0; k < vectors; ++k) {
        const T other = sycl::shift_group_right(lanes.group, until[k], step);
        if (lanes.lane >= step)
          until[k] = combine(other, until[k]);
      }
    T sum{};
    for (int k = 0; k < vectors; ++k) {
      T before = sycl::shift_group_right(lanes.group, until[k], 1);
      const T all = sycl::select_from_group(lanes.group, until[k], lanes.width - 1);
      if (k > 0)
        before = lanes.lane > 0 ? combine(sum, before) : sum;
      if (k > 0 || lanes.lane > 0)
        add(before, mine[k]);
      sum = k > 0 ? combine(sum, all) : all;
    }
    return sum;
  }
};

} // namespace weft::algorithms
