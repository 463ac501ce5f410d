// What tells kinds of devices apart where folds are ordered and loops are mapped to work-items.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/queue.hpp"

namespace weft::fuse {

/// Elements that one work-item folds: the more, the dearer it is to join lanes.
struct ShortFolds {
  std::ptrdiff_t other;    ///< one operation of the group joins them
  std::ptrdiff_t compared; ///< several comparisons: indices, complex numbers, float16
  std::ptrdiff_t dear;     ///< logarithms and the like; and what does not lie side by side
};

/// What the order of a fold depends on besides its shape, axes, layout and dtype: the same bits are promised for a kind
/// of device.
struct FoldTraits {
  bool groups;               ///< FoldMode::groups in place of lanes.
  std::ptrdiff_t lane_bytes; ///< Of accumulators side by side; joining lanes takes a turn each.
  std::ptrdiff_t least_lanes, most_lanes;
  ShortFolds short_folds;            ///< What one work-item folds where there are many results,
  std::ptrdiff_t short_columns;      ///< and where those lie side by side.
  std::ptrdiff_t most_blocks;        ///< Over all results.
  std::ptrdiff_t least_rows;         ///< Of a block of columns: what is worth a partial result.
  std::ptrdiff_t wide_columns;       ///< So many can be spread over threads themselves,
  std::ptrdiff_t least_wide_rows;    ///< where fewer rows than these are folded.
  std::ptrdiff_t one_block;          ///< Groups: chunks that cost less than a second kernel.
  std::ptrdiff_t block_elements;     ///< Lanes: a block has so many,
  std::ptrdiff_t block_bytes;        ///< and no fewer than fill this much with accumulators' dtype.
  std::ptrdiff_t read_block;         ///< Lanes: so many where elements are only read, in any order.
  std::ptrdiff_t least_block;        ///< Lanes: elements of a block where much is folded into few results,
  std::ptrdiff_t spread_blocks;      ///< in so many blocks,
  std::ptrdiff_t most_spread_blocks; ///< and in no more over all results.
  std::ptrdiff_t column_blocks;      ///< Lanes: rows of columns are cut into so many blocks over all results,
  std::ptrdiff_t most_rows;          ///< of no more rows,
  std::ptrdiff_t most_row_blocks;    ///< unless there were more blocks than these.

  std::uint32_t lanes(std::size_t accumulator_bytes) const noexcept;
};

/// What schedules go by. They never touch the order of a fold.
struct DeviceTraits {
  FoldTraits folds;

  // Work-items.
  bool unrolls;                ///< Short loops inside of one become straight-line code, their arrays registers.
  std::size_t vector_bytes;    ///< That one reads at a time; 0 where vectors run across work-items.
  std::size_t fills;           ///< Elements that fill the device several times over; 0: not asked.
  std::size_t loads_under_way; ///< Of one that takes several elements a launch apart,
  std::size_t rows_at_once;    ///< and rows of one whose elements share what they read.
  std::size_t short_row;       ///< Turns below which the fastest loop shares its id with the next one.
  std::ptrdiff_t most_private; ///< Accumulators of one,
  std::size_t private_bytes;   ///< and their size.

  // Work-groups.
  std::size_t group;          ///< Work-items where nothing else decides.
  std::size_t most_groups;    ///< Beyond the first dimension of a launch.
  std::size_t tile_bytes;     ///< Of a square of the largest operand that lies crosswise,
  std::size_t tile_items;     ///< and its work-items; 0: one for each element.
  std::size_t staged_loads;   ///< Of a work-item that are under way to local memory,
  std::size_t staged_results; ///< and results from there.
  std::size_t staged_row;     ///< Elements of a row worth staging where neighbours fold rows apart; 0: none are.
  std::size_t staged_bytes;   ///< Of a row, at a time.

  // Caches.
  std::size_t stretch_bytes;  ///< Of a stretch that a group may go over several times.
  std::size_t column_lanes;   ///< Bytes of a group's columns that are next to each other in one vector,
  std::size_t column_bytes;   ///< and of all of its accumulators; 0: a column for each lane,
  std::size_t column_groups;  ///< where there are so many groups at least.
  std::size_t streamed_bytes; ///< Of a result from which on it goes around the caches; 0: never.
};

extern const DeviceTraits cpu_traits, gpu_traits;

/// Of the queue's device; those of a GPU with WEFT_SCHEDULE=gpu.
const DeviceTraits &traits_of(const runtime::Queue &) noexcept;

} // namespace weft::fuse
