// Every kernel of the SYCL tests becomes PTX, which NVIDIA's assembler takes where there is one: what a machine without
// a GPU can show of them.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "codegen/codegen.hpp"
#include "codegen/kernel_module.hpp"
#include "ptxas.hpp"
#include "support/error.hpp"
#include "sycl/registry.hpp"

namespace {

using namespace weft;
using weft::tests::ptx_targets;

class Ptx : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Targets, Ptx, testing::Range(0u, unsigned(std::size(ptx_targets))),
                         [](const auto &target) { return "sm_" + std::to_string(ptx_targets[target.param].arch); });

TEST_P(Ptx, OfEveryKernelOfTheSyclTests) {
  const auto [arch, version] = ptx_targets[GetParam()];
  const bool assembles = weft::tests::have_ptxas();
  const auto finalizer = codegen::codegen().finalizer({"nvptx", arch, version});
  const auto all = sycl_api::all_kernels();
  EXPECT_GT(all.size(), 100u);
  for (const auto *entry : all) {
    const auto &[module, info] = entry->kernel;
    SCOPED_TRACE(info->pretty);
    try {
      const codegen::Binary binary = finalizer->finalize(*module, info->name, {});
      // what it assembles here never runs: the fastest way will do
      EXPECT_EQ(assembles ? weft::tests::assemble(binary.image, arch, "-O0").failure() : "", "");
    } catch (const Error &error) {
      ADD_FAILURE() << error.what();
    }
  }
  if (!assembles)
    GTEST_SKIP() << "no ptxas on PATH: PTX is made but not assembled";
}

/// Only then does the assembler see which rows begin at multiples of 16 bytes.
TEST(ForPtx, LengthsOfRowsOfLocalMemoryAreKnown) {
  const auto all = sycl_api::all_kernels();
  const auto entry =
      std::ranges::find_if(all, [](const auto *e) { return e->kernel.info->pretty.ends_with("TiledProduct"); });
  ASSERT_NE(entry, all.end());
  EXPECT_EQ(std::ranges::count((*entry)->kernel.info->bakeable, 8u, &codegen::IntField::width), 2);
}

} // namespace
