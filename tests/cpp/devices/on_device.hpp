// A fixture that runs once per device present, and kernels to run there.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backends/null/kernels.hpp"
#include "codegen/codegen.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace weft::test {

/// What a failure prints of its parameter.
struct Named {
  std::shared_ptr<runtime::Device> device;
};
inline void PrintTo(const Named &named, std::ostream *out) {
  *out << runtime::filter_string(*named.device);
}

inline std::vector<Named> every_device() {
  std::vector<Named> found;
  for (const auto &device : runtime::devices())
    found.push_back({device});
  return found;
}

inline std::string device_name(const testing::TestParamInfo<Named> &info) {
  std::string name = runtime::filter_string(*info.param.device);
  for (char &c : name)
    if (c == ':')
      c = '_';
  return name;
}

class OnDevice : public testing::TestWithParam<Named> {
protected:
  std::shared_ptr<runtime::Device> device = GetParam().device;
  std::shared_ptr<runtime::Context> context = device->platform()->default_context();

  std::shared_ptr<runtime::Queue> queue(runtime::QueueProperties properties = {}) {
    return runtime::make_queue(context, device, properties);
  }

  /// `count` elements of T in memory that host and device see.
  template <class T> std::shared_ptr<T> shared(std::size_t count) {
    void *memory = runtime::allocate(count * sizeof(T), 0, runtime::AllocationKind::shared, device, context);
    std::memset(memory, 0, count * sizeof(T));
    return {static_cast<T *>(memory), [](T *p) { runtime::deallocate(p); }};
  }
};

#define WEFT_ON_EVERY_DEVICE(suite)                                                                                    \
  INSTANTIATE_TEST_SUITE_P(Devices, suite, testing::ValuesIn(weft::test::every_device()), weft::test::device_name)

/// A kernel written by `write`; its arguments are `args_size` bytes.
inline runtime::Kernel make_kernel(const std::string &name, codegen::LaunchForm form, std::uint32_t args_size,
                                   const std::function<void(codegen::Builder &)> &write, std::uint8_t dims = 1) {
  codegen::KernelInfo info;
  info.name = info.pretty = name;
  info.form = form;
  info.dims = dims;
  info.args_size = args_size;
  auto builder = codegen::codegen().builder(info);
  write(*builder);
  auto module = std::make_shared<codegen::KernelModule>(builder->finish(false), std::vector{info});
  return {module, &module->kernels().front()};
}

template <class Args>
runtime::Launch make_launch(const runtime::Kernel &kernel, runtime::NdRange range, const Args &args) {
  runtime::Launch launch;
  launch.kernel = kernel;
  launch.range = range;
  launch.args = std::as_bytes(std::span(&args, 1));
  return launch;
}

inline runtime::NdRange range(std::size_t n) {
  runtime::NdRange r;
  r.global = {n, 1, 1};
  return r;
}

inline runtime::NdRange nd_range(std::size_t n, std::size_t local) {
  runtime::NdRange r = range(n);
  r.local = {local, 1, 1};
  return r;
}

struct AffineArgs {
  std::int64_t *out;
  std::int64_t factor, addend;
};

/// What the null device does for it.
inline void run_affine(std::span<const std::byte> bytes, const runtime::NdRange &range) {
  AffineArgs args;
  std::memcpy(&args, bytes.data(), sizeof args);
  for (std::size_t i = range.offset[0]; i < range.offset[0] + range.global[0]; ++i)
    args.out[i] = args.out[i] * args.factor + args.addend;
}

/// out[i] = out[i] * factor + addend, i32; args {ptr, i64 factor, i64 addend}. Order of launches shows in the result.
inline const runtime::Kernel &affine_kernel() {
  null::run_kernels_as("affine", run_affine);
  static const runtime::Kernel kernel = make_kernel("affine", codegen::LaunchForm::range, 24, [](codegen::Builder &b) {
    using enum codegen::IndexOp;
    using enum codegen::Type;
    const auto out = b.field(0, ptr), i = b.global_id(0);
    const auto scaled = b.index(mul, b.load(i64, out, i), b.field(8, i64));
    b.store(out, i, b.index(add, scaled, b.field(16, i64)));
  });
  return kernel;
}

} // namespace weft::test
