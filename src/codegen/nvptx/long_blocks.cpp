#include "codegen/nvptx/long_blocks.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Transforms/Scalar/StraightLineStrengthReduce.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {
bool has_very_long_block(const Function &function) {
  constexpr std::size_t very_long = 4096;
  return any_of(function, [](const BasicBlock &block) { return block.size() > very_long; });
}
} // namespace

PreservedAnalyses ReduceStrength::run(Function &function, FunctionAnalysisManager &analyses) {
  return has_very_long_block(function) ? PreservedAnalyses::all()
                                       : StraightLineStrengthReducePass().run(function, analyses);
}

LongBlocks::LongBlocks(const Function &kernel) : found_(has_very_long_block(kernel)) {}

} // namespace weft::codegen::nvptx
