// Asks hwloc.
#include "backends/cpu/topology.hpp"

#include <algorithm>
#include <hwloc.h>
#include <iterator>
#include <sched.h>
#include <unistd.h>

#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::cpu {

using runtime::AffinityDomain;

namespace {

constexpr AffinityDomain domains[] = {AffinityDomain::numa, AffinityDomain::L4_cache, AffinityDomain::L3_cache,
                                      AffinityDomain::L2_cache, AffinityDomain::L1_cache};

CpuSet affinity_mask() {
  for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
    cpu_set_t *const mask = CPU_ALLOC(cpus);
    const std::size_t bytes = CPU_ALLOC_SIZE(cpus);
    const bool fits = sched_getaffinity(0, bytes, mask) == 0;
    CpuSet result;
    for (int cpu = 0; fits && cpu < cpus; ++cpu)
      if (CPU_ISSET_S(std::size_t(cpu), bytes, mask))
        result.push_back(unsigned(cpu));
    CPU_FREE(mask);
    if (fits)
      return result;
  }
  return {0};
}

CpuSet intersect(const CpuSet &a, const CpuSet &b) {
  CpuSet both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

CpuSet members(hwloc_const_cpuset_t set) {
  CpuSet result;
  unsigned cpu = 0;
  hwloc_bitmap_foreach_begin(cpu, set) result.push_back(cpu);
  hwloc_bitmap_foreach_end();
  return result;
}

std::vector<CpuSet> objects(hwloc_topology_t handle, hwloc_obj_type_t type, const CpuSet &usable) {
  std::vector<CpuSet> result;
  for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_obj_by_type(handle, type, object)) != nullptr;)
    if (CpuSet set = intersect(members(object->cpuset), usable); !set.empty())
      result.push_back(std::move(set));
  return result;
}

/// Where hwloc sees nothing, as in sandboxes without /sys.
std::uint64_t memory_by_the_c_library() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}
std::uint64_t cache_by_the_c_library() {
  for (const int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (const long size = sysconf(level); size > 0)
      return static_cast<std::uint64_t>(size);
  return 0;
}

Topology read_topology() {
  hwloc_topology_t handle = nullptr;
  WEFT_CHECK(hwloc_topology_init(&handle) == 0, "hwloc does not start");
  // Its CPUID component visits every processor, which takes milliseconds on a busy machine; the kernel knows the same.
  hwloc_topology_set_components(handle, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  WEFT_CHECK(hwloc_topology_load(handle) == 0, "hwloc finds no topology");
  Topology result;
  result.usable = intersect(members(hwloc_topology_get_topology_cpuset(handle)), affinity_mask());
  if (result.usable.empty())
    result.usable = affinity_mask();
  result.memory_bytes = hwloc_get_root_obj(handle)->total_memory;
  for (const auto type : {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE})
    if (const hwloc_obj_t cache = hwloc_get_next_obj_by_type(handle, type, nullptr)) {
      result.last_level_cache = cache->attr->cache.size;
      if (cache->attr->cache.linesize != 0)
        result.cache_line = cache->attr->cache.linesize;
    }
  if (result.memory_bytes == 0)
    result.memory_bytes = memory_by_the_c_library();
  if (result.last_level_cache == 0)
    result.last_level_cache = cache_by_the_c_library();
  result.numa_nodes = objects(handle, HWLOC_OBJ_NUMANODE, result.usable);
  result.l4 = objects(handle, HWLOC_OBJ_L4CACHE, result.usable);
  result.l3 = objects(handle, HWLOC_OBJ_L3CACHE, result.usable);
  result.l2 = objects(handle, HWLOC_OBJ_L2CACHE, result.usable);
  result.l1 = objects(handle, HWLOC_OBJ_L1CACHE, result.usable);
  hwloc_topology_destroy(handle);
  return result;
}

} // namespace

const std::vector<CpuSet> &Topology::groups(AffinityDomain domain) const {
  static constinit const std::vector<CpuSet> none;
  switch (domain) {
  case AffinityDomain::numa:
    return numa_nodes;
  case AffinityDomain::L4_cache:
    return l4;
  case AffinityDomain::L3_cache:
    return l3;
  case AffinityDomain::L2_cache:
    return l2;
  case AffinityDomain::L1_cache:
    return l1;
  case AffinityDomain::not_applicable:
  case AffinityDomain::next_partitionable:
    return none;
  }
  return none;
}

const Topology &topology() {
  static constinit Lazy<Topology> instance;
  return instance.get(read_topology);
}

std::vector<CpuSet> split(const CpuSet &within, AffinityDomain domain) {
  std::vector<CpuSet> parts;
  for (const CpuSet &group : topology().groups(domain)) {
    CpuSet part;
    std::ranges::copy_if(within, std::back_inserter(part),
                         [&](unsigned cpu) { return std::ranges::binary_search(group, cpu); });
    if (!part.empty())
      parts.push_back(std::move(part));
  }
  return parts;
}

AffinityDomain next_partitionable(const CpuSet &within) {
  for (const AffinityDomain domain : domains)
    if (split(within, domain).size() > 1)
      return domain;
  return AffinityDomain::not_applicable;
}

} // namespace weft::cpu
