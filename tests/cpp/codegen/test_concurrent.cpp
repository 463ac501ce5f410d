// Many threads compile at once; the same request gives the same code.
#include <string_view>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/cases.hpp"

namespace weft::codegen {
namespace {

class Concurrent : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Targets, Concurrent, testing::Values("cpu", "spirv"),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(Concurrent, EqualRequestsGiveEqualBinaries) {
  const std::vector<test::Case> all = test::cases(1);
  const std::vector<std::size_t> chosen{0, 8, 13, 15, all.size() - 1};
  std::vector<Bytes> images(3 * chosen.size());
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 3; ++thread)
    threads.emplace_back([&, thread] {
      const auto finalizer = codegen().finalizer({GetParam()});
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const std::size_t at = (i + thread) % chosen.size();
        const test::Case &example = all[chosen[at]];
        images[thread * chosen.size() + at] =
            finalizer->finalize(test::kernel_module(), test::symbol(example), test::specialize(example)).image;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  const bool in_order = GetParam() != std::string_view("spirv"); // whose back end numbers values by where they lie
  for (std::size_t i = 0; i < chosen.size(); ++i)
    for (const std::size_t other : {i + chosen.size(), i + 2 * chosen.size()}) {
      EXPECT_FALSE(images[i].empty());
      EXPECT_EQ(images[i].size(), images[other].size()) << all[chosen[i]].name;
      EXPECT_TRUE(!in_order || images[i] == images[other]) << all[chosen[i]].name;
    }
}

TEST(ConcurrentObjects, EmbeddedObjectsAreElfAndHoldTheContainer) {
  const Bytes object = codegen().embed(test::kernel_module(), "unit-of-translation");
  const std::string_view text(reinterpret_cast<const char *>(object.data()), object.size());
  EXPECT_EQ(text.substr(0, 4), "\177ELF");
  for (const char *part : {"WEFTKMOD", "unit-of-translation", "__weft_register_image", "__weft_unregister_image"})
    EXPECT_NE(text.find(part), std::string_view::npos) << part;
  const std::size_t start = text.find("WEFTKMOD");
  const std::size_t size = test::kernel_module().serialize().size();
  const auto read = KernelModule::parse(std::span(object).subspan(start, size));
  EXPECT_EQ(read->hash(), test::kernel_module().hash());
}

} // namespace
} // namespace weft::codegen
