// Tells LLVM's uniformity analysis which values differ between the work-items of a group.
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DataLayout.h>

namespace weft::codegen::ir {

/// The string attribute of the argument that differs between neighbouring work-items.
inline constexpr const char *varying_attribute = "weft-varying";

/// The string attribute of a pointer to memory that one thread alone reads and writes while the function runs, and that
/// goes on unused for so many bytes before its first byte and behind its last.
inline constexpr const char *own_memory_attribute = "weft-own-memory";

/// Functions that give what a group agreed on: the same to all of its work-items.
inline constexpr llvm::StringLiteral group_get_prefix = "weft.group.get.";

/// Metadata of branches that only some of a vector's work-items take (Guard::rest).
inline constexpr const char *rest_metadata = "weft.rest";

/// Target information for functions that are still work-item functions.
llvm::TargetTransformInfo spmd_target_info(const llvm::DataLayout &layout);

} // namespace weft::codegen::ir
