// Kernels that come next are compiled beside a program that launches a module's kernels one after the other.
#include <chrono>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/null/failures.hpp"
#include "runtime/compilation.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

/// A null device, and nothing on disk; set before anything asks for either.
const bool prepared = setenv("WEFT_NULL", "1", 1) == 0 && setenv("WEFT_CACHE", "0", 1) == 0;

struct LaunchOrder : testing::Test {
  std::shared_ptr<Device> device = select("null");
  std::int32_t number = 7;

  using Change = void (*)(std::vector<codegen::KernelInfo> &);
  static std::shared_ptr<const codegen::KernelModule>
  module(const std::string &name, int count, Change change = [](auto &) {}) {
    std::vector<codegen::KernelInfo> kernels(static_cast<std::size_t>(count));
    for (codegen::KernelInfo &kernel : kernels) {
      kernel.name = kernel.pretty = name + std::to_string(&kernel - kernels.data());
      kernel.args_size = sizeof number;
      kernel.bakeable = {{0, 4}};
    }
    change(kernels);
    return std::make_shared<const codegen::KernelModule>(
        hash_text(name), [] { return codegen::Bytes(); }, std::move(kernels));
  }
  Launch launch(const std::shared_ptr<const codegen::KernelModule> &m, int kernel) {
    return {.kernel = {m, &m->kernels()[static_cast<std::size_t>(kernel)]},
            .range = {.global = {10, 1, 1}},
            .args = std::as_bytes(std::span(&number, 1))};
  }
  void launch_all(const std::shared_ptr<const codegen::KernelModule> &m, int first, int end) {
    for (int kernel = first; kernel < end; ++kernel)
      find_executable(*device, launch(m, kernel));
  }
  /// Waits until nobody has to compile the kernel any more.
  bool is_made(const std::shared_ptr<const codegen::KernelModule> &m, int kernel) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (find_ready(*device, launch(m, kernel)) == nullptr)
      if (std::chrono::steady_clock::now() > limit)
        return false;
      else
        std::this_thread::yield();
    return true;
  }
  static std::size_t compiled() {
    wait_for_compilations();
    return cache_stats().compiled;
  }
};

TEST_F(LaunchOrder, TheNextKernelsAreCompiledBeforeTheirLaunch) {
  const auto m = module("next", 12);
  const std::size_t before = compiled();
  launch_all(m, 0, 3);
  for (int kernel = 3; kernel < 6; ++kernel)
    EXPECT_TRUE(is_made(m, kernel)) << kernel;
  EXPECT_EQ(compiled() - before, 6u) << "as many ahead as were in order";
  launch_all(m, 3, 12);
  EXPECT_EQ(compiled() - before, 12u) << "each once, and none beyond the last";
}

TEST_F(LaunchOrder, KernelsMayBeLeftOut) {
  const auto m = module("left out", 12);
  for (const int kernel : {0, 2, 5})
    find_executable(*device, launch(m, kernel));
  EXPECT_TRUE(is_made(m, 6));
}

TEST_F(LaunchOrder, ModulesMayBeLaunchedBackwards) {
  const auto m = module("backwards", 12);
  const std::size_t before = compiled();
  for (const int kernel : {10, 9, 8, 7})
    find_executable(*device, launch(m, kernel));
  for (const int kernel : {6, 5, 4})
    EXPECT_TRUE(is_made(m, kernel)) << kernel;
  EXPECT_EQ(compiled() - before, 7u) << "as many ahead as were in order";
  for (int kernel = 6; kernel >= 0; --kernel)
    find_executable(*device, launch(m, kernel));
  launch_all(m, 0, 12);
  EXPECT_EQ(compiled() - before, 12u) << "each once, and none before the first";
}

TEST_F(LaunchOrder, OtherOrdersCompileWhatIsLaunched) {
  const auto m = module("to and fro", 12), few = module("few", 3);
  const std::size_t before = compiled();
  for (const int kernel : {0, 11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6})
    find_executable(*device, launch(m, kernel));
  launch_all(m, 0, 12);
  launch_all(few, 0, 3);
  EXPECT_EQ(compiled() - before, 15u);
}

TEST_F(LaunchOrder, LaunchesThatWantOtherCodeEndIt) {
  const auto m = module("unexpected", 12);
  launch_all(m, 0, 3);
  for (int kernel = 3; kernel < 6; ++kernel)
    EXPECT_TRUE(is_made(m, kernel)) << kernel;
  number = 8;
  const std::size_t before = compiled();
  launch_all(m, 3, 6);
  EXPECT_EQ(compiled() - before, 3u);
}

TEST_F(LaunchOrder, KernelsThatAreLaunchedInAnotherWayAreNotGuessed) {
  const auto m = module("forms", 12, [](auto &kernels) {
    kernels[4].form = codegen::LaunchForm::nd_range;
    kernels[5].aspects = {codegen::Aspect::gpu};
    kernels[8].local[0] = 4;
  });
  const std::size_t before = compiled();
  launch_all(m, 0, 4);
  find_executable(*device, launch(m, 6));
  for (const int kernel : {7, 9, 10, 11})
    EXPECT_TRUE(is_made(m, kernel)) << kernel;
  EXPECT_EQ(compiled() - before, 9u);
}

TEST_F(LaunchOrder, FailuresAreLeftToTheLaunch) {
  const auto m = module("fails", 12);
  launch_all(m, 0, 2);
  null::fail_at(null::Point::compile, 2, true); // the launch's own comes first or second
  try {
    find_executable(*device, launch(m, 2));
  } catch (const Error &) {
  }
  wait_for_compilations();
  null::fail_at(null::Point::compile, 0);
  launch_all(m, 2, 12);
}

TEST_F(LaunchOrder, ProcessesForkAndEndMeanwhile) {
  for (int process = 0; process < 20; ++process) {
    const auto m = module("process " + std::to_string(process), 60);
    launch_all(m, 0, 20);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      launch_all(m, 20, 40);
      std::exit(is_made(m, 40) ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

} // namespace
} // namespace weft::runtime
