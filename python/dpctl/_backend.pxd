# cython: language_level=3
"""The DPCTL* C API as Cython sees it."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp cimport bool


cdef extern from "syclinterface/dpctl_error_handler_type.h":
    ctypedef void error_handler_callback(int err_code)


cdef extern from "syclinterface/dpctl_utils.h" nogil:
    void DPCTLCString_Delete(const char *str)
    void DPCTLSize_t_Array_Delete(size_t *arr)


cdef extern from "syclinterface/dpctl_sycl_enum_types.h":
    ctypedef enum _usm_type "DPCTLSyclUSMType":
        _USM_UNKNOWN "DPCTL_USM_UNKNOWN"
        _USM_DEVICE "DPCTL_USM_DEVICE"
        _USM_SHARED "DPCTL_USM_SHARED"
        _USM_HOST "DPCTL_USM_HOST"

    ctypedef enum _backend_type "DPCTLSyclBackendType":
        _ALL_BACKENDS "DPCTL_ALL_BACKENDS"
        _CUDA "DPCTL_CUDA"
        _HIP "DPCTL_HIP"
        _LEVEL_ZERO "DPCTL_LEVEL_ZERO"
        _OPENCL "DPCTL_OPENCL"
        _UNKNOWN_BACKEND "DPCTL_UNKNOWN_BACKEND"

    ctypedef enum _device_type "DPCTLSyclDeviceType":
        _ACCELERATOR "DPCTL_ACCELERATOR"
        _ALL_DEVICES "DPCTL_ALL"
        _AUTOMATIC "DPCTL_AUTOMATIC"
        _CPU "DPCTL_CPU"
        _CUSTOM "DPCTL_CUSTOM"
        _GPU "DPCTL_GPU"
        _UNKNOWN_DEVICE "DPCTL_UNKNOWN_DEVICE"

    ctypedef enum _arg_data_type "DPCTLKernelArgType":
        _INT8_T "DPCTL_INT8_T"
        _UINT8_T "DPCTL_UINT8_T"
        _INT16_T "DPCTL_INT16_T"
        _UINT16_T "DPCTL_UINT16_T"
        _INT32_T "DPCTL_INT32_T"
        _UINT32_T "DPCTL_UINT32_T"
        _INT64_T "DPCTL_INT64_T"
        _UINT64_T "DPCTL_UINT64_T"
        _FLOAT "DPCTL_FLOAT32_T"
        _DOUBLE "DPCTL_FLOAT64_T"
        _VOID_PTR "DPCTL_VOID_PTR"
        _LOCAL_ACCESSOR "DPCTL_LOCAL_ACCESSOR"
        _WORK_GROUP_MEMORY "DPCTL_WORK_GROUP_MEMORY"
        _RAW_KERNEL_ARG "DPCTL_RAW_KERNEL_ARG"

    ctypedef enum _queue_property_type "DPCTLQueuePropertyType":
        _DEFAULT_PROPERTY "DPCTL_DEFAULT_PROPERTY"
        _ENABLE_PROFILING "DPCTL_ENABLE_PROFILING"
        _IN_ORDER "DPCTL_IN_ORDER"

    ctypedef enum _aspect_type "DPCTLSyclAspectType":
        _host "host"
        _cpu "cpu"
        _gpu "gpu"
        _accelerator "accelerator"
        _custom "custom"
        _fp16 "fp16"
        _fp64 "fp64"
        _atomic64 "atomic64"
        _image "image"
        _online_compiler "online_compiler"
        _online_linker "online_linker"
        _queue_profiling "queue_profiling"
        _usm_device_allocations "usm_device_allocations"
        _usm_host_allocations "usm_host_allocations"
        _usm_shared_allocations "usm_shared_allocations"
        _usm_system_allocations "usm_system_allocations"
        _usm_atomic_host_allocations "usm_atomic_host_allocations"
        _usm_atomic_shared_allocations "usm_atomic_shared_allocations"
        _host_debuggable "host_debuggable"
        _emulated "emulated"
        _is_component "is_component"
        _is_composite "is_composite"

    ctypedef enum _partition_affinity_domain_type "DPCTLPartitionAffinityDomainType":
        _not_applicable "not_applicable"
        _numa "numa"
        _L4_cache "L4_cache"
        _L3_cache "L3_cache"
        _L2_cache "L2_cache"
        _L1_cache "L1_cache"
        _next_partitionable "next_partitionable"

    ctypedef enum _peer_access "DPCTLPeerAccessType":
        _access_supported "access_supported"
        _atomics_supported "atomics_supported"

    ctypedef enum _event_status_type "DPCTLSyclEventStatusType":
        _UNKNOWN_STATUS "DPCTL_UNKNOWN_STATUS"
        _SUBMITTED "DPCTL_SUBMITTED"
        _RUNNING "DPCTL_RUNNING"
        _COMPLETE "DPCTL_COMPLETE"

    ctypedef enum _global_mem_cache_type "DPCTLGlobalMemCacheType":
        _MEM_CACHE_TYPE_INDETERMINATE "DPCTL_MEM_CACHE_TYPE_INDETERMINATE"
        _MEM_CACHE_TYPE_NONE "DPCTL_MEM_CACHE_TYPE_NONE"
        _MEM_CACHE_TYPE_READ_ONLY "DPCTL_MEM_CACHE_TYPE_READ_ONLY"
        _MEM_CACHE_TYPE_READ_WRITE "DPCTL_MEM_CACHE_TYPE_READ_WRITE"


cdef extern from "syclinterface/dpctl_sycl_types.h":
    cdef struct DPCTLOpaqueSyclContext
    cdef struct DPCTLOpaqueSyclDevice
    cdef struct DPCTLOpaqueSyclDeviceSelector
    cdef struct DPCTLOpaqueSyclEvent
    cdef struct DPCTLOpaqueSyclKernel
    cdef struct DPCTLOpaqueSyclKernelBundle
    cdef struct DPCTLOpaqueSyclPlatform
    cdef struct DPCTLOpaqueSyclQueue
    cdef struct DPCTLOpaqueSyclUSM
    ctypedef DPCTLOpaqueSyclContext *DPCTLSyclContextRef
    ctypedef DPCTLOpaqueSyclDevice *DPCTLSyclDeviceRef
    ctypedef DPCTLOpaqueSyclDeviceSelector *DPCTLSyclDeviceSelectorRef
    ctypedef DPCTLOpaqueSyclEvent *DPCTLSyclEventRef
    ctypedef DPCTLOpaqueSyclKernel *DPCTLSyclKernelRef
    ctypedef DPCTLOpaqueSyclKernelBundle *DPCTLSyclKernelBundleRef
    ctypedef DPCTLOpaqueSyclPlatform *DPCTLSyclPlatformRef
    ctypedef DPCTLOpaqueSyclQueue *DPCTLSyclQueueRef
    ctypedef DPCTLOpaqueSyclUSM *DPCTLSyclUSMRef
    cdef struct DPCTLOpaqueSyclRawKernelArg
    cdef struct DPCTLOpaqueSyclWorkGroupMemory
    ctypedef DPCTLOpaqueSyclRawKernelArg *DPCTLSyclRawKernelArgRef
    ctypedef DPCTLOpaqueSyclWorkGroupMemory *DPCTLSyclWorkGroupMemoryRef


cdef extern from "syclinterface/dpctl_vector.h" nogil:
    cdef struct DPCTLOpaqueDeviceVector
    ctypedef DPCTLOpaqueDeviceVector *DPCTLDeviceVectorRef
    cdef struct DPCTLOpaqueEventVector
    ctypedef DPCTLOpaqueEventVector *DPCTLEventVectorRef
    cdef struct DPCTLOpaquePlatformVector
    ctypedef DPCTLOpaquePlatformVector *DPCTLPlatformVectorRef
    DPCTLDeviceVectorRef DPCTLDeviceVector_Create()
    DPCTLDeviceVectorRef DPCTLDeviceVector_CreateFromArray(size_t len, DPCTLSyclDeviceRef *elems)
    void DPCTLDeviceVector_Delete(DPCTLDeviceVectorRef vector)
    void DPCTLDeviceVector_Clear(DPCTLDeviceVectorRef vector)
    size_t DPCTLDeviceVector_Size(DPCTLDeviceVectorRef vector)
    DPCTLSyclDeviceRef DPCTLDeviceVector_GetAt(DPCTLDeviceVectorRef vector, size_t index)
    DPCTLEventVectorRef DPCTLEventVector_Create()
    DPCTLEventVectorRef DPCTLEventVector_CreateFromArray(size_t len, DPCTLSyclEventRef *elems)
    void DPCTLEventVector_Delete(DPCTLEventVectorRef vector)
    void DPCTLEventVector_Clear(DPCTLEventVectorRef vector)
    size_t DPCTLEventVector_Size(DPCTLEventVectorRef vector)
    DPCTLSyclEventRef DPCTLEventVector_GetAt(DPCTLEventVectorRef vector, size_t index)
    DPCTLPlatformVectorRef DPCTLPlatformVector_Create()
    DPCTLPlatformVectorRef DPCTLPlatformVector_CreateFromArray(size_t len, DPCTLSyclPlatformRef *elems)
    void DPCTLPlatformVector_Delete(DPCTLPlatformVectorRef vector)
    void DPCTLPlatformVector_Clear(DPCTLPlatformVectorRef vector)
    size_t DPCTLPlatformVector_Size(DPCTLPlatformVectorRef vector)
    DPCTLSyclPlatformRef DPCTLPlatformVector_GetAt(DPCTLPlatformVectorRef vector, size_t index)


cdef extern from "syclinterface/dpctl_service.h" nogil:
    const char *DPCTLService_GetDPCPPVersion()
    void DPCTLService_InitLogger(const char *app_name, const char *log_dir)
    void DPCTLService_ShutdownLogger()


cdef extern from "syclinterface/dpctl_sycl_device_selector_interface.h" nogil:
    DPCTLSyclDeviceSelectorRef DPCTLAcceleratorSelector_Create()
    DPCTLSyclDeviceSelectorRef DPCTLDefaultSelector_Create()
    DPCTLSyclDeviceSelectorRef DPCTLCPUSelector_Create()
    DPCTLSyclDeviceSelectorRef DPCTLFilterSelector_Create(const char *filter_str)
    DPCTLSyclDeviceSelectorRef DPCTLGPUSelector_Create()
    void DPCTLDeviceSelector_Delete(DPCTLSyclDeviceSelectorRef DSRef)
    int DPCTLDeviceSelector_Score(DPCTLSyclDeviceSelectorRef DSRef, DPCTLSyclDeviceRef DRef)


cdef extern from "syclinterface/dpctl_sycl_device_interface.h" nogil:
    DPCTLSyclDeviceRef DPCTLDevice_Copy(DPCTLSyclDeviceRef DRef)
    DPCTLSyclDeviceRef DPCTLDevice_Create()
    DPCTLSyclDeviceRef DPCTLDevice_CreateFromSelector(DPCTLSyclDeviceSelectorRef DSRef)
    void DPCTLDevice_Delete(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsAccelerator(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsCPU(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsGPU(DPCTLSyclDeviceRef DRef)
    _backend_type DPCTLDevice_GetBackend(DPCTLSyclDeviceRef DRef)
    _device_type DPCTLDevice_GetDeviceType(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetDriverVersion(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxComputeUnits(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetGlobalMemSize(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetLocalMemSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxWorkItemDims(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetMaxWorkItemSizes1d(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetMaxWorkItemSizes2d(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetMaxWorkItemSizes3d(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetMaxWorkGroupSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxNumSubGroups(DPCTLSyclDeviceRef DRef)
    DPCTLSyclPlatformRef DPCTLDevice_GetPlatform(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetName(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetVendor(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_AreEq(DPCTLSyclDeviceRef DRef1, DPCTLSyclDeviceRef DRef2)
    bool DPCTLDevice_HasAspect(DPCTLSyclDeviceRef DRef, _aspect_type AT)
    uint32_t DPCTLDevice_GetMaxReadImageArgs(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxWriteImageArgs(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage2dMaxWidth(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage2dMaxHeight(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage3dMaxWidth(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage3dMaxHeight(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage3dMaxDepth(DPCTLSyclDeviceRef DRef)
    DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesEqually(
        DPCTLSyclDeviceRef DRef,
        size_t count
    )
    DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByCounts(
        DPCTLSyclDeviceRef DRef,
        size_t *counts,
        size_t ncounts
    )
    DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByAffinity(
        DPCTLSyclDeviceRef DRef,
        _partition_affinity_domain_type PartAffDomTy
    )
    bool DPCTLDevice_GetSubGroupIndependentForwardProgress(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthChar(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthShort(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthInt(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthLong(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthFloat(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthDouble(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthHalf(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthChar(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthShort(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthInt(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthLong(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthFloat(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthDouble(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthHalf(DPCTLSyclDeviceRef DRef)
    DPCTLSyclDeviceRef DPCTLDevice_GetParentDevice(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPartitionMaxSubDevices(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_Hash(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetProfilingTimerResolution(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetGlobalMemCacheLineSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxClockFrequency(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetMaxMemAllocSize(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetGlobalMemCacheSize(DPCTLSyclDeviceRef DRef)
    _global_mem_cache_type DPCTLDevice_GetGlobalMemCacheType(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetSubGroupSizes(DPCTLSyclDeviceRef DRef, size_t *res_len)
    DPCTLSyclDeviceRef DPCTLDevice_GetCompositeDevice(DPCTLSyclDeviceRef DRef)
    DPCTLDeviceVectorRef DPCTLDevice_GetComponentDevices(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_CanAccessPeer(
        DPCTLSyclDeviceRef DRef,
        DPCTLSyclDeviceRef PDRef,
        _peer_access PT
    )
    void DPCTLDevice_EnablePeerAccess(DPCTLSyclDeviceRef DRef, DPCTLSyclDeviceRef PDRef)
    void DPCTLDevice_DisablePeerAccess(DPCTLSyclDeviceRef DRef, DPCTLSyclDeviceRef PDRef)


cdef extern from "syclinterface/dpctl_sycl_device_manager.h" nogil:
    DPCTLDeviceVectorRef DPCTLDeviceMgr_GetDevices(int device_identifier)
    const char *DPCTLDeviceMgr_GetDeviceInfoStr(DPCTLSyclDeviceRef DRef)
    int DPCTLDeviceMgr_GetPositionInDevices(DPCTLSyclDeviceRef DRef, int device_identifier)
    DPCTLSyclContextRef DPCTLDeviceMgr_GetCachedContext(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDeviceMgr_GetNumDevices(int device_identifier)
    void DPCTLDeviceMgr_PrintDeviceInfo(DPCTLSyclDeviceRef DRef)
    int64_t DPCTLDeviceMgr_GetRelativeId(DPCTLSyclDeviceRef DRef)
    DPCTLDeviceVectorRef DPCTLDeviceMgr_GetCompositeDevices()


cdef extern from "syclinterface/dpctl_sycl_platform_interface.h" nogil:
    bool DPCTLPlatform_AreEq(DPCTLSyclPlatformRef PRef1, DPCTLSyclPlatformRef PRef2)
    DPCTLSyclPlatformRef DPCTLPlatform_Copy(DPCTLSyclPlatformRef PRef)
    DPCTLSyclPlatformRef DPCTLPlatform_Create()
    DPCTLSyclPlatformRef DPCTLPlatform_CreateFromSelector(DPCTLSyclDeviceSelectorRef DSRef)
    void DPCTLPlatform_Delete(DPCTLSyclPlatformRef PRef)
    _backend_type DPCTLPlatform_GetBackend(DPCTLSyclPlatformRef PRef)
    const char *DPCTLPlatform_GetName(DPCTLSyclPlatformRef PRef)
    const char *DPCTLPlatform_GetVendor(DPCTLSyclPlatformRef PRef)
    const char *DPCTLPlatform_GetVersion(DPCTLSyclPlatformRef PRef)
    DPCTLPlatformVectorRef DPCTLPlatform_GetPlatforms()
    DPCTLSyclContextRef DPCTLPlatform_GetDefaultContext(DPCTLSyclPlatformRef PRef)
    size_t DPCTLPlatform_Hash(DPCTLSyclPlatformRef PRef)
    DPCTLDeviceVectorRef DPCTLPlatform_GetDevices(DPCTLSyclPlatformRef PRef, _device_type DTy)
    DPCTLDeviceVectorRef DPCTLPlatform_GetCompositeDevices(DPCTLSyclPlatformRef PRef)


cdef extern from "syclinterface/dpctl_sycl_platform_manager.h" nogil:
    void DPCTLPlatformMgr_PrintInfo(DPCTLSyclPlatformRef PRef, size_t verbosity)
    const char *DPCTLPlatformMgr_GetInfo(DPCTLSyclPlatformRef PRef, size_t verbosity)


cdef extern from "syclinterface/dpctl_sycl_context_interface.h" nogil:
    DPCTLSyclContextRef DPCTLContext_Create(
        DPCTLSyclDeviceRef DRef,
        error_handler_callback *handler,
        int properties
    )
    DPCTLSyclContextRef DPCTLContext_CreateFromDevices(
        DPCTLDeviceVectorRef DVRef,
        error_handler_callback *handler,
        int properties
    )
    bool DPCTLContext_AreEq(DPCTLSyclContextRef CtxRef1, DPCTLSyclContextRef CtxRef2)
    DPCTLSyclContextRef DPCTLContext_Copy(DPCTLSyclContextRef CRef)
    size_t DPCTLContext_DeviceCount(DPCTLSyclContextRef CRef)
    DPCTLDeviceVectorRef DPCTLContext_GetDevices(DPCTLSyclContextRef CRef)
    _backend_type DPCTLContext_GetBackend(DPCTLSyclContextRef CtxRef)
    void DPCTLContext_Delete(DPCTLSyclContextRef CtxRef)
    size_t DPCTLContext_Hash(DPCTLSyclContextRef CtxRef)


cdef extern from "syclinterface/dpctl_sycl_event_interface.h" nogil:
    DPCTLSyclEventRef DPCTLEvent_Create()
    void DPCTLEvent_Wait(DPCTLSyclEventRef ERef)
    void DPCTLEvent_WaitAndThrow(DPCTLSyclEventRef ERef)
    void DPCTLEvent_Delete(DPCTLSyclEventRef ERef)
    DPCTLSyclEventRef DPCTLEvent_Copy(DPCTLSyclEventRef ERef)
    _backend_type DPCTLEvent_GetBackend(DPCTLSyclEventRef ERef)
    _event_status_type DPCTLEvent_GetCommandExecutionStatus(DPCTLSyclEventRef ERef)
    uint64_t DPCTLEvent_GetProfilingInfoSubmit(DPCTLSyclEventRef ERef)
    uint64_t DPCTLEvent_GetProfilingInfoStart(DPCTLSyclEventRef ERef)
    uint64_t DPCTLEvent_GetProfilingInfoEnd(DPCTLSyclEventRef ERef)
    DPCTLEventVectorRef DPCTLEvent_GetWaitList(DPCTLSyclEventRef ERef)


cdef extern from "syclinterface/dpctl_sycl_queue_interface.h" nogil:
    ctypedef struct MDLocalAccessor:
        size_t ndim
        _arg_data_type dpctl_type_id
        size_t dim0
        size_t dim1
        size_t dim2
    DPCTLSyclEventRef DPCTLQueue_SubmitRange(
        const DPCTLSyclKernelRef KRef, const DPCTLSyclQueueRef QRef, void **Args, const _arg_data_type *ArgTypes,
        size_t NArgs, const size_t Range[3], size_t NRange, const DPCTLSyclEventRef *DepEvents, size_t NDepEvents
    )
    DPCTLSyclEventRef DPCTLQueue_SubmitNDRange(
        const DPCTLSyclKernelRef KRef, const DPCTLSyclQueueRef QRef, void **Args, const _arg_data_type *ArgTypes,
        size_t NArgs, const size_t gRange[3], const size_t lRange[3], size_t NDims,
        const DPCTLSyclEventRef *DepEvents, size_t NDepEvents
    )
    DPCTLSyclQueueRef DPCTLQueue_Create(
        DPCTLSyclContextRef CRef,
        DPCTLSyclDeviceRef DRef,
        error_handler_callback *handler,
        int properties
    )
    DPCTLSyclQueueRef DPCTLQueue_CreateForDevice(
        DPCTLSyclDeviceRef DRef,
        error_handler_callback *handler,
        int properties
    )
    void DPCTLQueue_Delete(DPCTLSyclQueueRef QRef)
    DPCTLSyclQueueRef DPCTLQueue_Copy(DPCTLSyclQueueRef QRef)
    bool DPCTLQueue_AreEq(DPCTLSyclQueueRef QRef1, DPCTLSyclQueueRef QRef2)
    _backend_type DPCTLQueue_GetBackend(DPCTLSyclQueueRef QRef)
    DPCTLSyclContextRef DPCTLQueue_GetContext(DPCTLSyclQueueRef QRef)
    DPCTLSyclDeviceRef DPCTLQueue_GetDevice(DPCTLSyclQueueRef QRef)
    void DPCTLQueue_Wait(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_Memcpy(
        DPCTLSyclQueueRef QRef,
        void *Dest,
        const void *Src,
        size_t Count
    )
    DPCTLSyclEventRef DPCTLQueue_MemcpyWithEvents(
        DPCTLSyclQueueRef QRef,
        void *Dest,
        const void *Src,
        size_t Count,
        const DPCTLSyclEventRef *DepEvents,
        size_t DepEventsCount
    )
    DPCTLSyclEventRef DPCTLQueue_Prefetch(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_MemAdvise(
        DPCTLSyclQueueRef QRef,
        const void *Ptr,
        size_t Count,
        int Advice
    )
    bool DPCTLQueue_IsInOrder(DPCTLSyclQueueRef QRef)
    bool DPCTLQueue_HasEnableProfiling(DPCTLSyclQueueRef QRef)
    size_t DPCTLQueue_Hash(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_SubmitBarrier(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_SubmitBarrierForEvents(
        DPCTLSyclQueueRef QRef,
        const DPCTLSyclEventRef *DepEvents,
        size_t NDepEvents
    )
    DPCTLSyclEventRef DPCTLQueue_Memset(
        DPCTLSyclQueueRef QRef,
        void *USMRef,
        uint8_t Value,
        size_t Count
    )
    DPCTLSyclEventRef DPCTLQueue_Fill8(
        DPCTLSyclQueueRef QRef,
        void *USMRef,
        uint8_t Value,
        size_t Count
    )
    DPCTLSyclEventRef DPCTLQueue_Fill16(
        DPCTLSyclQueueRef QRef,
        void *USMRef,
        uint16_t Value,
        size_t Count
    )
    DPCTLSyclEventRef DPCTLQueue_Fill32(
        DPCTLSyclQueueRef QRef,
        void *USMRef,
        uint32_t Value,
        size_t Count
    )
    DPCTLSyclEventRef DPCTLQueue_Fill64(
        DPCTLSyclQueueRef QRef,
        void *USMRef,
        uint64_t Value,
        size_t Count
    )
    DPCTLSyclEventRef DPCTLQueue_Fill128(
        DPCTLSyclQueueRef QRef,
        void *USMRef,
        uint64_t *Value,
        size_t Count
    )


cdef extern from "syclinterface/dpctl_sycl_queue_manager.h" nogil:
    DPCTLSyclQueueRef DPCTLQueueMgr_GetCurrentQueue()
    bool DPCTLQueueMgr_GlobalQueueIsCurrent()
    bool DPCTLQueueMgr_IsCurrentQueue(DPCTLSyclQueueRef QRef)
    void DPCTLQueueMgr_SetGlobalQueue(DPCTLSyclQueueRef QRef)
    void DPCTLQueueMgr_PushQueue(DPCTLSyclQueueRef QRef)
    void DPCTLQueueMgr_PopQueue()
    size_t DPCTLQueueMgr_GetQueueStackSize()


cdef extern from "syclinterface/dpctl_sycl_usm_interface.h" nogil:
    DPCTLSyclUSMRef DPCTLmalloc_shared(size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLaligned_alloc_shared(
        size_t alignment,
        size_t size,
        DPCTLSyclQueueRef QRef
    )
    DPCTLSyclUSMRef DPCTLmalloc_host(size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLaligned_alloc_host(size_t alignment, size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLmalloc_device(size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLaligned_alloc_device(
        size_t alignment,
        size_t size,
        DPCTLSyclQueueRef QRef
    )
    void DPCTLfree_with_queue(DPCTLSyclUSMRef MRef, DPCTLSyclQueueRef QRef)
    void DPCTLfree_with_context(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)
    _usm_type DPCTLUSM_GetPointerType(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)
    DPCTLSyclDeviceRef DPCTLUSM_GetPointerDevice(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)


cdef extern from "syclinterface/dpctl_sycl_kernel_interface.h" nogil:
    void DPCTLKernel_Delete(DPCTLSyclKernelRef KRef)
    DPCTLSyclKernelRef DPCTLKernel_Copy(DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetNumArgs(const DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetWorkGroupSize(const DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetPreferredWorkGroupSizeMultiple(const DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetPrivateMemSize(const DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetMaxNumSubGroups(const DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetMaxSubGroupSize(const DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetCompileNumSubGroups(const DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetCompileSubGroupSize(const DPCTLSyclKernelRef KRef)


cdef extern from "syclinterface/dpctl_sycl_kernel_bundle_interface.h" nogil:
    void DPCTLKernelBundle_Delete(DPCTLSyclKernelBundleRef KBRef)
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_Copy(DPCTLSyclKernelBundleRef KBRef)
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSpirv(
        const DPCTLSyclContextRef Ctx, const DPCTLSyclDeviceRef Dev, const void *IL, size_t Length,
        const char *CompileOpts
    )
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromOCLSource(
        const DPCTLSyclContextRef Ctx, const DPCTLSyclDeviceRef Dev, const char *Source, const char *CompileOpts
    )
    DPCTLSyclKernelRef DPCTLKernelBundle_GetKernel(DPCTLSyclKernelBundleRef KBRef, const char *KernelName)
    bool DPCTLKernelBundle_HasKernel(DPCTLSyclKernelBundleRef KBRef, const char *KernelName)


cdef extern from "syclinterface/dpctl_sycl_extension_interface.h" nogil:
    cdef struct RawWorkGroupMemoryTy:
        size_t nbytes
    ctypedef RawWorkGroupMemoryTy RawWorkGroupMemory
    cdef struct RawKernelArgDataTy:
        void *bytes
        size_t count
    ctypedef RawKernelArgDataTy RawKernelArgData
    DPCTLSyclWorkGroupMemoryRef DPCTLWorkGroupMemory_Create(size_t nbytes)
    void DPCTLWorkGroupMemory_Delete(DPCTLSyclWorkGroupMemoryRef Ref)
    bool DPCTLWorkGroupMemory_Available()
    DPCTLSyclRawKernelArgRef DPCTLRawKernelArg_Create(void *bytes, size_t count)
    void DPCTLRawKernelArg_Delete(DPCTLSyclRawKernelArgRef Ref)
    bool DPCTLRawKernelArg_Available()
