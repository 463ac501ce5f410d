// What a device cannot do is a build error that names the kernel and the cause.
#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/cases.hpp"
#include "support/error.hpp"

namespace weft::codegen {
namespace {

const KernelModule &module() {
  static const auto read = test::read_module(WEFT_BAD_KERNELS);
  return *read;
}

std::string symbol(const std::string &pretty) {
  for (const KernelInfo &kernel : module().kernels())
    if (kernel.pretty == pretty)
      return kernel.name;
  return pretty;
}

struct Expected {
  const char *kernel, *cause;
};

class BadKernel : public testing::TestWithParam<Expected> {};

TEST_P(BadKernel, IsABuildErrorThatNamesTheCause) {
  try {
    codegen().finalizer({"cpu"})->finalize(module(), symbol(GetParam().kernel), {});
    FAIL() << "compiled";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), Errc::build);
    EXPECT_NE(std::strstr(error.what(), GetParam().kernel), nullptr) << error.what();
    EXPECT_NE(std::strstr(error.what(), GetParam().cause), nullptr) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadKernel,
                         testing::Values(Expected{"undefined_symbol", "defined_nowhere"}, Expected{"throwing", "throw"},
                                         Expected{"assembly", "incl"}, Expected{"long_double", "long double"},
                                         Expected{"mutable_variable", "mutable_global"},
                                         Expected{"thread_local_variable", "thread-local variable"},
                                         Expected{"calls_itself", "recursi"}, Expected{"calls_mutually", "recursi"},
                                         Expected{"va_list_used", "variadic"}, Expected{"barrier_in_range", "barrier"},
                                         Expected{"processor_intrinsic", "llvm.x86"}),
                         [](const auto &info) { return info.param.kernel; });

class GoodKernel : public testing::TestWithParam<std::pair<const char *, int>> {};

TEST_P(GoodKernel, Runs) {
  const auto binary = test::compile(module(), symbol(GetParam().first));
  std::vector<int> out(40, -1);
  const struct {
    int *out;
    int n;
  } functor{out.data(), 2};
  std::array<std::byte, 24> args{};
  std::memcpy(args.data(), &functor, sizeof(functor));
  binary->run(args.data(), {33, 1, 1});
  EXPECT_EQ(out[0], GetParam().second);
  EXPECT_EQ(out[32], GetParam().second);
  EXPECT_EQ(out[33], -1);
}

INSTANTIATE_TEST_SUITE_P(All, GoodKernel,
                         testing::Values(std::pair("compiler_barrier", 3), std::pair("constant_table", 7),
                                         std::pair("prints", 9)),
                         [](const auto &info) { return info.param.first; });

TEST(ModuleFromBitcode, GarbageIsABuildError) {
  EXPECT_THROW(codegen().module_from_bitcode(Bytes(100, std::byte{7})), Error);
  EXPECT_THROW(codegen().module_from_bitcode({}), Error);
}

TEST(ModuleFromBitcode, ReadsFormDimensionsArgumentsAndBakeableFields) {
  const auto &kernels = test::kernel_module().kernels();
  const auto find = [&](const char *name) {
    return *std::ranges::find_if(kernels, [&](const KernelInfo &kernel) { return kernel.pretty == name; });
  };
  const KernelInfo groups = find("kde_groups_f32"), items = find("kde_items_f64");
  EXPECT_EQ(groups.form, LaunchForm::nd_range);
  EXPECT_EQ(groups.dims, 2);
  EXPECT_EQ(groups.args_size, 48u);
  EXPECT_EQ(groups.pointer_words, 0b111u);
  EXPECT_EQ(groups.bakeable, (std::vector<IntField>{{24, 8}, {36, 4}}));
  EXPECT_EQ(items.form, LaunchForm::range);
  EXPECT_EQ(items.dims, 2);
  EXPECT_TRUE(groups.uses_sub_groups && !items.uses_sub_groups);
  EXPECT_TRUE(items.loops_alone && !groups.loops_alone);
  EXPECT_EQ(items.bakeable, (std::vector<IntField>{{40, 8}, {56, 4}}));
}

} // namespace
} // namespace weft::codegen
