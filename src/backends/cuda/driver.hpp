// The slice of NVIDIA's driver API that Weft calls, found in libcuda.so.1 at run time: no toolkit is needed to build or
// run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace weft::cuda {

// Opaque handles and codes of the driver's ABI (CUDA Driver API reference, "Data types used by CUDA driver").
using CUresult = int;
using CUdevice = int;
using CUdeviceptr = std::uint64_t;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
struct CUuuid {
  std::uint8_t bytes[16];
};

inline constexpr CUresult success = 0;
inline constexpr CUresult error_out_of_memory = 2;
inline constexpr CUresult error_deinitialized = 4;
inline constexpr CUresult error_no_device = 100;
inline constexpr CUresult error_not_ready = 600;
inline constexpr CUresult error_peer_access_already_enabled = 704;
inline constexpr CUresult error_peer_access_not_enabled = 705;
inline constexpr CUresult error_cooperative_launch_too_large = 720;

/// CU_DEVICE_ATTRIBUTE_*.
enum class Attribute : int {
  max_threads_per_block = 1,
  max_block_dim_x = 2,
  max_block_dim_y = 3,
  max_block_dim_z = 4,
  max_grid_dim_x = 5,
  max_shared_memory_per_block = 8,
  warp_size = 10,
  clock_rate = 13,
  texture_alignment = 14,
  multiprocessor_count = 16,
  ecc_enabled = 32,
  pci_bus_id = 33,
  pci_device_id = 34,
  memory_clock_rate = 36,
  global_memory_bus_width = 37,
  l2_cache_size = 38,
  max_threads_per_multiprocessor = 39,
  pci_domain_id = 50,
  compute_capability_major = 75,
  compute_capability_minor = 76,
  managed_memory = 83,
  host_native_atomic_supported = 86,
  pageable_memory_access = 88,
  concurrent_managed_access = 89,
  can_use_host_pointer_for_registered_memory = 91,
  max_shared_memory_per_block_optin = 97,
  read_only_host_register_supported = 113,
};

/// CU_POINTER_ATTRIBUTE_*.
enum class PointerAttribute : int {
  memory_type = 2, ///< 1: host, 2: device
  is_managed = 8,
  device_ordinal = 9,
  range_start = 11,
  range_size = 12,
};

inline constexpr unsigned event_disable_timing = 2;
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned mem_host_alloc_portable_mapped = 1 | 2;
inline constexpr unsigned mem_attach_global = 1;
inline constexpr int function_max_dynamic_shared_size_bytes = 8;
inline constexpr int function_max_threads_per_block = 0;
inline constexpr int function_shared_size_bytes = 1;
inline constexpr int function_local_size_bytes = 3;
inline constexpr int function_registers = 4;
inline constexpr int peer_attribute_native_atomics = 3; // CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED

