// Vectors that OpenCL lacks, as their elements.
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include "codegen/ir/passes.hpp"
#include "codegen/spirv/retarget.hpp"
#include "codegen/spirv/touching.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

/// SPIR-V specification, 2.16.1: the other lengths are those of the capability Vector16.
bool is_odd(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (vector == nullptr)
    return false;
  const unsigned length = vector->getNumElements();
  return (length != 2 && length != 3 && length != 4 && length != 8 && length != 16) ||
         is_odd_integer(vector->getElementType());
}

} // namespace

void split_odd_vectors(Function &kernel) {
  if (none_of(instructions(kernel), [](const Instruction &one) { return touches(one, is_odd); }))
    return;
  ir::Passes(ir::Divergence::spmd).run(*kernel.getParent(), "function(scalarizer<load-store>,sroa,early-cse,dce)");
}

} // namespace weft::codegen::spirv
