// Kernels from kernels.c, brought in where compiled kernels come from: the disk cache.
#pragma once

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "codegen/cpu/abi.hpp"
#include "codegen/finalizer.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace weft::test {

/// A cache directory for this process alone; made before anything asks for the cache.
inline const bool private_cache = [] {
  char directory[] = "/tmp/weft-test-XXXXXX";
  return mkdtemp(directory) != nullptr && setenv("WEFT_CACHE_DIR", directory, 1) == 0;
}();

inline std::shared_ptr<runtime::Queue> cpu_queue(runtime::QueueProperties properties = {}) {
  const auto device = runtime::select("cpu");
  return runtime::make_queue(device->platform()->default_context(), device, std::move(properties));
}

struct HandMade {
  std::string name;
  codegen::LaunchForm form = codegen::LaunchForm::range;
  std::uint32_t args_size = 0;
  std::uint32_t unit = 1;
  std::uint32_t context_per_item = 0;
  std::uint32_t static_local = 0;
  std::uint32_t args_align = 8;

  runtime::Kernel kernel() const {
    codegen::KernelInfo info;
    info.name = info.pretty = name;
    info.form = form;
    info.args_size = args_size;
    info.args_align = args_align;
    const auto module = std::make_shared<const codegen::KernelModule>(
        hash_text(name), [] { return codegen::Bytes(); }, std::vector{info});
    return {module, &module->kernels().front()};
  }

  codegen::Binary binary() const {
    std::ifstream file(WEFT_TEST_KERNELS, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    codegen::Binary result;
    result.image.resize(text.size());
    std::memcpy(result.image.data(), text.data(), text.size());
    result.entry = name;
    result.set_launched_by(
        codegen::cpu::Layout{.unit = {unit, 1, 1}, .context_per_item = context_per_item, .static_local = static_local});
    return result;
  }

  /// The kernel, compiled for launches over this range with these arguments.
  runtime::Kernel prepare(const runtime::Device &device, const runtime::NdRange &range,
                          std::span<const std::byte> args) const {
    const runtime::Kernel made = kernel();
    runtime::default_disk_cache()->store(runtime::disk_key(device, made, runtime::specialize(*made.info, range, args)),
                                         binary().serialize());
    return made;
  }

  runtime::Launch launch(const runtime::Device &device, const runtime::NdRange &range,
                         std::span<const std::byte> args) const {
    return {.kernel = prepare(device, range, args), .range = range, .args = args};
  }
};

template <class T> std::span<const std::byte> bytes_of(const T &value) {
  return std::as_bytes(std::span(&value, 1));
}

} // namespace weft::test
