// The entry that the backend calls (abi.hpp): loops over groups, items and pieces.
#pragma once

#include <optional>

#include <llvm/IR/Module.h>

#include "codegen/cpu/fission.hpp"
#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// The functions that run `lanes` neighbouring items of dimension `dim`, and `jam` items of dimension `jam_dim` at
/// once.
struct Code {
  unsigned lanes = 1, dim = 0;
  Pieces full = {};                  ///< all lanes take part
  std::optional<Pieces> masked = {}; ///< the first lanes take part; none where rows are always whole vectors
  std::uint64_t kept = 0;            ///< bytes of the values that a group keeps between pieces (group_values.hpp)
  std::vector<llvm::Function *> extents = {}; ///< of the pieces, where not all items have work in them (extents.hpp)

  /// Lanes of all vectors that a group takes: more than its items where rows end within a vector.
  std::uint64_t places(const Launch &launch) const {
    std::uint64_t all = 1;
    for (unsigned i = 0; i < 3; ++i) {
      const std::uint64_t step = i == dim ? lanes : 1;
      all *= (launch.local(i) + step - 1) / step * step;
    }
    return all;
  }

  /// One call runs all items of a group.
  bool is_whole_group(const Launch &launch) const {
    return launch.group_size() == launch.local(dim) && launch.local(dim) <= lanes;
  }
};

struct Kernel {
  Code code;
  unsigned jam = 1, jam_dim = 1;
  unsigned local_copies = 1;  ///< of the memory of groups of one work-item, which are lanes
  std::optional<Code> jammed; ///< runs `jam` values of `jam_dim` (item of a range kernel, group of an nd-range kernel)
  Meetings meetings;
  std::array<std::uint32_t, 3> unit{1, 1, 1};
  bool task = false;                ///< It has one work-item, whose code is that of a thread.
  bool takes_turns = false;         ///< Work-items wait for each other: entry_by_turns.
  llvm::Type *privatized = nullptr; ///< of updates that a thread collects (privatized_updates.hpp)
  bool streams = false;             ///< Some stores go around the caches: others see them in order only after a fence.
};

/// How much scratch memory a running group needs.
std::uint64_t context_bytes(const Kernel &kernel, const Launch &launch);

/// Writes the entry function, named `name`.
llvm::Function *make_driver(llvm::Module &module, const Kernel &kernel, const Launch &launch, llvm::StringRef name);

} // namespace weft::codegen::cpu
