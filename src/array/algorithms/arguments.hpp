// What the kernels of algorithms are given: read by the library, which fills it, and by the device pass. No padding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "libdevice/sorting/keys.hpp"

namespace weft::algorithms {

/// Groups of so many work-items scan a tile, with so many tiles to a block, and blocks to a block of them. A work-item
/// has so many vectors of 16 bytes: more where there are tiles for every part of the device all the same, since all of
/// a tile waits for what is before it.
constexpr int scan_group = 256, scan_fan = 32;
constexpr int scan_vector = 16, few_scan_vectors = 4, many_scan_vectors = 16;

/// A kernel's parameter. Those that stream are for results that do not fit into caches.
constexpr int scan_parameter(int bytes, int vectors, bool streams) {
  return bytes + 32 * vectors + (streams ? 1024 : 0);
}

/// Local memory for what sub-groups sum to, what is before the tile, and which it is.
constexpr std::size_t scan_room(int bytes) {
  return static_cast<std::size_t>(bytes) * (scan_group + 2) + sizeof(std::uint32_t);
}

/// Where rows have many tiles, groups read so many tiles ahead: fewer and larger tiles are added up sooner.
constexpr int ahead_group = 256, ahead_vectors = 8, scan_ahead = 2;
constexpr int ahead_tile_bytes = ahead_group * ahead_vectors * scan_vector;

/// Local memory for tiles, what sub-groups sum to, what is before a tile, and a ticket.
constexpr std::size_t ahead_room(int bytes) {
  return static_cast<std::size_t>((scan_ahead + 1) * (ahead_tile_bytes + bytes * ahead_group) + bytes) +
         sizeof(std::uint32_t);
}

/// Work-items that go through a tile where combining takes long, each through a part of at least so many elements.
constexpr int scan_lanes = 16, least_part = 4;

/// Scans of `rows` lines of `extent` elements, each `inner` elements apart. Tiles: of one line each.
struct ScanArguments {
  const void *source = nullptr;
  void *target = nullptr;
  void *totals = nullptr; ///< Of tiles, in their order; of all tiles before, once they are scanned.
  std::int64_t rows = 0, extent = 0, inner = 1;
  std::int64_t tiles = 0;             ///< Of one row.
  std::int64_t tile = 0;              ///< Elements of a tile.
  std::int64_t initial = 0;           ///< 1: the result begins with `identity`.
  std::int64_t streams = 0;           ///< 1: the result does not fit into caches.
  std::uint64_t *published = nullptr; ///< What tiles and what is before them sum to.
  std::uint32_t *ticket = nullptr;    ///< How many tiles groups have taken.
  alignas(16) unsigned char identity[16] = {};
};

/// What `count` flags select, in tiles. Selected elements have the numbers 0, 1, ...
struct SelectArguments {
  const unsigned char *flags = nullptr; ///< 0 or 1 each.
  const void *source = nullptr;         ///< Elements beside the flags, or selected ones that are put there in turn.
  void *target = nullptr;
  std::int64_t *ends = nullptr; ///< Selected in each tile, or until its end.
  std::int64_t count = 0, tile = 0;
  std::int64_t values = 0; ///< Elements to put; they repeat.
};

/// One pass of a sort over `rows` of `extent` keys by work-items of their own.
struct SortArguments {
  const void *source = nullptr;
  void *target = nullptr;                        ///< Null: keys are of no more use.
  void *spare = nullptr, *other_spare = nullptr; ///< Sorts of rows by themselves: memory for encoded keys.
  const std::uint32_t *from_places = nullptr;    ///< Null: keys stand where they began.
  std::uint32_t *to_places = nullptr;            ///< Null: the places are wanted, as int64.
  std::int64_t *places = nullptr;
  std::uint32_t *ends = nullptr; ///< By row, digit and block: how many keys, or where they end.
  std::int64_t rows = 0, extent = 0, blocks = 0, block = 0;
  std::int64_t shift = 0;
  std::int32_t encodes = 0, decodes = 0; ///< The first pass, the last pass.
  KeyOrder order;
};

/// Groups sort by digits of 8 bits: work-items of a group, keys of a row that one group sorts, and keys that it counts.
constexpr int radix_group = 256, radix_row = 16 * radix_group, radix_counted = 64 * radix_group;

/// Keys of a tile, of which there are several to a row: what registers hold of two groups and more.
constexpr int radix_tile(int bytes, bool with_places) {
  return (bytes > 4 || with_places ? 16 : 24) * radix_group;
}

/// One pass of a sort over `rows` of `extent` keys by groups, one digit after the other.
struct RadixArguments {
  const void *source = nullptr;
  void *target = nullptr;
  const std::uint32_t *from_places = nullptr; ///< In the first pass keys stand where they began.
  std::uint32_t *to_places = nullptr;
  std::int64_t *places = nullptr;     ///< Where the last pass stores them.
  std::uint64_t *published = nullptr; ///< By row, tile and digit: how many keys, or how many until the tile's end.
  std::uint32_t *begins = nullptr;    ///< By row, pass and digit: how many keys, or where they begin.
  std::uint32_t *tickets = nullptr;   ///< By pass: how many tiles groups have taken.
  std::int64_t rows = 0, extent = 0, tiles = 0;
  std::int64_t pass = 0, passes = 0;
  std::int64_t stores_keys = 1;          ///< 0: they are of no more use.
  std::int32_t encodes = 0, decodes = 0; ///< The first pass, the last pass.
  KeyOrder order;
};

/// The keys of a row that are counted: those from `first` on, `values` of them.
struct Window {
  std::uint64_t first = 0;
  std::int64_t values = 0;   ///< 0: the row is sorted otherwise.
  std::uint64_t outside = 0; ///< 1: the row has others, too, and is sorted otherwise.

