// The container gives back what was written and refuses every other sequence of bytes.
#include "codegen/kernel_module.hpp"

#include <random>

#include <gtest/gtest.h>

#include "support/error.hpp"

namespace weft::codegen {
namespace {

KernelModule sample() {
  KernelInfo kernel;
  kernel.name = "_ZTS4name";
  kernel.pretty = "name";
  kernel.form = LaunchForm::nd_range;
  kernel.dims = 2;
  kernel.args_size = 48;
  kernel.args_align = 16;
  kernel.static_local = 128;
  kernel.uses_sub_groups = true;
  kernel.loops_alone = true;
  kernel.sub_group_size = 16;
  kernel.local[0] = 64;
  kernel.bakeable = {{8, 4}, {16, 8}};
  kernel.pointer_words = 0b101;
  kernel.constants = {{"constant", 4}};
  kernel.imports = {"external"};
  KernelInfo second;
  second.name = "other";
  Bytes bitcode(5000);
  for (std::size_t i = 0; i < bitcode.size(); ++i)
    bitcode[i] = static_cast<std::byte>(i % 251);
  return KernelModule(std::move(bitcode), {kernel, second});
}

TEST(KernelModule, ContainerGivesBackWhatWasWritten) {
  const KernelModule module = sample();
  const auto read = KernelModule::parse(module.serialize());
  EXPECT_EQ(read->hash(), module.hash());
  EXPECT_EQ(read->bitcode(read->kernels()[0]), module.bitcode(module.kernels()[0]));
  ASSERT_EQ(read->kernels().size(), 2u);
  const KernelInfo &kernel = read->kernel("_ZTS4name");
  EXPECT_EQ(kernel.pretty, "name");
  EXPECT_EQ(kernel.form, LaunchForm::nd_range);
  EXPECT_EQ(kernel.dims, 2);
  EXPECT_EQ(kernel.args_size, 48u);
  EXPECT_EQ(kernel.args_align, 16u);
  EXPECT_EQ(kernel.static_local, 128u);
  EXPECT_TRUE(kernel.uses_sub_groups && !read->kernel("other").uses_sub_groups);
  EXPECT_TRUE(kernel.loops_alone && !read->kernel("other").loops_alone);
  EXPECT_EQ(kernel.sub_group_size, 16u);
  EXPECT_EQ(kernel.local[0], 64u);
  EXPECT_EQ(kernel.bakeable, sample().kernels()[0].bakeable);
  EXPECT_EQ(kernel.pointer_words, 0b101u);
  ASSERT_EQ(kernel.constants.size(), 1u);
  EXPECT_EQ(kernel.constants[0].name, "constant");
  EXPECT_EQ(kernel.constants[0].size, 4u);
  EXPECT_EQ(kernel.imports, std::vector<std::string>{"external"});
}

TEST(KernelModule, UnknownKernelIsAnErrorThatNamesTheKnownOnes) {
  const KernelModule module = sample();
  try {
    module.kernel("missing");
    FAIL();
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), Errc::kernel);
    EXPECT_NE(std::string(error.what()).find("other"), std::string::npos);
  }
}

TEST(KernelModule, EveryTruncationIsABuildError) {
  const Bytes whole = sample().serialize();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(KernelModule::parse(std::span(whole).first(size)), Error) << size;
}

TEST(KernelModule, EveryFlippedByteIsABuildError) {
  const Bytes whole = sample().serialize();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes altered = whole;
    altered[at] ^= std::byte{0x40};
    EXPECT_THROW(KernelModule::parse(altered), Error) << at;
  }
}

TEST(KernelModule, RandomBytesAreABuildError) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Bytes bytes(random() % 400);
    for (std::byte &b : bytes)
      b = static_cast<std::byte>(random());
    EXPECT_THROW(KernelModule::parse(bytes), Error);
  }
}

TEST(KernelModule, LazyBitcodeIsMadeOnceOnFirstNeed) {
  int made = 0;
  const KernelModule module(Hash{1, 2},
                            [&] {
                              ++made;
                              return Bytes(3);
                            },
                            {});
  EXPECT_EQ(made, 0);
  EXPECT_EQ(module.exports_bitcode().size(), 3u);
  EXPECT_EQ(module.exports_bitcode().size(), 3u);
  EXPECT_EQ(made, 1);
}

} // namespace
} // namespace weft::codegen
