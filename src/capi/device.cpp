// What is asked of a device, its sub-devices and its peers.
#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "capi/references.hpp"
#include "dpctl/syclinterface/dpctl_sycl_device_interface.h"

using namespace weft::capi;
namespace info = sycl::info::device;

namespace {

template <class Descriptor, class R> R ask(const char *function, DPCTLSyclDeviceRef device, R fallback) {
  return guarded<R>(function, fallback,
                    [&] { return static_cast<R>(checked<sycl::device>(device).get_info<Descriptor>()); });
}

template <class Descriptor> const char *ask_text(const char *function, DPCTLSyclDeviceRef device) {
  return guarded<const char *>(function, nullptr,
                               [&] { return give_text(checked<sycl::device>(device).get_info<Descriptor>()); });
}

template <int Dimensions> size_t *ask_work_item_sizes(const char *function, DPCTLSyclDeviceRef device) {
  return guarded<size_t *>(function, nullptr, [&] {
    const auto sizes = checked<sycl::device>(device).get_info<info::max_work_item_sizes<Dimensions>>();
    size_t *copy = new size_t[Dimensions];
    for (int i = 0; i < Dimensions; ++i)
      copy[i] = sizes[i];
    return copy;
  });
}

} // namespace

#define WEFT_ASK(Type, Function, descriptor)                                                                           \
  Type DPCTLDevice_##Function(const DPCTLSyclDeviceRef DRef) {                                                         \
    return ask<info::descriptor, Type>(__func__, DRef, Type{});                                                        \
  }
#define WEFT_ASK_TEXT(Function, descriptor)                                                                            \
  const char *DPCTLDevice_##Function(const DPCTLSyclDeviceRef DRef) {                                                  \
    return ask_text<info::descriptor>(__func__, DRef);                                                                 \
  }

extern "C" {

DPCTLSyclDeviceRef DPCTLDevice_Copy(const DPCTLSyclDeviceRef DRef) {
  return guarded<DPCTLSyclDeviceRef>(__func__, nullptr, [&] { return give(checked<sycl::device>(DRef)); });
}

DPCTLSyclDeviceRef DPCTLDevice_Create(void) {
  return guarded<DPCTLSyclDeviceRef>(__func__, nullptr, [] { return give(sycl::device()); });
}

DPCTLSyclDeviceRef DPCTLDevice_CreateFromSelector(const DPCTLSyclDeviceSelectorRef DSRef) {
  return guarded<DPCTLSyclDeviceRef>(__func__, nullptr, [&] { return give(select_device(DSRef)); });
}

void DPCTLDevice_Delete(DPCTLSyclDeviceRef DRef) {
  delete unwrap<sycl::device>(DRef);
}

bool DPCTLDevice_IsAccelerator(const DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, false, [&] { return checked<sycl::device>(DRef).is_accelerator(); });
}

bool DPCTLDevice_IsCPU(const DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, false, [&] { return checked<sycl::device>(DRef).is_cpu(); });
}

bool DPCTLDevice_IsGPU(const DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, false, [&] { return checked<sycl::device>(DRef).is_gpu(); });
}

DPCTLSyclBackendType DPCTLDevice_GetBackend(const DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, DPCTL_UNKNOWN_BACKEND,
                 [&] { return backend_type(checked<sycl::device>(DRef).get_backend()); });
}

DPCTLSyclDeviceType DPCTLDevice_GetDeviceType(const DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, DPCTL_UNKNOWN_DEVICE,
                 [&] { return device_type(checked<sycl::device>(DRef).get_info<info::device_type>()); });
}

