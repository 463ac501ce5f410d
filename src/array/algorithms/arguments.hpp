// What the kernels of algorithms are given: read by the library, which fills it, and by the device pass.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::algorithms {

/// Scans of `rows` lines of `extent` elements, each `inner` elements apart. Tiles: of one line each.
struct ScanArguments {
  const void *source = nullptr;
  void *target = nullptr;
  void *totals = nullptr; ///< Of tiles, in their order; of all tiles before, once they are scanned.
  std::int64_t rows = 0, extent = 0, inner = 1;
  std::int64_t tiles = 0;   ///< Of one row.
  std::int64_t tile = 0;    ///< Elements of a tile.
  std::int64_t initial = 0; ///< 1: the result begins with `identity`.
  alignas(16) unsigned char identity[16] = {};
};

} // namespace weft::algorithms
