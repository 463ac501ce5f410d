// `__weft_check_index(index, extent)`, which the headers call for every subscript of an accessor.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// As if they had not been written.
void drop_index_checks(llvm::Module &);

enum class Output { standard_error, printf };

/// Makes them tests: a wrong index is told with its place, where the module has debug information, and fails an
/// assertion. The module is clean().
void test_indices(llvm::Module &, Output);

} // namespace weft::codegen::ir
