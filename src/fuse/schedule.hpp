// Maps a program's loops to work-groups, work-items and loops inside of them.
#pragma once

#include <array>

#include "fuse/program.hpp"
#include "runtime/ndrange.hpp"

namespace weft::fuse {

enum class Form : std::uint8_t {
  elementwise,     ///< a work-item per element of the output
  lanes_partial,   ///< a work-group per block; each lane stores its partial result
  lanes_single,    ///< a work-group per result; its lanes meet in local memory
  columns_partial, ///< a work-group per tile of neighbouring columns and block of rows; stores partial results
  columns_single,  ///< the same with one block
};

/// Loop dimensions that one launch id runs over, fastest first.
struct DimList {
  std::uint8_t count = 0;
  std::array<std::uint8_t, max_dims> dims{};

  void push(std::size_t dim) noexcept { dims[count++] = static_cast<std::uint8_t>(dim); }
};

struct Schedule {
  Form form = Form::elementwise;
  std::array<DimList, 3> ids;     ///< Output loops run by each launch id.
  std::uint32_t private_dims = 0; ///< Output loops inside the work-item, with an accumulator each.
  std::uint8_t per_item = 1;      ///< Elements that a work-item takes, a launch apart; the first id runs one loop then.
  std::uint8_t column_tiles = 1;  ///< Columns a work-item takes, lanes apart.
  std::uint8_t column_dim = 0;
  bool many_lanes =
      false;         ///< As given: loops keep their guard to the last turn, so that loads of several are under way.
  bool bake = false; ///< Small extents and strides are compiled in.
  runtime::NdRange range;
  std::uint32_t local_bytes = 0;

  bool stores_partials() const noexcept { return form == Form::lanes_partial || form == Form::columns_partial; }
};

/// `program` is simplified and not empty. `many_lanes`: the device hides latency by loads under way, as GPUs do.
Schedule schedule(const Program &program, bool many_lanes);

/// Loops that run inside of a work-item for one result: those of folds that are not spread.
std::uint32_t sequential_dims(const Program &);

} // namespace weft::fuse
