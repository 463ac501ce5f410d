// Random SPMD functions leave the same memory behind whether they run work-item by work-item or vectorized.
#include <cstdlib>

#include <gtest/gtest.h>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include "number_from.hpp"
#include "random_kernel.hpp"
#include "spmd_runner.hpp"

namespace weft::test {
namespace {

TEST(RandomKernels, SameMemoryAsScalarExecution) {
  const std::uint64_t first = number_from<std::uint64_t>("WEFT_RANDOM_SEED", 1),
                      count = number_from<std::uint64_t>("WEFT_RANDOM_KERNELS", 24);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("random", context);
    llvm::Function *kernel = random_kernel(module, seed);
    if (std::getenv("WEFT_RANDOM_PRINT"))
      llvm::errs() << module;
    const Outcome outcome = compare_with_scalar(module, *kernel, seed % 2 ? Prepare::promote : Prepare::optimize, seed);
    EXPECT_TRUE(outcome.vectorized) << "seed " << seed << ": " << outcome.message;
    EXPECT_EQ(outcome.message, "") << "seed " << seed;
  }
}

} // namespace
} // namespace weft::test
