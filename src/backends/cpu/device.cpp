// Describes the CPU and divides it.
#include "backends/cpu/device.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <numeric>

#include "backends/cpu/cpu_limit.hpp"
#include "backends/cpu/cpu_model.hpp"
#include "backends/cpu/executable.hpp"
#include "backends/cpu/memory.hpp"
#include "backends/cpu/queue.hpp"
#include "codegen/codegen.hpp"
#include "support/env.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"
#include "support/version.hpp"

namespace weft::cpu {

using runtime::AffinityDomain;
using runtime::Aspect;
using runtime::DeviceInfo;

namespace {

constexpr std::size_t largest_group = 8192;
constexpr std::uint64_t local_memory = 256 << 10;

std::uint64_t available_memory() {
  std::ifstream info("/proc/meminfo");
  std::uint64_t kib = 0;
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("MemAvailable:"))
      kib = std::strtoull(line.c_str() + std::strlen("MemAvailable:"), nullptr, 10);
  return kib << 10;
}

void describe_memory(DeviceInfo &info) {
  info.global_mem_size = topology().memory_bytes;
  if (const auto limit = cgroup_memory_limit())
    info.global_mem_size = std::min(info.global_mem_size, *limit);
  info.max_mem_alloc_size = info.global_mem_size;
  info.free_memory = std::min(info.global_mem_size, available_memory());
  info.global_mem_cache_size = topology().last_level_cache;
  info.global_mem_cache_line_size = topology().cache_line;
  info.local_mem_size = local_memory;
}

void describe_vectors(DeviceInfo &info, const CpuModel &model) {
  const std::uint32_t bytes = model.vector_bytes;
  info.native_vector_width = {
      bytes, bytes / 2, bytes / 4, bytes / 8, bytes / 4, bytes / 8, model.native_half ? bytes / 2 : 0};
  info.preferred_vector_width = info.native_vector_width;
  info.sub_group_sizes = {4, 8, 16, 32};
  info.smaller_sub_group_sizes = {1, 2}; // programs that take the first size they are told count on neighbours
  info.max_num_sub_groups = std::uint32_t(largest_group);
}

/// Equal for equal kinds of CPU.
std::array<std::uint8_t, 16> uuid_of(const CpuModel &model) {
  const Hash hash = hash_text(model.name + model.features);
  std::array<std::uint8_t, 16> uuid{};
  std::memcpy(uuid.data(), &hash, sizeof(hash));
  return uuid;
}

DeviceInfo describe() {
  const CpuModel &model = cpu_model();
  DeviceInfo info;
  info.name = model.name;
  info.vendor = model.vendor;
  info.vendor_id = model.vendor_id;
  info.device_id = model.signature;
  info.version = info.driver_version = version_string();
  info.type = runtime::DeviceType::cpu;
  info.max_work_group_size = largest_group;
  info.max_work_item_sizes = {largest_group, largest_group, largest_group};
  info.max_clock_frequency = model.clock_mhz;
  info.fp_denormals = keep_denormals();
  info.uuid = uuid_of(model);
  describe_vectors(info, model);
  describe_memory(info);
  info.aspects = {Aspect::cpu,
                  Aspect::fp16,
                  Aspect::fp64,
                  Aspect::atomic64,
                  Aspect::image,
                  Aspect::online_compiler,
                  Aspect::online_linker,
                  Aspect::queue_profiling,
                  Aspect::usm_device_allocations,
                  Aspect::usm_host_allocations,
                  Aspect::usm_atomic_host_allocations,
                  Aspect::usm_shared_allocations,
                  Aspect::usm_atomic_shared_allocations,
                  Aspect::usm_system_allocations};
  return info;
}

std::vector<AffinityDomain> affinity_domains(const CpuSet &units) {
  std::vector<AffinityDomain> domains;
  for (const auto domain : {AffinityDomain::numa, AffinityDomain::L4_cache, AffinityDomain::L3_cache,
                            AffinityDomain::L2_cache, AffinityDomain::L1_cache})
    if (split(units, domain).size() > 1)
      domains.push_back(domain);
  if (!domains.empty())
    domains.push_back(AffinityDomain::next_partitionable);
  return domains;
}

void describe_units(DeviceInfo &info, const CpuSet &units) {
  info.max_compute_units = std::uint32_t(units.size());
  info.partition_max_sub_devices = units.size() > 1 ? std::uint32_t(units.size()) : 0;
  info.partition_affinity_domains = affinity_domains(units);
}

} // namespace

CpuDevice::CpuDevice(std::weak_ptr<runtime::Platform> platform, CpuSet units)
    : platform_(std::move(platform)), units_(std::move(units)), pool_(Pool::make(units_, false)) {
  info_ = describe();
  code_traits_.by_extents = true;
  describe_units(info_, units_);
}

