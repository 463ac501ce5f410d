// Has the driver compile PTX or load a cubin, and asks it how that may be launched.
#include "backends/cuda/executable.hpp"

#include <algorithm>
#include <array>

#include "backends/cuda/device.hpp"
#include "support/error.hpp"

namespace weft::cuda {

namespace {
// Enough warps to hide latency, small enough to balance the tail.
constexpr unsigned preferred_group_size = codegen::Specialization::range_group;

// CUjit_option of the driver API.
constexpr int error_log_buffer = 5, error_log_size = 6;

CUmodule load(const CudaDevice &device, const codegen::Binary &binary) {
  std::array<char, 8192> log{};
  std::array<int, 2> options{error_log_buffer, error_log_size};
  std::array<void *, 2> values{log.data(), reinterpret_cast<void *>(log.size())};
  CUmodule module = nullptr;
  const CUresult result =
      driver().module_load(&module, binary.image.data(), options.size(), options.data(), values.data());
  if (ends_all_work(result))
    throw Error(Errc::runtime, "{}", device.describe_failure(result));
  if (result != success)
    throw Error(Errc::build, "the driver rejects the code of kernel {}: {}\n{}", binary.entry,
                driver().describe(result), log.data());
  return module;
}
} // namespace

CudaExecutable::CudaExecutable(const CudaDevice &device, const codegen::Binary &binary)
    : Executable(binary), device_(device) {
  const Driver &cuda = driver();
  const Current current(device_);
  module_ = load(device_, binary_);
  cuda.check(cuda.module_function(&function_, module_, binary_.entry.c_str()), "cuModuleGetFunction");
  int value = 0;
  cuda.check(cuda.function_attribute(&value, function_max_threads_per_block, function_), "cuFuncGetAttribute");
  max_group_size_ = value;
  range_group_size_ = std::min(preferred_group_size, max_group_size_);
  binary_.image = {};
}

CudaExecutable::~CudaExecutable() {
  const Driver *cuda = find_driver();
  if (cuda == nullptr || cuda->context_push(device_.context()) != success)
    return;
  CUcontext popped = nullptr;
  cuda->module_unload(module_);
  cuda->context_pop(&popped);
}

void CudaExecutable::reserve_local(std::size_t bytes) const {
  if (bytes <= reserved_) [[likely]]
    return;
  if (bytes > device_.max_local_bytes())
    throw Error(Errc::nd_range, "kernel {} asks for {} bytes of local memory; {} has {} per work-group", binary_.entry,
                bytes, device_.info().name, device_.max_local_bytes());
  driver().check(
      driver().function_set_attribute(function_, function_max_dynamic_shared_size_bytes, static_cast<int>(bytes)),
      "cuFuncSetAttribute");
  reserved_ = bytes;
}

} // namespace weft::cuda