// name used here, symbol in libcuda, parameters.
#define WEFT_CUDA_FUNCTIONS(X)                                                                                         \
  X(init, cuInit, (unsigned flags))                                                                                    \
  X(driver_version, cuDriverGetVersion, (int *))                                                                       \
  X(error_name, cuGetErrorName, (CUresult, const char **))                                                             \
  X(error_string, cuGetErrorString, (CUresult, const char **))                                                         \
  X(device_count, cuDeviceGetCount, (int *))                                                                           \
  X(device_get, cuDeviceGet, (CUdevice *, int))                                                                        \
  X(device_name, cuDeviceGetName, (char *, int, CUdevice))                                                             \
  X(device_uuid, cuDeviceGetUuid_v2, (CUuuid *, CUdevice))                                                             \
  X(device_attribute, cuDeviceGetAttribute, (int *, int attribute, CUdevice))                                          \
  X(device_total_memory, cuDeviceTotalMem_v2, (std::size_t *, CUdevice))                                               \
  X(device_can_access_peer, cuDeviceCanAccessPeer, (int *, CUdevice, CUdevice))                                        \
  X(device_peer_attribute, cuDeviceGetP2PAttribute, (int *, int attribute, CUdevice, CUdevice))                        \
  X(primary_context_retain, cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice))                                         \
  X(context_push, cuCtxPushCurrent_v2, (CUcontext))                                                                    \
  X(context_pop, cuCtxPopCurrent_v2, (CUcontext *))                                                                    \
  X(context_get, cuCtxGetCurrent, (CUcontext *))                                                                       \
  X(context_set, cuCtxSetCurrent, (CUcontext))                                                                         \
  X(context_synchronize, cuCtxSynchronize, ())                                                                         \
  X(context_enable_peer, cuCtxEnablePeerAccess, (CUcontext, unsigned flags))                                           \
  X(context_disable_peer, cuCtxDisablePeerAccess, (CUcontext))                                                         \
  X(pointer_attribute, cuPointerGetAttribute, (void *value, int attribute, CUdeviceptr))                               \
  X(memory_info, cuMemGetInfo_v2, (std::size_t *free, std::size_t *total))                                             \
  X(memory_allocate, cuMemAlloc_v2, (CUdeviceptr *, std::size_t))                                                      \
  X(memory_free, cuMemFree_v2, (CUdeviceptr))                                                                          \
  X(memory_allocate_managed, cuMemAllocManaged, (CUdeviceptr *, std::size_t, unsigned flags))                          \
  X(host_allocate, cuMemHostAlloc, (void **, std::size_t, unsigned flags))                                             \
  X(host_register, cuMemHostRegister_v2, (void *, std::size_t, unsigned flags))                                        \
  X(host_unregister, cuMemHostUnregister, (void *))                                                                    \
  X(host_free, cuMemFreeHost, (void *))                                                                                \
  X(copy_async, cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, std::size_t, CUstream))                              \
  X(fill8_async, cuMemsetD8Async, (CUdeviceptr, unsigned char, std::size_t, CUstream))                                 \
  X(fill16_async, cuMemsetD16Async, (CUdeviceptr, unsigned short, std::size_t, CUstream))                              \
  X(fill32_async, cuMemsetD32Async, (CUdeviceptr, unsigned, std::size_t, CUstream))                                    \
  X(prefetch_async, cuMemPrefetchAsync, (CUdeviceptr, std::size_t, CUdevice, CUstream))                                \
  X(advise, cuMemAdvise, (CUdeviceptr, std::size_t, int advice, CUdevice))                                             \
  X(stream_create, cuStreamCreateWithPriority, (CUstream *, unsigned flags, int priority))                             \
  X(stream_priorities, cuCtxGetStreamPriorityRange, (int *least, int *greatest))                                       \
  X(stream_destroy, cuStreamDestroy_v2, (CUstream))                                                                    \
  X(stream_context, cuStreamGetCtx, (CUstream, CUcontext *))                                                           \
  X(stream_synchronize, cuStreamSynchronize, (CUstream))                                                               \
  X(stream_query, cuStreamQuery, (CUstream))                                                                           \
  X(stream_wait_event, cuStreamWaitEvent, (CUstream, CUevent, unsigned flags))                                         \
  X(event_create, cuEventCreate, (CUevent *, unsigned flags))                                                          \
  X(event_destroy, cuEventDestroy_v2, (CUevent))                                                                       \
  X(event_record, cuEventRecord, (CUevent, CUstream))                                                                  \
  X(event_query, cuEventQuery, (CUevent))                                                                              \
  X(event_synchronize, cuEventSynchronize, (CUevent))                                                                  \
  X(event_elapsed, cuEventElapsedTime, (float *milliseconds, CUevent begin, CUevent end))                              \
  X(module_load, cuModuleLoadDataEx, (CUmodule *, const void *image, unsigned count, int *options, void **values))     \
  X(module_unload, cuModuleUnload, (CUmodule))                                                                         \
  X(module_function, cuModuleGetFunction, (CUfunction *, CUmodule, const char *))                                      \
  X(function_attribute, cuFuncGetAttribute, (int *, int attribute, CUfunction))                                        \
  X(function_set_attribute, cuFuncSetAttribute, (CUfunction, int attribute, int value))                                \
  X(occupancy_block_size, cuOccupancyMaxPotentialBlockSize,                                                            \
    (int *grid, int *block, CUfunction, std::size_t (*)(int), std::size_t shared, int limit))                          \
  X(occupancy_blocks, cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                     \
    (int *blocks, CUfunction, int block_size, std::size_t shared))                                                     \
  X(launch_together, cuLaunchCooperativeKernel,                                                                        \
    (CUfunction, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,        \
     CUstream, void **parameters))                                                                                     \
  X(launch, cuLaunchKernel,                                                                                            \
    (CUfunction, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,        \
     CUstream, void **parameters, void **extra))

// The same for functions that older drivers lack; null there.
#define WEFT_CUDA_NEWER_FUNCTIONS(X) X(context_record_event, cuCtxRecordEvent, (CUcontext, CUevent)) /* 12.5 */

/// The driver's functions. Loaded once per process, never unloaded.
struct Driver {
#define WEFT_DECLARE(name, symbol, parameters) CUresult(*name) parameters = nullptr;
  WEFT_CUDA_FUNCTIONS(WEFT_DECLARE)
  WEFT_CUDA_NEWER_FUNCTIONS(WEFT_DECLARE)
#undef WEFT_DECLARE
  int version = 0; ///< As 13000 for 13.0.

  /// Throws Error naming the call, the driver's code and its text; memory_allocation for out of memory. After a
  /// failure that ended the GPU's work, the message says which.
  void check(CUresult result, const char *call) const;
  std::string describe(CUresult) const;
};

/// After such a result every later call on the device fails, too: an illegal address, a failed assertion, a lost GPU.
bool ends_all_work(CUresult) noexcept;

/// Keeps the first of such failures for the messages of all that fail after it, and gives it back. Thread-safe.
std::string note_failure(const std::string &what);

/// The driver, or null with the reason (no library, too old, no device, used after fork) in `why_not`. Thread-safe.
const Driver *find_driver(std::string *why_not = nullptr);

/// The driver, which discovery has found before. Throws Error(runtime) in a child process after fork: CUDA does not
/// survive it.
const Driver &driver();

} // namespace weft::cuda
