// Every kernel of the SYCL tests becomes PTX, which NVIDIA's assembler takes where there is one: what a machine without
// a GPU can show of them.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "codegen/codegen.hpp"
#include "codegen/kernel_module.hpp"
#include "support/error.hpp"
#include "sycl/registry.hpp"

namespace {

using namespace weft;

constexpr struct {
  unsigned arch, ptx;
} targets[] = {{80, 80}, {90, 80}, {100, 88}};

/// What ptxas says of some PTX; empty if it took it.
std::string assemble(const codegen::Bytes &ptx, unsigned arch) {
  const auto base = std::filesystem::temp_directory_path() / ("weft_sycl_" + std::to_string(getpid()));
  const std::string source = base.string() + ".ptx", log = base.string() + ".log";
  std::ofstream(source).write(reinterpret_cast<const char *>(ptx.data()), static_cast<std::streamsize>(ptx.size()));
  // what it assembles here never runs: the fastest way will do
  const std::string command =
      "ptxas -O0 -arch=sm_" + std::to_string(arch) + " " + source + " -o /dev/null > " + log + " 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream file(log);
  std::string said((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::filesystem::remove(source);
  std::filesystem::remove(log);
  return status == 0 ? "" : "ptxas failed: " + said;
}

bool have_ptxas() {
  return std::system("ptxas --version > /dev/null 2>&1") == 0;
}

class Ptx : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Targets, Ptx, testing::Range(0u, unsigned(std::size(targets))),
                         [](const auto &target) { return "sm_" + std::to_string(targets[target.param].arch); });

TEST_P(Ptx, OfEveryKernelOfTheSyclTests) {
  const auto [arch, version] = targets[GetParam()];
  const bool assembles = have_ptxas();
  const auto finalizer = codegen::codegen().nvptx_finalizer(arch, version);
  const auto all = sycl_api::all_kernels();
  EXPECT_GT(all.size(), 100u);
  for (const auto *entry : all) {
    const auto &[module, info] = entry->kernel;
    SCOPED_TRACE(info->pretty);
    try {
      const codegen::Binary binary = finalizer->finalize(*module, info->name, {});
      EXPECT_EQ(assembles ? assemble(binary.image, arch) : "", "");
    } catch (const Error &error) {
      ADD_FAILURE() << error.what();
    }
  }
  if (!assembles)
    GTEST_SKIP() << "no ptxas on PATH: PTX is made but not assembled";
}

} // namespace
