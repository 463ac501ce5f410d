// The C API's enumerations and SYCL's, each way.
#pragma once

#include <stdexcept>

#include <sycl/sycl.hpp>

#include "dpctl/syclinterface/dpctl_sycl_enum_types.h"

namespace weft::capi {

inline DPCTLSyclBackendType backend_type(sycl::backend backend) {
  switch (backend) {
  case sycl::backend::opencl:
    return DPCTL_OPENCL;
  case sycl::backend::ext_oneapi_cuda:
    return DPCTL_CUDA;
  case sycl::backend::ext_oneapi_level_zero:
    return DPCTL_LEVEL_ZERO;
  case sycl::backend::ext_oneapi_hip:
    return DPCTL_HIP;
  default:
    return DPCTL_UNKNOWN_BACKEND;
  }
}

inline DPCTLSyclDeviceType device_type(sycl::info::device_type type) {
  switch (type) {
  case sycl::info::device_type::cpu:
    return DPCTL_CPU;
  case sycl::info::device_type::gpu:
    return DPCTL_GPU;
  case sycl::info::device_type::accelerator:
    return DPCTL_ACCELERATOR;
  case sycl::info::device_type::custom:
    return DPCTL_CUSTOM;
  case sycl::info::device_type::automatic:
    return DPCTL_AUTOMATIC;
  case sycl::info::device_type::all:
    return DPCTL_ALL;
  default:
    return DPCTL_UNKNOWN_DEVICE;
  }
}

/// Throws std::invalid_argument for `host`, which SYCL 2020 has no more.
inline sycl::aspect aspect_of(DPCTLSyclAspectType type) {
  switch (type) {
  case cpu:
    return sycl::aspect::cpu;
  case gpu:
    return sycl::aspect::gpu;
  case accelerator:
    return sycl::aspect::accelerator;
  case custom:
    return sycl::aspect::custom;
  case fp16:
    return sycl::aspect::fp16;
  case fp64:
    return sycl::aspect::fp64;
  case atomic64:
    return sycl::aspect::atomic64;
  case image:
    return sycl::aspect::image;
  case online_compiler:
    return sycl::aspect::online_compiler;
  case online_linker:
    return sycl::aspect::online_linker;
  case queue_profiling:
    return sycl::aspect::queue_profiling;
  case usm_device_allocations:
    return sycl::aspect::usm_device_allocations;
  case usm_host_allocations:
    return sycl::aspect::usm_host_allocations;
  case usm_shared_allocations:
    return sycl::aspect::usm_shared_allocations;
  case usm_system_allocations:
    return sycl::aspect::usm_system_allocations;
  case usm_atomic_host_allocations:
    return sycl::aspect::usm_atomic_host_allocations;
  case usm_atomic_shared_allocations:
    return sycl::aspect::usm_atomic_shared_allocations;
  case host_debuggable:
    return sycl::aspect::host_debuggable;
  case emulated:
    return sycl::aspect::emulated;
  case is_component:
    return sycl::aspect::ext_oneapi_is_component;
  case is_composite:
    return sycl::aspect::ext_oneapi_is_composite;
  case host:
    break;
  }
  throw std::invalid_argument("the aspect is not one of SYCL 2020");
}

inline sycl::info::partition_affinity_domain affinity_domain(DPCTLPartitionAffinityDomainType type) {
  using enum sycl::info::partition_affinity_domain;
  switch (type) {
  case ::numa:
    return numa;
  case ::L4_cache:
    return L4_cache;
  case ::L3_cache:
    return L3_cache;
  case ::L2_cache:
    return L2_cache;
  case ::L1_cache:
    return L1_cache;
  case ::next_partitionable:
    return next_partitionable;
  case ::not_applicable:
    break;
  }
  return not_applicable;
}

inline DPCTLGlobalMemCacheType cache_type(sycl::info::global_mem_cache_type type) {
  switch (type) {
  case sycl::info::global_mem_cache_type::none:
    return DPCTL_MEM_CACHE_TYPE_NONE;
  case sycl::info::global_mem_cache_type::read_only:
    return DPCTL_MEM_CACHE_TYPE_READ_ONLY;
  case sycl::info::global_mem_cache_type::read_write:
    return DPCTL_MEM_CACHE_TYPE_READ_WRITE;
  }
  return DPCTL_MEM_CACHE_TYPE_INDETERMINATE;
}

} // namespace weft::capi
