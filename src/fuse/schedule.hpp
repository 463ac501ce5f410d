// Maps a program's loops to work-groups, work-items and loops inside of them.
#pragma once

#include <array>
#include <bit>

#include "fuse/device_traits.hpp"
#include "fuse/nest.hpp"
#include "fuse/program.hpp"
#include "runtime/ndrange.hpp"

namespace weft::fuse {

/// True if the elements of a leaf lie along these loops as along one.
bool lies_as_one(const Program &, const DimList &, const Leaf &) noexcept;

/// Elements that a work-item takes one after another along a loop, so that what lies side by side there is read and
/// written 16 bytes at a time. Bits are for the first leaves or outputs.
struct Vectors {
  std::uint8_t width = 1;
  std::uint8_t dim = 0;
  std::uint64_t aligned = 0;         ///< Leaves whose address is a multiple of 16 bytes.
  std::uint64_t riding = 0;          ///< Aligned ones that lie side by side and stay aligned along the other loops.
  std::uint32_t aligned_outputs = 0; ///< The same for outputs, which ride, too.

  /// Strides along other loops are passed in units of `width`, so that they say that they keep the alignment.
  bool rides(bool output, std::size_t at) const noexcept {
    return output ? (aligned_outputs >> at & 1) != 0 : at < most && (riding >> at & 1) != 0;
  }
  std::ptrdiff_t unit(bool output, std::size_t at) const noexcept { return rides(output, at) ? width : 1; }
  bool is_aligned(bool output, std::size_t at) const noexcept {
    return output ? (aligned_outputs >> at & 1) != 0 : at < most && (aligned >> at & 1) != 0;
  }

  static constexpr std::size_t bytes = 16, most = 64;
};

struct Schedule {
  Nest nest;
  std::uint32_t private_dims = 0; ///< Output loops inside the work-item, with an accumulator each.
  Vectors vectors;
  bool unrolls = false;     ///< Short loops inside of a work-item become straight-line code, their arrays registers.
  std::uint64_t staged = 0; ///< Leaves that go through local memory, in the nest's tile.
  bool keeps_row = false;   ///< row: what several passes need goes through local memory (kept_steps).
  bool streams = false;     ///< What is stored goes around the caches.
  std::size_t tile_columns = 0; ///< Columns of a group where they are an argument.
  std::uint32_t baked_dims = 0; ///< Loops whose extents are compiled in, and small strides with them.
  runtime::NdRange range;
  std::uint32_t local_bytes = 0;

  bool stores_partials() const noexcept { return nest.has(NodeKind::partial); } ///< For another kernel to join.
  bool stops() const noexcept { return nest.has(NodeKind::until); } ///< As soon as every result of a group is decided,
  bool tells() const noexcept { return nest.has(NodeKind::tell); }  ///< which others that share it are told.
};

/// Where a schedule unrolls, loops inside of a work-item up to this long.
inline constexpr std::ptrdiff_t most_unrolled = 16;

/// Local memory of a staged operand: a column more than its own keeps rows out of each other's banks and sets of the
/// cache, and it is whole vectors, so that the next operand is aligned.
constexpr std::uint32_t staged_bytes(std::size_t rows, std::size_t columns, Dtype dtype) noexcept {
  return static_cast<std::uint32_t>((rows * (columns + 1) * item_size(dtype) + 63) / 64 * 64);
}

/// Room for the accumulators of that many results: kernels are shared by all extents up to the next power of two.
constexpr std::uint32_t accumulators_for(std::ptrdiff_t results) noexcept {
  return static_cast<std::uint32_t>(std::bit_ceil(static_cast<std::size_t>(results)));
}

/// Local memory of a kernel over rows in which the lanes of a fold meet. Folds use two such places by turns, what is
/// kept comes behind them: when a fold writes where the one before the last did, all lanes have read that.
constexpr std::uint32_t meeting_bytes(std::uint32_t lanes) noexcept {
  return 24 * lanes; // a complex number and an index
}

/// Throws InternalError unless the nest's loops, tiles and accumulators fit each other and the launch. For stage
/// borders in debug builds.
void verify(const Schedule &);

/// `program` is simplified and not empty.
Schedule schedule(const Program &program, const DeviceTraits &);

std::size_t output_dims(const Program &) noexcept; ///< Their number; they come first.
std::size_t extent_of(const Program &, const DimList &) noexcept;
bool stays_short(const Program &) noexcept; ///< Its body may stand in a kernel several times.

/// Loops that run inside of a work-item for one result: those of folds that are not spread.
std::uint32_t sequential_dims(const Program &);

} // namespace weft::fuse
