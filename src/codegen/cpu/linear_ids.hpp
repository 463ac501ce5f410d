// `int i = item.get_linear_id()` is common; its truncation hides that neighbouring items access neighbouring elements.
#pragma once

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// Truncations of linear global ids to 32 bits keep their value where the launch says that ids fit; truncations with
/// the extension behind them go. Gives the number of both.
unsigned keep_linear_ids(llvm::Function &spmd, const Launch &launch);

} // namespace weft::codegen::cpu