  bool covers() const { return values != 0 && outside == 0; }
};

/// A sort of `rows` of `extent` keys by how often each is there.
struct CountingArguments {
  const void *source = nullptr;
  void *target = nullptr;
  std::int64_t rows = 0, extent = 0;
  std::int64_t most_values = 0;    ///< Of a window.
  std::int64_t blocks = 0;         ///< Parts of a row.
  Window *windows = nullptr;       ///< Of rows; null: all keys that there are.
  std::uint32_t *counts = nullptr; ///< `most_values` for each block of each row.
  std::uint32_t *begins = nullptr; ///< Of the values of each row: where those that are equal begin.
  KeyOrder order;
};

/// A sort of `rows` of `extent` keys, each row whole or by way of buckets.
struct BucketArguments {
  const void *source = nullptr;
  void *target = nullptr;
  std::int64_t rows = 0, extent = 0;
  std::int64_t buckets = 0;
  std::int64_t block = 0, blocks = 0; ///< Elements that are spread together; how many such blocks a row has.
  std::int64_t sample = 0;            ///< Elements of a row that bounds are chosen from.
  void *samples = nullptr;
  void *bounds = nullptr;          ///< `buckets` for each row, the last of them unused.
  std::int64_t *ends = nullptr;    ///< Sizes of the buckets of each block, then where the next key goes.
  std::int64_t *begins = nullptr;  ///< Of buckets, and the end of the last one, for each row.
  const Window *windows = nullptr; ///< Of rows that may be sorted already, by counting; or null.
  std::uint64_t place_bits = 32;   ///< Of what is packed: where places go along, those of the place.
  std::int64_t *words = nullptr;   ///< Of keys of 8 bytes with places: what buckets are of, instead of `target`.
  KeyRange *block_ranges = nullptr, *ranges = nullptr; ///< The same: of the keys of blocks and of rows.
  KeyOrder order;
};

/// A sort by pieces of each row, a power of two of them, that are sorted, then merged.
struct PieceArguments : BucketArguments {
  std::int64_t pieces = 0;
  std::int64_t width = 0; ///< Pieces of the runs that are merged.
  const void *from = nullptr;
  void *to = nullptr;
};

/// What another way of sorting is given for the same rows.
template <class To, class From> To for_same_rows(const From &from) {
  To to;
  to.source = from.source;
  to.target = from.target;
  to.rows = from.rows;
  to.extent = from.extent;
  to.order = from.order;
  return to;
}

constexpr int needles_of_item = 8; ///< Of those whose group looks in a copy of its own.

/// Where needles stand in `extent` sorted keys, or whether they are among them.
struct SearchArguments {
  const void *keys = nullptr;
  const std::int64_t *sorter = nullptr; ///< The order of the keys, or null.
  void *encoded_keys = nullptr; ///< In order, fewer than 2^31; or null where needles are too few for that to pay.
  const void *needles = nullptr;
  std::int64_t *places = nullptr;
  bool *members = nullptr;
  std::int64_t extent = 0, count = 0; ///< Keys and needles.
  std::int64_t right = 0;             ///< Behind equal keys.
  std::int64_t invert = 0;            ///< Whether they are not.
  KeyOrder order;
};

/// Products of matrices that lie dense by rows, one after the other.
struct ProductArguments {
  const void *a = nullptr, *b = nullptr;
  void *c = nullptr;
  void *packed = nullptr; ///< B by panels.
  std::int64_t rows = 0, columns = 0, depth = 0;
  std::int64_t a_batch = 0;   ///< From one left matrix to the next, in elements.
  std::int64_t b_batched = 0; ///< 0: one right matrix for all.
  std::int64_t strip = 0;     ///< Rows of a group.
};

} // namespace weft::algorithms
