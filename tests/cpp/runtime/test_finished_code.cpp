// Launches take code that their program carries, as far as it is right for them, and compile what is not.
#include <cstdlib>
#include <deque>
#include <span>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "backends/null/device.hpp"
#include "codegen/build_identity.hpp"
#include "codegen/finished_code.hpp"
#include "codegen/packed.hpp"
#include "runtime/finished_code.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/make_ahead.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace weft::runtime {
namespace {

/// A null device, and nothing on disk; set before anything asks for either.
const bool prepared = setenv("WEFT_NULL", "1", 1) == 0 && setenv("WEFT_CACHE", "0", 1) == 0;
const bool has_targets =
    (register_finished_targets(null::this_backend, [](const Device &) { return std::vector<std::string>{"null"}; }),
     true);

using codegen::Specialization;

struct FinishedCode : testing::Test {
  std::shared_ptr<Device> device = select("null");
  std::int32_t number = 100; // too large to be baked in
  std::deque<codegen::Bytes> added;
  CacheStats before = cache_stats();
  std::size_t taken_before = finished_hits();

  ~FinishedCode() override {
    for (const codegen::Bytes &bytes : added)
      remove_finished(bytes.data());
  }

  static std::shared_ptr<const codegen::KernelModule> module(const std::string &name) {
    codegen::KernelInfo info;
    info.name = info.pretty = name;
    info.args_size = sizeof number;
    info.bakeable = {{0, 4}};
    return std::make_shared<const codegen::KernelModule>(
        hash_text(name), [] { return codegen::Bytes(); }, std::vector{info});
  }
  Launch launch(const std::shared_ptr<const codegen::KernelModule> &m) {
    return {.kernel = {m, &m->kernels().front()},
            .range = {.global = {10, 1, 1}},
            .args = std::as_bytes(std::span(&number, 1))};
  }

  /// As a program that carries the kernel, without baked integers.
  codegen::Bytes &carry(const codegen::KernelModule &module, const Hash &build = codegen::build_identity(),
                        const Specialization &specialization = {}) {
    const std::string &name = module.kernels().front().name;
    const codegen::Bytes binary = device->finalizer().finalize(module, name, specialization).serialize();
    const codegen::Bytes packed = codegen::pack(binary);
    const codegen::FinishedCode code{build, module.hash(), {{name, {"null"}, specialization, binary.size(), packed}}};
    return added.emplace_back(code.serialize());
  }
  std::size_t compiled() const { return cache_stats().compiled - before.compiled; }
  std::size_t taken() const { return finished_hits() - taken_before; }
};

TEST_F(FinishedCode, OfALaunchIsTakenAndNothingIsCompiled) {
  const auto m = module("carried");
  add_finished(carry(*m));
  const auto executable = find_executable(*device, launch(m));
  EXPECT_EQ(find_executable(*device, launch(m)), executable);
  EXPECT_EQ(taken(), 1u);
  EXPECT_EQ(compiled(), 0u);
}

TEST_F(FinishedCode, OfAnotherBuildOrTargetIsLeftOut) {
  const auto build = module("another build"), other = module("another target"), damaged = module("damaged");
  add_finished(carry(*build, {1, 2}));
  codegen::Bytes &target = carry(*other);
  auto code = codegen::FinishedCode::parse(target);
  code.kernels[0].targets = {"another"};
  const codegen::Bytes written = code.serialize();
  target = written;
  add_finished(target);
  codegen::Bytes &bytes = carry(*damaged);
  bytes[bytes.size() / 2] ^= std::byte{1};
  add_finished(bytes);
  for (const auto &m : {build, other, damaged})
    EXPECT_NE(find_executable(*device, launch(m)), nullptr);
  EXPECT_EQ(taken(), 0u);
  EXPECT_EQ(compiled(), 3u);
}

TEST_F(FinishedCode, OfALibraryThatIsGoneIsGone) {
  const auto m = module("unloaded");
  add_finished(carry(*m));
  remove_finished(added.back().data());
  find_executable(*device, launch(m));
  EXPECT_EQ(compiled(), 1u);
}

TEST_F(FinishedCode, ThatAssumesLessServesWhileTheRestIsCompiledBesideTheProgram) {
  const auto m = module("generic");
  add_finished(carry(*m));
  number = 7;
  const auto first = find_executable(*device, launch(m));
  EXPECT_EQ(compiled(), 0u);
  find_executable(*device, launch(m)); // a second launch is worth code of its own
  while (find_ready(*device, launch(m)) == nullptr)
    std::this_thread::yield();
  EXPECT_NE(find_executable(*device, launch(m)), first);
  EXPECT_EQ(taken(), 1u);
  EXPECT_EQ(compiled(), 1u);
}

TEST_F(FinishedCode, ThatAssumesMoreDoesNotServe) {
  const auto m = module("assumes more");
  Specialization baked;
  baked.baked = {{{0, 4}, 7}};
  add_finished(carry(*m, codegen::build_identity(), baked));
  find_executable(*device, launch(m));
  EXPECT_EQ(taken(), 0u);
  EXPECT_EQ(compiled(), 1u);
  number = 7;
  find_executable(*device, launch(m));
  EXPECT_EQ(taken(), 1u);
}

TEST_F(FinishedCode, IsReadyBeforeTheLaunchWhereKernelsAreMadeAhead) {
  const auto m = module("ahead");
  add_finished(carry(*m));
  make_ahead(device, {launch(m).kernel});
  while (find_ready(*device, launch(m)) == nullptr)
    std::this_thread::yield();
  EXPECT_EQ(taken(), 1u);
  EXPECT_EQ(compiled(), 0u);
}

} // namespace
} // namespace weft::runtime
