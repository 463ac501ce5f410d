// `__weft_check_index(index, extent)`, which the headers call for every subscript of an accessor.
#pragma once

#include <llvm/IR/Module.h>

#include "codegen/ir/failures.hpp"

namespace weft::codegen::ir {

/// As if they had not been written.
void drop_index_checks(llvm::Module &);

/// Makes them tests. The module is clean().
void test_indices(llvm::Module &, Output);

} // namespace weft::codegen::ir