CpuDevice::CpuDevice(std::shared_ptr<CpuDevice> parent, CpuSet units, runtime::PartitionKind kind,
                     AffinityDomain domain)
    : platform_(parent->platform_), parent_(std::move(parent)), units_(std::move(units)),
      pool_(Pool::make(units_, true)) {
  info_ = parent_->info();
  code_traits_ = parent_->code_traits();
  describe_units(info_, units_);
  info_.partition = kind;
  info_.partition_domain = domain;
}

CpuDevice::~CpuDevice() {
  pool_->stop();
}

std::vector<std::shared_ptr<runtime::Device>>
CpuDevice::sub_devices(const std::vector<CpuSet> &parts, runtime::PartitionKind kind, AffinityDomain domain) {
  const auto self = std::static_pointer_cast<CpuDevice>(shared_from_this());
  std::vector<std::shared_ptr<runtime::Device>> devices;
  for (const CpuSet &part : parts)
    devices.push_back(std::make_shared<CpuDevice>(self, part, kind, domain));
  return devices;
}

std::vector<std::shared_ptr<runtime::Device>> CpuDevice::partition_equally(std::size_t units_each) {
  if (units_each == 0 || units_each > units_.size())
    throw Error(Errc::invalid, "create sub-devices: parts of {} compute units asked for, {} has {}", units_each,
                info_.name, units_.size());
  const std::vector<std::size_t> counts(units_.size() / units_each, units_each);
  return sub_devices(counts, runtime::PartitionKind::equally);
}

std::vector<std::shared_ptr<runtime::Device>> CpuDevice::partition_by_counts(std::span<const std::size_t> counts) {
  return sub_devices(counts, runtime::PartitionKind::by_counts);
}

std::vector<std::shared_ptr<runtime::Device>> CpuDevice::sub_devices(std::span<const std::size_t> counts,
                                                                     runtime::PartitionKind kind) {
  std::vector<CpuSet> parts;
  std::size_t used = 0;
  for (const std::size_t count : counts) {
    if (count == 0 || count > units_.size() - used)
      throw Error(Errc::invalid, "create sub-devices: {{{}}} compute units asked for, each at least 1, {} has {}",
                  fmt::join(counts, ", "), info_.name, units_.size());
    parts.emplace_back(units_.begin() + std::ptrdiff_t(used), units_.begin() + std::ptrdiff_t(used + count));
    used += count;
  }
  if (parts.empty())
    throw Error(Errc::invalid, "create sub-devices: no counts given");
  return sub_devices(parts, kind, AffinityDomain::not_applicable);
}

std::vector<std::shared_ptr<runtime::Device>> CpuDevice::partition_by_affinity(AffinityDomain domain) {
  if (domain == AffinityDomain::next_partitionable)
    domain = next_partitionable(units_);
  const std::vector<CpuSet> parts = split(units_, domain);
  if (parts.size() < 2)
    throw Error(Errc::feature_not_supported,
                "create sub-devices: the {} compute units of {} do not lie in several parts of that affinity domain",
                units_.size(), info_.name);
  return sub_devices(parts, runtime::PartitionKind::by_affinity_domain, domain);
}

bool CpuDevice::can_access_peer(const Device &peer) const {
  return dynamic_cast<const CpuDevice *>(&peer) != nullptr;
}

std::shared_ptr<runtime::Queue> CpuDevice::make_queue(std::shared_ptr<runtime::Context> context,
                                                      const runtime::QueueProperties &properties) {
  return std::make_shared<CpuQueue>(std::move(context), std::static_pointer_cast<CpuDevice>(shared_from_this()),
                                    properties);
}

void *CpuDevice::allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) {
  void *const base = bytes <= info_.global_mem_size ? allocate_pages(bytes, alignment) : nullptr;
  if (base == nullptr)
    throw Error(Errc::memory_allocation, "allocate: the system has no {} bytes; {} has {} in all", bytes, info_.name,
                info_.global_mem_size);
  return base;
}

void CpuDevice::deallocate(void *pointer, std::size_t bytes, runtime::AllocationKind) noexcept {
  free_pages(pointer, bytes);
}

std::uint64_t CpuDevice::free_memory() const {
  return std::min(info_.global_mem_size, available_memory());
}

const codegen::Finalizer &CpuDevice::finalizer() const {
  static constinit Lazy<std::unique_ptr<codegen::Finalizer>> instance;
  return *instance.get([] { return codegen::codegen().finalizer({"cpu"}); });
}

std::shared_ptr<runtime::Executable> CpuDevice::load(const codegen::Binary &binary) {
  return std::make_shared<CpuExecutable>(binary);
}

/// With what the environment changes in code, so that binaries of another setting are not taken for these.
std::string CpuDevice::target() const {
  std::string target = "cpu:" + cpu_model().features;
  for (const char *variable : {"WEFT_VECTOR_WIDTH", "WEFT_VECTOR_BITS"})
    if (const auto value = env::text(variable))
      target += fmt::format(":{}={}", variable, *value);
  return target;
}

} // namespace weft::cpu
