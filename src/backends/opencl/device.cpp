// Describes an OpenCL device and serves its memory.
#include "backends/opencl/device.hpp"

#include <algorithm>
#include <vector>

#include "backends/opencl/executable.hpp"
#include "backends/opencl/platform.hpp"
#include "codegen/codegen.hpp"
#include "codegen/gpu_options.hpp"
#include "runtime/memory.hpp"
#include "runtime/streams/queue.hpp"
#include "support/error.hpp"

namespace weft::opencl {

using runtime::AllocationKind;
using runtime::Aspect;

namespace {

/// cl_device_info.
enum Query : cl_uint {
  type = 0x1000,
  vendor_id = 0x1001,
  max_compute_units = 0x1002,
  max_work_group_size = 0x1004,
  max_work_item_sizes = 0x1005,
  preferred_width_char = 0x1006,
  max_clock_frequency = 0x100C,
  max_mem_alloc_size = 0x1010,
  image_support = 0x1016,
  max_parameter_size = 0x1017,
  mem_base_addr_align = 0x1019,
  single_fp_config = 0x101B,
  global_mem_cache_type = 0x101C,
  global_mem_cacheline_size = 0x101D,
  global_mem_cache_size = 0x101E,
  global_mem_size = 0x101F,
  local_mem_size = 0x1023,
  error_correction = 0x1024,
  profiling_timer_resolution = 0x1025,
  name = 0x102B,
  vendor = 0x102C,
  driver_version = 0x102D,
  version = 0x102F,
  extensions = 0x1030,
  preferred_width_half = 0x1034,
  native_width_char = 0x1036,
  native_width_half = 0x103C,
  printf_buffer_size = 0x1049,
  max_num_sub_groups = 0x105C,
  independent_progress = 0x105D,
  uuid = 0x106A,
  sub_group_sizes = 0x4108,
  host_mem_capabilities = 0x4190,
  device_mem_capabilities = 0x4191,
  shared_mem_capabilities = 0x4192,
  system_mem_capabilities = 0x4194,
};

constexpr cl_ulong denormals = 1, rounds_divisions = 1 << 7; // of cl_device_fp_config
constexpr cl_ulong usable = 1, concurrent_atomics = 8;

// CL_MEM_ALLOC_*.
constexpr cl_uint alloc_type = 0x419A, alloc_base = 0x419B, alloc_size = 0x419C;
constexpr cl_uint type_host = 0x4197, type_device = 0x4198, type_shared = 0x4199;

std::array<std::uint32_t, 7> widths(cl_device_id device, cl_uint first, cl_uint half) {
  std::array<std::uint32_t, 7> all{};
  for (cl_uint i = 0; i < 6; ++i)
    all[i] = driver().ask<cl_uint>(device, first + i);
  all[6] = driver().ask<cl_uint>(device, half);
  return all;
}

runtime::DeviceType type_of(cl_ulong bits) {
  if (bits & type_gpu)
    return runtime::DeviceType::gpu;
  return bits & type_cpu ? runtime::DeviceType::cpu : runtime::DeviceType::accelerator;
}

runtime::CacheType cache_of(cl_uint type) {
  return type == 0   ? runtime::CacheType::none
         : type == 1 ? runtime::CacheType::read_only
                     : runtime::CacheType::read_write;
}

} // namespace

OpenclDevice::OpenclDevice(std::weak_ptr<OpenclPlatform> platform, cl_device_id handle)
    : platform_(std::move(platform)), handle_(handle), memory_(platform_.lock()->memory()),
      extensions_(" " + driver().text(handle, extensions) + " "), streams_(*this, stages_) {
  describe();
  describe_sub_groups();
  find_aspects();
  code_traits_ = {.by_group_size = false, .most_baked_values = 1, .compiles_ahead = true};
}

std::shared_ptr<runtime::Platform> OpenclDevice::platform() const {
  return platform_.lock();
}

void OpenclDevice::describe() {
  const Driver &cl = driver();
  info_.name = cl.text(handle_, name);
  info_.vendor = cl.text(handle_, vendor);
  info_.version = cl.text(handle_, version);
  info_.driver_version = cl.text(handle_, driver_version);
  info_.type = type_of(cl.ask<cl_ulong>(handle_, type));
  info_.vendor_id = cl.ask<cl_uint>(handle_, vendor_id);
  info_.max_compute_units = cl.ask<cl_uint>(handle_, max_compute_units, 1);
  constexpr std::size_t largest_group = 1024; // what kernels have local memory for, of a word for each sub-group
  info_.max_work_group_size = std::min(largest_group, cl.ask<std::size_t>(handle_, max_work_group_size, 1));
  info_.max_work_item_sizes = cl.ask<std::array<std::size_t, 3>>(handle_, max_work_item_sizes, {1, 1, 1});
  info_.preferred_vector_width = widths(handle_, preferred_width_char, preferred_width_half);
  info_.native_vector_width = widths(handle_, native_width_char, native_width_half);
  info_.max_clock_frequency = cl.ask<cl_uint>(handle_, max_clock_frequency);
  info_.global_mem_size = cl.ask<cl_ulong>(handle_, global_mem_size);
  info_.free_memory = info_.global_mem_size;
  info_.max_mem_alloc_size = cl.ask<cl_ulong>(handle_, max_mem_alloc_size);
  info_.global_mem_cache_type = cache_of(cl.ask<cl_uint>(handle_, global_mem_cache_type));
  info_.global_mem_cache_line_size = cl.ask<cl_uint>(handle_, global_mem_cacheline_size, 64);
  info_.global_mem_cache_size = cl.ask<cl_ulong>(handle_, global_mem_cache_size);
  info_.local_mem_size = cl.ask<cl_ulong>(handle_, local_mem_size);
  info_.error_correction_support = cl.ask<cl_uint>(handle_, error_correction) != 0;
  info_.profiling_timer_resolution = cl.ask<std::size_t>(handle_, profiling_timer_resolution, 1);
  info_.max_parameter_size = cl.ask<std::size_t>(handle_, max_parameter_size, 1024);
  info_.printf_buffer_size = cl.ask<std::size_t>(handle_, printf_buffer_size);
  info_.mem_base_addr_align = cl.ask<cl_uint>(handle_, mem_base_addr_align, 1024);
  info_.uuid = cl.ask<std::array<std::uint8_t, 16>>(handle_, uuid);
  const cl_ulong floats = cl.ask<cl_ulong>(handle_, single_fp_config);
  info_.fp_denormals = (floats & denormals) != 0 && codegen::gpus_keep_denormals();
  if (!info_.fp_denormals)
    build_options_ += " -cl-denorms-are-zero";
  if (floats & rounds_divisions)
    build_options_ += " -cl-fp32-correctly-rounded-divide-sqrt";
}

/// The last size is what kernels get that ask for none: no more than what fills the words that votes are told in.
void OpenclDevice::describe_sub_groups() {
  constexpr std::size_t largest = 32;
  const Driver &cl = driver();
  std::size_t bytes = 0;
  std::vector<std::size_t> sizes;
  if (cl.device_info(handle_, sub_group_sizes, 0, nullptr, &bytes) == success) {
    sizes.resize(bytes / sizeof(std::size_t));
    if (cl.device_info(handle_, sub_group_sizes, bytes, sizes.data(), nullptr) != success)
      sizes.clear();
  }
  std::erase_if(sizes, [](std::size_t size) { return size > largest; });
  std::ranges::sort(sizes);
  sub_group_size_ = sizes.empty() ? 0 : static_cast<std::uint32_t>(sizes.back());
  info_.sub_group_sizes = sizes.empty() ? std::vector<std::size_t>{1} : sizes;
  info_.least_sub_group = info_.sub_group_sizes.front();
  info_.max_num_sub_groups = std::max<cl_uint>(1, cl.ask<cl_uint>(handle_, max_num_sub_groups));
  info_.sub_group_independent_forward_progress = cl.ask<cl_uint>(handle_, independent_progress) != 0;
}

void OpenclDevice::find_aspects() {
  const Driver &cl = driver();
  const auto add = [&](Aspect aspect, bool has) {
    if (has)
      info_.aspects.push_back(aspect);
  };
  const auto extension = [&](const char *word) {
    return extensions_.find(fmt::format(" {} ", word)) != std::string::npos;
  };
  const auto memory = [&](cl_uint which) { return cl.ask<cl_ulong>(handle_, which); };
  info_.aspects = {Aspect::online_compiler, Aspect::online_linker, Aspect::queue_profiling};
  add(Aspect::cpu, info_.type == runtime::DeviceType::cpu);
  add(Aspect::gpu, info_.type == runtime::DeviceType::gpu);
  add(Aspect::accelerator, info_.type == runtime::DeviceType::accelerator);
  add(Aspect::fp16, extension("cl_khr_fp16"));
  add(Aspect::fp64, extension("cl_khr_fp64"));
  add(Aspect::atomic64, extension("cl_khr_int64_base_atomics") && extension("cl_khr_int64_extended_atomics"));
  add(Aspect::image, cl.ask<cl_uint>(handle_, image_support) != 0);
  add(Aspect::usm_device_allocations, memory(device_mem_capabilities) & usable);
  add(Aspect::usm_host_allocations, memory(host_mem_capabilities) & usable);
  add(Aspect::usm_atomic_host_allocations, memory(host_mem_capabilities) & concurrent_atomics);
  add(Aspect::usm_shared_allocations, memory(shared_mem_capabilities) & usable);
  add(Aspect::usm_atomic_shared_allocations, memory(shared_mem_capabilities) & concurrent_atomics);
  add(Aspect::usm_system_allocations, memory(system_mem_capabilities) & usable);
  std::ranges::sort(info_.aspects);
}

cl_context OpenclDevice::context() const {
  context_made_.call([this] {
    cl_int result = success;
    context_ = driver().make_context(nullptr, 1, &handle_, nullptr, nullptr, &result);
    driver().check(result, "clCreateContext");
  });
  return context_;
}

std::shared_ptr<runtime::Queue> OpenclDevice::make_queue(std::shared_ptr<runtime::Context> context,
                                                         const runtime::QueueProperties &properties) {
  return std::make_shared<runtime::StreamQueue>(std::move(context), shared_from_this(),
                                                std::shared_ptr<runtime::StreamDriver>(shared_from_this(), &streams_),
                                                properties);
}

void *OpenclDevice::allocate(std::size_t bytes, std::size_t, AllocationKind kind) {
  constexpr cl_uint largest_alignment = 0;
  cl_int result = success;
  void *pointer = nullptr;
  switch (kind) {
  case AllocationKind::device:
    pointer = memory_.device_allocate(context(), handle_, nullptr, bytes, largest_alignment, &result);
    driver().check(result, "clDeviceMemAllocINTEL");
    return pointer;
  case AllocationKind::host:
    pointer = memory_.host_allocate(context(), nullptr, bytes, largest_alignment, &result);
    driver().check(result, "clHostMemAllocINTEL");
    return pointer;
  case AllocationKind::shared:
    pointer = memory_.shared_allocate(context(), handle_, nullptr, bytes, largest_alignment, &result);
    driver().check(result, "clSharedMemAllocINTEL");
    return pointer;
  case AllocationKind::unknown:
    break;
  }
  WEFT_CHECK(false, "allocation of unknown kind {}", static_cast<int>(kind));
}

void OpenclDevice::deallocate(void *pointer, std::size_t, AllocationKind) noexcept {
  if (find_driver() != nullptr)
    memory_.free(context_, pointer);
}

runtime::PointerInfo OpenclDevice::find_foreign(const void *address) const {
  if (find_driver() == nullptr || context_ == nullptr)
    return {};
  const auto ask = [&](cl_uint what, auto otherwise) {
    auto value = otherwise;
    return memory_.info(context_, address, what, sizeof(value), &value, nullptr) == success ? value : otherwise;
  };
  const cl_uint kind = ask(alloc_type, cl_uint{0});
  runtime::PointerInfo found;
  if (kind != type_host && kind != type_device && kind != type_shared)
    return found;
  found.base = ask(alloc_base, static_cast<void *>(nullptr));
  if (found.base == nullptr)
    return {};
  found.kind = kind == type_host     ? AllocationKind::host
               : kind == type_device ? AllocationKind::device
                                     : AllocationKind::shared;
  found.size = ask(alloc_size, std::size_t{0});
  found.device = std::const_pointer_cast<runtime::Device>(shared_from_this());
  found.context = platform()->default_context();
  return found;
}

const codegen::Finalizer &OpenclDevice::finalizer() const {
  finalizer_made_.call([this] {
    codegen::Target spirv{"spirv"};
    spirv.sub_group_size = sub_group_size_;
    finalizer_ = codegen::codegen().finalizer(spirv);
  });
  return *finalizer_;
}

std::shared_ptr<runtime::Executable> OpenclDevice::load(const codegen::Binary &binary) {
  return std::make_shared<OpenclExecutable>(*this, binary);
}

std::string OpenclDevice::target() const {
  return fmt::format("opencl-spirv_1.3-sub_groups_{}", sub_group_size_);
}

} // namespace weft::opencl
