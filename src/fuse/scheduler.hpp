// Chooses how a program's loops are mapped: what is elementwise in spread_elementwise.cpp, operands that lie crosswise
// or apart in spread_staged.cpp, folds in spread_folds.cpp.
#pragma once

#include "fuse/schedule.hpp"

namespace weft::fuse {

class Scheduler {
public:
  Scheduler(const Program &program, const DeviceTraits &traits) : program_(program), traits_(traits) {}

  Schedule take();

private:
  const Fold &root() const { return program_.folds[static_cast<std::size_t>(program_.root_fold)]; }
  std::size_t extent_of(const DimList &axis) const { return fuse::extent_of(program_, axis); }
  DimList axis_of(std::uint32_t dims) const; ///< Fastest first.
  std::uint32_t baked_dims() const;

  // Elementwise.
  void spread_elementwise();
  /// Fastest loops to id 0, but private ones.
  void spread_items();
  std::uint32_t short_rows() const;
  /// Fewer work-items with several elements each. False where they would not fill the device.
  bool take_several();
  void write_several(std::uint32_t rows, std::uint32_t each, bool apart);
  /// A work-item for each element that was spread, which sees to the private loops.
  void write_items();
  void read_short_rows();
  bool streams() const;

  // Vectors of a work-item.
  std::uint8_t neighbours_along(std::size_t dim) const;
  Vectors vectors_along(std::size_t dim, std::size_t width) const;

  // Operands that go through local memory.
  /// Square tiles, so that what is read from other rows of memory is used while it is near. False where no operand lies
  /// crosswise.
  bool stage_tiles();
  std::size_t tile_size(std::size_t largest) const;
  void open_rows_of_tile(NestWriter &, std::uint8_t along, std::size_t most_together) const;
  void write_tiles();
  /// Memory is read in pieces of what neighbouring work-items want, and those of rows apart would use a piece of each.
  /// False where it is not.
  bool stage_rows();
  void write_staged_rows(std::size_t columns);

  // Folds.
  void spread_lanes();
  void write_decided();
  void spread_groups();
  void spread_rows();
  void write_row();
  void spread_columns();
  void write_columns(std::uint32_t tiles);
  void push_results(DimList &axis) const; ///< Output loops, fastest first, that are neither private nor along a row.
  void set_folded_axes();
  std::uint32_t most_stretches(std::size_t bytes) const;
  std::size_t accumulator_bytes() const;
  /// Output loops, fastest first, whose results make up the accumulators of a work-item where it gains by them.
  std::uint32_t private_loops() const;
  std::size_t columns_of_group(std::size_t columns, std::size_t lanes, std::size_t most_tiles) const;

  const Program &program_;
  const DeviceTraits &traits_;
  Schedule schedule_;
};

} // namespace weft::fuse
