// Random kernels leave the same memory behind whether their work-items run one by one on stacks of their own or through
// the CPU finalizer: fission, jam, guard split, driver and vectors of any width.
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/codegen.hpp"
#include "group_kernel.hpp"
#include "number_from.hpp"
#include "run_kernel.hpp"
#include "work_items.hpp"

namespace weft::test {
namespace {

/// One kernel, as generated from a seed without some of its statements.
class Trial {
public:
  Trial(std::uint64_t seed, const std::set<unsigned> &dropped) : seed_(seed), module_("random", context_) {
    module_.setDataLayout(host_data_layout());
    kernel_ = random_group_kernel(module_, seed, dropped);
  }

  /// What is wrong with code of these widths; empty if nothing. Width 0 is the finalizer's choice.
  std::string run(std::span<const unsigned> widths) {
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    if (llvm::verifyModule(module_, &stream))
      return "invalid: " + problems.substr(0, 300);
    const WorkItems reference(module_, kernel_);
    for (const unsigned width : widths) {
      std::unique_ptr<codegen::test::LoadedBinary> binary;
      try {
        binary = compile(width);
      } catch (const std::exception &error) {
        return fmt::format("width {}: {}", width, error.what());
      }
      GroupMemory expected(kernel_, seed_), got(kernel_, seed_);
      const unsigned lanes = binary->binary().sub_group_size;
      declined_ |= width > 1 && lanes == 1 && could_vectorize();
      const bool defined = reference.run(expected, lanes);
      const GroupKernelArgs args = got.args(kernel_);
      binary->run(&args, kernel_.global, kernel_.local, kernel_.local_bytes, kernel_.offset);
      if (const std::string difference = expected.difference(got); defined && !difference.empty())
        return fmt::format("width {}: {}", width, difference);
    }
    return "";
  }

  bool declined() const { return declined_; }
  unsigned statements() const { return kernel_.statements; }

  std::string text() {
    for (llvm::Function &function : module_)
      if (!function.isDeclaration())
        llvm::removeUnreachableBlocks(function);
    std::string result;
    llvm::raw_string_ostream(result) << module_;
    return fmt::format(
        "; global {} {} {} local {} {} {} offset {} {} {} baked {} trips {} uniform {} bound {} local_bytes {} seed {}"
        "\n{}",
        kernel_.global[0], kernel_.global[1], kernel_.global[2], kernel_.local[0], kernel_.local[1], kernel_.local[2],
        kernel_.offset[0], kernel_.offset[1], kernel_.offset[2], kernel_.bake, kernel_.trips, kernel_.uniform,
        kernel_.bound, kernel_.local_bytes, seed_, result);
  }

private:
  bool could_vectorize() const {
    return kernel_.local[0] != 1 || kernel_.local[1] > 1 || kernel_.local[2] > 1; // a range, or groups of several
  }

  std::unique_ptr<codegen::test::LoadedBinary> compile(unsigned width) {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(module_, stream);
    const auto *first = reinterpret_cast<const std::byte *>(bytes.data());
    const codegen::KernelModule module(codegen::Bytes(first, first + bytes.size()), {kernel_.info});
    setenv("WEFT_VECTOR_WIDTH", std::to_string(width).c_str(), 1);
    auto result = codegen::test::compile(module, kernel_.info.name, kernel_.specialization());
    unsetenv("WEFT_VECTOR_WIDTH");
    return result;
  }

  std::uint64_t seed_;
  llvm::LLVMContext context_;
  llvm::Module module_;
  GroupKernel kernel_;
  bool declined_ = false;
};

/// The kernel of a seed with as few statements as still fail.
std::string smallest(std::uint64_t seed, std::span<const unsigned> widths) {
  std::set<unsigned> dropped;
  const unsigned statements = Trial(seed, {}).statements();
  for (unsigned i = 0; i < statements; ++i) {
    std::set<unsigned> more = dropped;
    more.insert(i);
    if (!Trial(seed, more).run(widths).empty())
      dropped = std::move(more);
  }
  Trial result(seed, dropped);
  const std::string problem = result.run(widths);
  return problem + "\n" + result.text();
}

TEST(RandomGroupKernels, SameMemoryAsWorkItemsOnTheirOwn) {
  constexpr unsigned all_widths[] = {1, 4, 8, 16, 32, 0};
  const std::uint64_t first = number_from<std::uint64_t>("WEFT_RANDOM_SEED", 1),
                      count = number_from<std::uint64_t>("WEFT_RANDOM_KERNELS", 16);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const unsigned widths[] = {all_widths[seed % 6], all_widths[(seed / 6 + seed + 1) % 6]};
    Trial trial(seed, {});
    const std::string problem = trial.run(widths);
    EXPECT_EQ(problem, "") << "seed " << seed;
    EXPECT_FALSE(trial.declined()) << "seed " << seed << " ran one work-item at a time";
    if (!problem.empty() && number_from("WEFT_RANDOM_SHRINK", 0) != 0)
      std::puts(smallest(seed, widths).c_str());
  }
}

} // namespace
} // namespace weft::test
