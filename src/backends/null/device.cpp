// The device, its finalizer and its executables.
#include "backends/null/device.hpp"

#include <cstdlib>
#include <cstring>

#include "backends/null/failures.hpp"
#include "runtime/executable.hpp"
#include "runtime/streams/queue.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"
#include "support/version.hpp"

namespace weft::null {

using runtime::Aspect;

namespace {

/// A binary's image is the hash of what it was made from, so that tests can tell binaries apart.
class NullFinalizer final : public codegen::Finalizer {
public:
  std::string target() const override { return "null"; }

  codegen::Binary finalize(const codegen::KernelModule &module, std::string_view kernel,
                           const codegen::Specialization &specialization) const override {
    const codegen::KernelInfo &info = module.kernel(kernel);
    if (must_fail(Point::compile))
      throw Error(Errc::build, "compile {}: the null device was told to fail", info.pretty);
    const Hash hash = combine(combine(module.hash(), hash_text(kernel)), specialization.hash());
    codegen::Binary binary;
    binary.entry = info.name;
    binary.image.resize(sizeof(hash));
    std::memcpy(binary.image.data(), &hash, sizeof(hash));
    return binary;
  }
};

class NullExecutable final : public runtime::Executable {
public:
  using Executable::Executable;
};

} // namespace

NullDevice::NullDevice(std::weak_ptr<runtime::Platform> platform, bool fp64) : platform_(std::move(platform)) {
  constexpr std::uint64_t memory = std::uint64_t(1) << 30;
  constexpr std::size_t largest_group = 1024;
  info_.name = "Weft null device";
  info_.vendor = "Weft";
  info_.version = info_.driver_version = version_string();
  info_.type = runtime::DeviceType::custom;
  info_.max_work_item_sizes = {largest_group, largest_group, largest_group};
  info_.max_work_group_size = largest_group;
  info_.sub_group_sizes = {1};
  info_.max_num_sub_groups = largest_group;
  info_.native_vector_width = info_.preferred_vector_width = {1, 1, 1, 1, 1, fp64 ? 1u : 0u, 1};
  info_.global_mem_size = info_.max_mem_alloc_size = info_.free_memory = memory;
  info_.local_mem_size = 64 << 10;
  info_.aspects = {Aspect::custom,
                   Aspect::emulated,
                   Aspect::fp16,
                   Aspect::atomic64,
                   Aspect::queue_profiling,
                   Aspect::usm_device_allocations,
                   Aspect::usm_host_allocations,
                   Aspect::usm_shared_allocations};
  if (fp64)
    info_.aspects.push_back(Aspect::fp64);
}

std::shared_ptr<runtime::Queue> NullDevice::make_queue(std::shared_ptr<runtime::Context> context,
                                                       const runtime::QueueProperties &properties) {
  return std::make_shared<runtime::StreamQueue>(std::move(context), shared_from_this(),
                                                std::shared_ptr<runtime::StreamDriver>(shared_from_this(), &streams_),
                                                properties);
}

void *NullDevice::allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) {
  void *const base = must_fail(Point::allocation)
                         ? nullptr
                         : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (base == nullptr)
    throw Error(Errc::memory_allocation, "allocate: the null device has no {} bytes", bytes);
  return base;
}

void NullDevice::deallocate(void *pointer, std::size_t, runtime::AllocationKind) noexcept {
  std::free(pointer);
}

const codegen::Finalizer &NullDevice::finalizer() const {
  static constinit Lazy<NullFinalizer> instance;
  return instance.get();
}

std::shared_ptr<runtime::Executable> NullDevice::load(const codegen::Binary &binary) {
  if (binary.image.size() != sizeof(Hash))
    throw Error(Errc::build, "load {}: not a binary of the null device", binary.entry);
  return std::make_shared<NullExecutable>(binary);
}

} // namespace weft::null