WEFT_ASK_TEXT(GetName, name)
WEFT_ASK_TEXT(GetVendor, vendor)
WEFT_ASK_TEXT(GetDriverVersion, driver_version)
WEFT_ASK(uint32_t, GetMaxComputeUnits, max_compute_units)
WEFT_ASK(uint64_t, GetGlobalMemSize, global_mem_size)
WEFT_ASK(uint64_t, GetLocalMemSize, local_mem_size)
WEFT_ASK(uint32_t, GetMaxWorkItemDims, max_work_item_dimensions)
WEFT_ASK(size_t, GetMaxWorkGroupSize, max_work_group_size)
WEFT_ASK(uint32_t, GetMaxNumSubGroups, max_num_sub_groups)
WEFT_ASK(uint32_t, GetMaxReadImageArgs, max_read_image_args)
WEFT_ASK(uint32_t, GetMaxWriteImageArgs, max_write_image_args)
WEFT_ASK(size_t, GetImage2dMaxWidth, image2d_max_width)
WEFT_ASK(size_t, GetImage2dMaxHeight, image2d_max_height)
WEFT_ASK(size_t, GetImage3dMaxWidth, image3d_max_width)
WEFT_ASK(size_t, GetImage3dMaxHeight, image3d_max_height)
WEFT_ASK(size_t, GetImage3dMaxDepth, image3d_max_depth)
WEFT_ASK(bool, GetSubGroupIndependentForwardProgress, sub_group_independent_forward_progress)
WEFT_ASK(uint32_t, GetPreferredVectorWidthChar, preferred_vector_width_char)
WEFT_ASK(uint32_t, GetPreferredVectorWidthShort, preferred_vector_width_short)
WEFT_ASK(uint32_t, GetPreferredVectorWidthInt, preferred_vector_width_int)
WEFT_ASK(uint32_t, GetPreferredVectorWidthLong, preferred_vector_width_long)
WEFT_ASK(uint32_t, GetPreferredVectorWidthFloat, preferred_vector_width_float)
WEFT_ASK(uint32_t, GetPreferredVectorWidthDouble, preferred_vector_width_double)
WEFT_ASK(uint32_t, GetPreferredVectorWidthHalf, preferred_vector_width_half)
WEFT_ASK(uint32_t, GetNativeVectorWidthChar, native_vector_width_char)
WEFT_ASK(uint32_t, GetNativeVectorWidthShort, native_vector_width_short)
WEFT_ASK(uint32_t, GetNativeVectorWidthInt, native_vector_width_int)
WEFT_ASK(uint32_t, GetNativeVectorWidthLong, native_vector_width_long)
WEFT_ASK(uint32_t, GetNativeVectorWidthFloat, native_vector_width_float)
WEFT_ASK(uint32_t, GetNativeVectorWidthDouble, native_vector_width_double)
WEFT_ASK(uint32_t, GetNativeVectorWidthHalf, native_vector_width_half)
WEFT_ASK(uint32_t, GetPartitionMaxSubDevices, partition_max_sub_devices)
WEFT_ASK(size_t, GetProfilingTimerResolution, profiling_timer_resolution)
WEFT_ASK(uint32_t, GetGlobalMemCacheLineSize, global_mem_cache_line_size)
WEFT_ASK(uint32_t, GetMaxClockFrequency, max_clock_frequency)
WEFT_ASK(uint64_t, GetMaxMemAllocSize, max_mem_alloc_size)
WEFT_ASK(uint64_t, GetGlobalMemCacheSize, global_mem_cache_size)

DPCTLGlobalMemCacheType DPCTLDevice_GetGlobalMemCacheType(const DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, DPCTL_MEM_CACHE_TYPE_INDETERMINATE,
                 [&] { return cache_type(checked<sycl::device>(DRef).get_info<info::global_mem_cache_type>()); });
}

size_t *DPCTLDevice_GetMaxWorkItemSizes1d(const DPCTLSyclDeviceRef DRef) {
  return ask_work_item_sizes<1>(__func__, DRef);
}

size_t *DPCTLDevice_GetMaxWorkItemSizes2d(const DPCTLSyclDeviceRef DRef) {
  return ask_work_item_sizes<2>(__func__, DRef);
}

size_t *DPCTLDevice_GetMaxWorkItemSizes3d(const DPCTLSyclDeviceRef DRef) {
  return ask_work_item_sizes<3>(__func__, DRef);
}

