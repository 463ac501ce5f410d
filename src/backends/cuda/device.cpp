// Describes a GPU and serves its memory.
#include "backends/cuda/device.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "backends/cuda/executable.hpp"
#include "backends/cuda/finalizer.hpp"
#include "backends/cuda/geometry.hpp"
#include "backends/cuda/platform.hpp"
#include "backends/cuda/rehearsal.hpp"
#include "codegen/gpu_options.hpp"
#include "runtime/finished_code.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/memory.hpp"
#include "runtime/streams/queue.hpp"
#include "support/error.hpp"

namespace weft::cuda {

using runtime::AllocationKind;
using runtime::Aspect;

CudaDevice::CudaDevice(std::weak_ptr<CudaPlatform> platform, CUdevice handle)
    : platform_(std::move(platform)), handle_(handle), streams_(*this), libraries_(*this) {
  describe();
  code_traits_ = {.by_group_size = false,
                  .by_items_per_unit = true,
                  .by_distinct_pointers = true,
                  .by_wide_integers = true,
                  .most_groups = grid_limit,
                  .most_baked_values = 1, // compiling takes too long for a second one
                  .compiles_ahead = true};
}

std::shared_ptr<runtime::Platform> CudaDevice::platform() const {
  return platform_.lock();
}

int CudaDevice::attribute(Attribute which) const {
  int value = 0;
  driver().check(driver().device_attribute(&value, static_cast<int>(which), handle_), "cuDeviceGetAttribute");
  return value;
}

runtime::BusInfo CudaDevice::bus() const {
  const int device = attribute(Attribute::pci_device_id), width = attribute(Attribute::global_memory_bus_width);
  const std::uint64_t khz = attribute(Attribute::memory_clock_rate);
  runtime::BusInfo info;
  info.address = fmt::format("{:04x}:{:02x}:{:02x}.0", attribute(Attribute::pci_domain_id),
                             attribute(Attribute::pci_bus_id), device);
  info.memory_clock = khz / 1000;
  info.memory_width = width;
  info.memory_bandwidth = khz * 1000 * 2 * width / 8; // two transfers a cycle
  return info;
}

void CudaDevice::describe() {
  const Driver &cuda = driver();
  std::array<char, 256> name{};
  cuda.check(cuda.device_name(name.data(), name.size(), handle_), "cuDeviceGetName");
  CUuuid uuid{};
  cuda.check(cuda.device_uuid(&uuid, handle_), "cuDeviceGetUuid");
  std::size_t memory = 0;
  cuda.check(cuda.device_total_memory(&memory, handle_), "cuDeviceTotalMem");
  const int major = attribute(Attribute::compute_capability_major);
  architecture_ = major * 10 + attribute(Attribute::compute_capability_minor);
  max_local_bytes_ = attribute(Attribute::max_shared_memory_per_block_optin);

  info_.name = name.data();
  info_.vendor = "NVIDIA Corporation";
  info_.vendor_id = 0x10de;
  info_.version = fmt::format("{}.{}", architecture_ / 10, architecture_ % 10);
  info_.driver_version = fmt::format("CUDA {}.{}", cuda.version / 1000, cuda.version % 1000 / 10);
  info_.type = runtime::DeviceType::gpu;
  std::copy(std::begin(uuid.bytes), std::end(uuid.bytes), info_.uuid.begin());
  info_.device_id = attribute(Attribute::pci_device_id);
  info_.bus = bus();
  info_.max_compute_units = attribute(Attribute::multiprocessor_count);
  info_.max_work_group_size = attribute(Attribute::max_threads_per_block);
  info_.max_work_item_sizes = {static_cast<std::size_t>(attribute(Attribute::max_block_dim_x)),
                               static_cast<std::size_t>(attribute(Attribute::max_block_dim_y)),
                               static_cast<std::size_t>(attribute(Attribute::max_block_dim_z))};
  const int warp = attribute(Attribute::warp_size);
  info_.sub_group_sizes = {static_cast<std::size_t>(warp)};
  info_.smaller_sub_group_sizes = {1, 2, 4, 8, 16}; // parts of a warp, which programs for other makers' GPUs require
  info_.least_sub_group = static_cast<std::size_t>(warp);
  info_.max_num_sub_groups = info_.max_work_group_size / warp;
  info_.sub_group_independent_forward_progress = major >= 7;
  info_.preferred_vector_width = {4, 2, 1, 1, 1, 1, 2};
  info_.native_vector_width = info_.preferred_vector_width;
  info_.max_clock_frequency = attribute(Attribute::clock_rate) / 1000;
  info_.global_mem_size = memory;
  info_.free_memory = memory;
  info_.max_mem_alloc_size = memory;
  info_.global_mem_cache_size = attribute(Attribute::l2_cache_size);
  info_.global_mem_cache_line_size = 128;
  info_.local_mem_size = max_local_bytes_;
  info_.error_correction_support = attribute(Attribute::ecc_enabled) != 0;
  info_.profiling_timer_resolution = 1000;
  info_.mem_base_addr_align = attribute(Attribute::texture_alignment) * 8;
  info_.max_parameter_size = 4096;
  info_.fp_denormals = codegen::gpus_keep_denormals();
  info_.aspects = {Aspect::gpu,
                   Aspect::fp16,
                   Aspect::fp64,
                   Aspect::atomic64,
                   Aspect::image,
                   Aspect::online_compiler,
                   Aspect::online_linker,
                   Aspect::queue_profiling,
                   Aspect::usm_device_allocations,
                   Aspect::usm_host_allocations};
  if (attribute(Attribute::managed_memory) != 0)
    info_.aspects.push_back(Aspect::usm_shared_allocations);
  if (attribute(Attribute::concurrent_managed_access) != 0)
    info_.aspects.push_back(Aspect::usm_atomic_shared_allocations);
  if (attribute(Attribute::host_native_atomic_supported) != 0)
    info_.aspects.push_back(Aspect::usm_atomic_host_allocations);
  if (attribute(Attribute::pageable_memory_access) != 0)
    info_.aspects.push_back(Aspect::usm_system_allocations);
}

CUcontext CudaDevice::context() const {
  // A context takes longer than all that a first compilation begins with. Where programs carry their code, none is
  // near.
  rehearsed_.call([this] {
    if (!runtime::has_finished())
      rehearse(std::static_pointer_cast<const CudaDevice>(shared_from_this()));
  });
  context_made_.call(
      [this] { driver().check(driver().primary_context_retain(&context_, handle_), "cuDevicePrimaryCtxRetain"); });
  return context_;
}

bool CudaDevice::can_access_peer(const runtime::Device &other) const {
  const auto *peer = dynamic_cast<const CudaDevice *>(&other);
  int can = 0;
  if (peer != nullptr)
    driver().check(driver().device_can_access_peer(&can, handle_, peer->handle_), "cuDeviceCanAccessPeer");
  return can != 0;
}

bool CudaDevice::has_peer_atomics(const runtime::Device &other) const {
  const auto *peer = dynamic_cast<const CudaDevice *>(&other);
  int has = 0;
  if (peer != nullptr && peer != this) // the driver knows pairs of two alone
    driver().check(driver().device_peer_attribute(&has, peer_attribute_native_atomics, handle_, peer->handle_),
                   "cuDeviceGetP2PAttribute");
  return has != 0;
}

void CudaDevice::enable_peer_access(const runtime::Device &other) {
  if (!can_access_peer(other))
    throw Error(Errc::invalid, "enable_peer_access: {} cannot access memory of {}", info_.name, other.info().name);
  const Current current(*this);
  const CUresult result = driver().context_enable_peer(static_cast<const CudaDevice &>(other).context(), 0);
  if (result != error_peer_access_already_enabled)
    driver().check(result, "cuCtxEnablePeerAccess");
}

void CudaDevice::disable_peer_access(const runtime::Device &other) {
  if (!can_access_peer(other))
    throw Error(Errc::invalid, "disable_peer_access: {} cannot access memory of {}", info_.name, other.info().name);
  const Current current(*this);
  const CUresult result = driver().context_disable_peer(static_cast<const CudaDevice &>(other).context());
  if (result != error_peer_access_not_enabled)
    driver().check(result, "cuCtxDisablePeerAccess");
}

std::shared_ptr<runtime::Queue> CudaDevice::make_queue(std::shared_ptr<runtime::Context> context,
                                                       const runtime::QueueProperties &properties) {
  return std::make_shared<runtime::StreamQueue>(std::move(context), shared_from_this(),
                                                std::shared_ptr<runtime::StreamDriver>(shared_from_this(), &streams_),
                                                properties);
}

bool CudaDevice::owns_stream(std::uintptr_t native) const {
  const Current current(*this); // that is the context of default streams
  CUcontext context = nullptr;
  driver().check(driver().stream_context(reinterpret_cast<CUstream>(native), &context), "cuStreamGetCtx");
  return context == this->context();
}

runtime::Event CudaDevice::adopt_event(std::uintptr_t native) {
  return runtime::Event(
      std::make_shared<runtime::ForeignEvent>(std::shared_ptr<runtime::StreamDriver>(shared_from_this(), &streams_),
                                              reinterpret_cast<runtime::MarkerHandle>(native)));
}

std::size_t CudaDevice::groups_together(const runtime::Launch &launch) {
  const auto executable = runtime::find_executable(*this, launch);
  const auto &code = static_cast<const CudaExecutable &>(*executable);
  const unsigned local_bytes = code.reserve_local(launch.local_bytes);
  const auto &local = launch.range.local;
  const Current current(*this);
  int blocks = 0;
  driver().check(driver().occupancy_blocks(&blocks, code.function(), static_cast<int>(local[0] * local[1] * local[2]),
                                           local_bytes),
                 "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<std::size_t>(blocks) * info_.max_compute_units;
}

std::uint32_t CudaDevice::registers(const runtime::Launch &launch) {
  const auto executable = runtime::find_executable(*this, launch);
  const Current current(*this);
  return static_cast<const CudaExecutable &>(*executable).registers();
}

void *CudaDevice::allocate(std::size_t bytes, std::size_t, AllocationKind kind) {
  const Driver &cuda = driver();
  const Current current(*this);
  CUdeviceptr pointer = 0;
  switch (kind) {
  case AllocationKind::device:
    cuda.check(cuda.memory_allocate(&pointer, bytes), "cuMemAlloc");
    return reinterpret_cast<void *>(pointer);
  case AllocationKind::shared:
    cuda.check(cuda.memory_allocate_managed(&pointer, bytes, mem_attach_global), "cuMemAllocManaged");
    return reinterpret_cast<void *>(pointer);
  case AllocationKind::host: {
    void *host = nullptr;
    cuda.check(cuda.host_allocate(&host, bytes, mem_host_alloc_portable_mapped), "cuMemHostAlloc");
    return host;
  }
  case AllocationKind::unknown:
    break;
  }
  WEFT_CHECK(false, "allocation of unknown kind {}", static_cast<int>(kind));
}

void CudaDevice::deallocate(void *pointer, std::size_t, AllocationKind kind) noexcept {
  if (find_driver() == nullptr)
    return;
  const Driver &cuda = *find_driver();
  CUcontext previous = nullptr;
  if (cuda.context_push(context_) != success)
    return; // the process is going away and the driver before us
  if (kind == AllocationKind::host)
    cuda.host_free(pointer);
  else
    cuda.memory_free(reinterpret_cast<CUdeviceptr>(pointer));
  cuda.context_pop(&previous);
}

runtime::PointerInfo CudaDevice::find_foreign(const void *address) const {
  const Driver *cuda = find_driver();
  if (cuda == nullptr)
    return {};
  const auto ask = [&](PointerAttribute which, auto value) {
    const CUresult result =
        cuda->pointer_attribute(&value, static_cast<int>(which), reinterpret_cast<CUdeviceptr>(address));
    return result == success ? std::optional(value) : std::nullopt;
  };
  constexpr unsigned on_host = 1, on_device = 2;
  const auto type = ask(PointerAttribute::memory_type, 0u);
  if (type != on_host && type != on_device)
    return {};
  runtime::PointerInfo found;
  found.kind = ask(PointerAttribute::is_managed, 0u).value_or(0) != 0 ? AllocationKind::shared
               : type == on_host                                      ? AllocationKind::host
                                                                      : AllocationKind::device;
  found.base = reinterpret_cast<void *>(ask(PointerAttribute::range_start, CUdeviceptr(0)).value_or(0));
  found.size = ask(PointerAttribute::range_size, std::size_t(0)).value_or(0);
  const int owner = ask(PointerAttribute::device_ordinal, 0).value_or(handle_);
  for (const auto &device : platform()->devices())
    if (device->native_number() == owner)
      found.device = device;
  if (found.base == nullptr || found.device == nullptr)
    return {};
  found.context = platform()->default_context();
  return found;
}

bool CudaDevice::registers_host_memory() const {
  return attribute(Attribute::can_use_host_pointer_for_registered_memory) != 0;
}

void CudaDevice::register_host_memory(void *base, std::size_t bytes, bool read_only) {
  constexpr unsigned portable = 1, mapped = 2, only_read = 8;
  const bool tells = read_only && attribute(Attribute::read_only_host_register_supported) != 0;
  const Current current(*this);
  driver().check(driver().host_register(base, bytes, portable | mapped | (tells ? only_read : 0)), "cuMemHostRegister");
}

void CudaDevice::unregister_host_memory(void *base) {
  const Current current(*this);
  driver().check(driver().host_unregister(base), "cuMemHostUnregister");
}

std::uint64_t CudaDevice::free_memory() const {
  const Current current(*this);
  std::size_t free = 0, total = 0;
  driver().check(driver().memory_info(&free, &total), "cuMemGetInfo");
  return free;
}

const codegen::Finalizer &CudaDevice::finalizer() const {
  finalizer_made_.call([this] { finalizer_ = std::make_unique<PtxFinalizer>(*this); });
  return *finalizer_;
}

std::shared_ptr<runtime::Executable> CudaDevice::load(const codegen::Binary &binary) {
  return std::make_shared<CudaExecutable>(*this, binary);
}

std::string CudaDevice::target() const {
  return PtxFinalizer::target_of(*this);
}

std::string CudaDevice::describe_failure(CUresult result) const {
  return note_failure(fmt::format(
      "{}: {}; it came from one of the tasks under way: {}. This process can use the GPU no more: start it anew",
      info().name, driver().describe(result), streams_.running_tasks()));
}

bool make_current(const CudaDevice &device) {
  const Driver &cuda = driver();
  CUcontext current = nullptr;
  const CUresult result = cuda.context_get(&current);
  if (ends_all_work(result))
    return false;
  cuda.check(result, "cuCtxGetCurrent");
  if (current == device.context())
    return false;
  if (current == nullptr && device.handle() == 0) { // CUDA's runtime would choose the same, and every call saves two
    cuda.check(cuda.context_set(device.context()), "cuCtxSetCurrent");
    return false;
  }
  cuda.check(cuda.context_push(device.context()), "cuCtxPushCurrent");
  return true;
}

Current::~Current() {
  CUcontext popped = nullptr;
  if (pushed_)
    find_driver()->context_pop(&popped);
}

} // namespace weft::cuda
