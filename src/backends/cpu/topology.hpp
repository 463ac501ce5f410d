// Which processors this process may run on, and how they share caches and memory.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/device.hpp"

namespace weft::cpu {

/// Operating-system numbers of logical processors, ascending.
using CpuSet = std::vector<unsigned>;

struct Topology {
  CpuSet usable; ///< allowed by the affinity mask and the control groups when first asked
  std::uint64_t memory_bytes = 0;
  std::uint64_t last_level_cache = 0;
  std::uint32_t cache_line = 64;
  std::vector<CpuSet> numa_nodes, l4, l3, l2, l1; ///< usable processors of each node or cache

  const std::vector<CpuSet> &groups(runtime::AffinityDomain) const;
};

const Topology &topology();

/// The groups of a domain, cut down to `within`; those left empty are dropped.
std::vector<CpuSet> split(const CpuSet &within, runtime::AffinityDomain);

/// The first of numa, L4, L3, L2, L1 that splits `within` into several parts; not_applicable if none does.
runtime::AffinityDomain next_partitionable(const CpuSet &within);

} // namespace weft::cpu