size_t *DPCTLDevice_GetSubGroupSizes(const DPCTLSyclDeviceRef DRef, size_t *res_len) {
  return guarded<size_t *>(__func__, nullptr, [&] {
    const auto sizes = checked<sycl::device>(DRef).get_info<info::sub_group_sizes>();
    size_t &length = checked(res_len, 1).front();
    size_t *copy = new size_t[sizes.size()];
    std::copy(sizes.begin(), sizes.end(), copy);
    length = sizes.size();
    return copy;
  });
}

DPCTLSyclPlatformRef DPCTLDevice_GetPlatform(const DPCTLSyclDeviceRef DRef) {
  return guarded<DPCTLSyclPlatformRef>(__func__, nullptr,
                                       [&] { return give(checked<sycl::device>(DRef).get_platform()); });
}

bool DPCTLDevice_AreEq(const DPCTLSyclDeviceRef DRef1, const DPCTLSyclDeviceRef DRef2) {
  return guarded(__func__, false, [&] { return checked<sycl::device>(DRef1) == checked<sycl::device>(DRef2); });
}

size_t DPCTLDevice_Hash(const DPCTLSyclDeviceRef DRef) {
  return guarded<size_t>(__func__, 0, [&] { return std::hash<sycl::device>()(checked<sycl::device>(DRef)); });
}

bool DPCTLDevice_HasAspect(const DPCTLSyclDeviceRef DRef, DPCTLSyclAspectType AT) {
  return guarded(__func__, false, [&] { return checked<sycl::device>(DRef).has(aspect_of(AT)); });
}

DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesEqually(const DPCTLSyclDeviceRef DRef, size_t count) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [&] {
    using enum sycl::info::partition_property;
    return give_vector(checked<sycl::device>(DRef).create_sub_devices<partition_equally>(count));
  });
}

DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByCounts(const DPCTLSyclDeviceRef DRef, size_t *counts,
                                                          size_t ncounts) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [&] {
    using enum sycl::info::partition_property;
    const std::span<size_t> given = checked(counts, ncounts);
    const std::vector<size_t> units(given.begin(), given.end());
    return give_vector(checked<sycl::device>(DRef).create_sub_devices<partition_by_counts>(units));
  });
}

DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByAffinity(const DPCTLSyclDeviceRef DRef,
                                                            DPCTLPartitionAffinityDomainType PartAffDomTy) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [&] {
    using enum sycl::info::partition_property;
    const auto domain = affinity_domain(PartAffDomTy);
    return give_vector(checked<sycl::device>(DRef).create_sub_devices<partition_by_affinity_domain>(domain));
  });
}

DPCTLSyclDeviceRef DPCTLDevice_GetParentDevice(const DPCTLSyclDeviceRef DRef) {
  return guarded<DPCTLSyclDeviceRef>(__func__, nullptr,
                                     [&] { return give(checked<sycl::device>(DRef).get_info<info::parent_device>()); });
}

// Neither of Weft's backends has composite devices.
DPCTLSyclDeviceRef DPCTLDevice_GetCompositeDevice(const DPCTLSyclDeviceRef) {
  return nullptr;
}

DPCTLDeviceVectorRef DPCTLDevice_GetComponentDevices(const DPCTLSyclDeviceRef DRef) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [&] {
    checked<sycl::device>(DRef);
    return give_vector(std::vector<sycl::device>());
  });
}

bool DPCTLDevice_CanAccessPeer(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef PDRef, DPCTLPeerAccessType PT) {
  return guarded(__func__, false, [&] {
    const auto kind = PT == atomics_supported ? sycl::ext::oneapi::peer_access::atomics_supported
                                              : sycl::ext::oneapi::peer_access::access_supported;
    return checked<sycl::device>(DRef).ext_oneapi_can_access_peer(checked<sycl::device>(PDRef), kind);
  });
}

void DPCTLDevice_EnablePeerAccess(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef PDRef) {
  guarded_do(__func__,
             [&] { checked<sycl::device>(DRef).ext_oneapi_enable_peer_access(checked<sycl::device>(PDRef)); });
}

void DPCTLDevice_DisablePeerAccess(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef PDRef) {
  guarded_do(__func__,
             [&] { checked<sycl::device>(DRef).ext_oneapi_disable_peer_access(checked<sycl::device>(PDRef)); });
}
}
