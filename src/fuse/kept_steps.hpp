// What a kernel over rows computes in one pass and keeps for a later one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fuse/program.hpp"

namespace weft::fuse {

/// A value of each element of the row. Passes are numbered: the folds over the row in order of their steps, then the
/// one that stores what runs along the row.
struct KeptStep {
  std::uint16_t step = 0;
  std::uint16_t made = 0, last = 0; ///< By this pass, and read by none after that one.
  std::uint32_t offset = 0;         ///< Bytes per element of the row before it; a multiple of its own size.
};

/// The folds over the row, in the order in which they can be computed.
std::vector<std::size_t> folds_over_row(const Program &);

/// True if outputs run along the row, so that there is a pass that stores them.
bool stores_along_row(const Program &) noexcept;

/// The others, as bits, where there is such a pass.
std::uint32_t outputs_beside_row(const Program &) noexcept;

/// What is dearer to compute again than to keep; with FoldMode::groups, what comes from memory is, too.
std::vector<KeptStep> kept_steps(const Program &);

std::uint32_t bytes_per_element(const Program &, std::span<const KeptStep>) noexcept;

} // namespace weft::fuse
