// Tells LLVM's uniformity analysis which values differ between the work-items of a group.
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DataLayout.h>

namespace weft::codegen::ir {

/// The string attribute of the argument that differs between neighbouring work-items.
inline constexpr const char *varying_attribute = "weft-varying";

/// Functions that give what a group agreed on: the same to all of its work-items.
inline constexpr llvm::StringLiteral group_get_prefix = "weft.group.get.";

/// Metadata of branches that only some of a vector's work-items take (Guard::rest).
inline constexpr const char *rest_metadata = "weft.rest";

/// Target information for functions that are still work-item functions.
llvm::TargetTransformInfo spmd_target_info(const llvm::DataLayout &layout);

} // namespace weft::codegen::ir
