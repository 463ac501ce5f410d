// The slice of OpenCL's API that Weft calls, found in the ICD loader at run time: no header or library is needed to
// build or run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::opencl {

// Opaque handles and codes of the API's ABI (OpenCL 3.0 API specification; cl_intel_unified_shared_memory).
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_ulong = std::uint64_t;
using cl_platform_id = struct _cl_platform_id *;
using cl_device_id = struct _cl_device_id *;
using cl_context = struct _cl_context *;
using cl_command_queue = struct _cl_command_queue *;
using cl_program = struct _cl_program *;
using cl_kernel = struct _cl_kernel *;
using cl_event = struct _cl_event *;

inline constexpr cl_int success = 0;
inline constexpr cl_int error_device_not_found = -1;
inline constexpr cl_int error_mem_object_allocation_failure = -4;
inline constexpr cl_int error_out_of_resources = -5;
inline constexpr cl_int error_out_of_host_memory = -6;
inline constexpr cl_int error_invalid_buffer_size = -61; ///< more than one allocation may have
inline constexpr cl_int error_platform_not_found = -1001;

inline constexpr cl_ulong type_cpu = 2, type_gpu = 4, type_accelerator = 8, type_all = 0xFFFFFFFF;

// X(name here, the library's symbol, parameters)
#define WEFT_OPENCL_FUNCTIONS(X)                                                                                       \
  X(platform_ids, clGetPlatformIDs, (cl_uint count, cl_platform_id *, cl_uint * found))                                \
  X(platform_info, clGetPlatformInfo, (cl_platform_id, cl_uint what, std::size_t, void *, std::size_t *))              \
  X(device_ids, clGetDeviceIDs, (cl_platform_id, cl_ulong type, cl_uint count, cl_device_id *, cl_uint *))             \
  X(device_info, clGetDeviceInfo, (cl_device_id, cl_uint what, std::size_t, void *, std::size_t *))                    \
  X(release_queue, clReleaseCommandQueue, (cl_command_queue))                                                          \
  X(flush, clFlush, (cl_command_queue))                                                                                \
  X(finish, clFinish, (cl_command_queue))                                                                              \
  X(build_program, clBuildProgram,                                                                                     \
    (cl_program, cl_uint, const cl_device_id *, const char *options, void (*)(cl_program, void *), void *))            \
  X(build_info, clGetProgramBuildInfo, (cl_program, cl_device_id, cl_uint what, std::size_t, void *, std::size_t *))   \
  X(release_program, clReleaseProgram, (cl_program))                                                                   \
  X(release_kernel, clReleaseKernel, (cl_kernel))                                                                      \
  X(set_argument, clSetKernelArg, (cl_kernel, cl_uint index, std::size_t, const void *))                               \
  X(set_execution, clSetKernelExecInfo, (cl_kernel, cl_uint what, std::size_t, const void *))                          \
  X(group_info, clGetKernelWorkGroupInfo, (cl_kernel, cl_device_id, cl_uint what, std::size_t, void *, std::size_t *)) \
  X(launch, clEnqueueNDRangeKernel,                                                                                    \
    (cl_command_queue, cl_kernel, cl_uint dims, const std::size_t *offset, const std::size_t *global,                  \
     const std::size_t *local, cl_uint, const cl_event *, cl_event *))                                                 \
  X(marker, clEnqueueMarkerWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))                    \
  X(barrier, clEnqueueBarrierWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))                  \
  X(event_info, clGetEventInfo, (cl_event, cl_uint what, std::size_t, void *, std::size_t *))                          \
  X(event_times, clGetEventProfilingInfo, (cl_event, cl_uint what, std::size_t, void *, std::size_t *))                \
  X(wait_for_events, clWaitForEvents, (cl_uint, const cl_event *))                                                     \
  X(retain_event, clRetainEvent, (cl_event))                                                                           \
  X(release_event, clReleaseEvent, (cl_event))

// The same for functions that make something and give their result in the last parameter.
#define WEFT_OPENCL_MAKERS(X)                                                                                          \
  X(cl_context, make_context, clCreateContext,                                                                         \
    (const std::intptr_t *, cl_uint, const cl_device_id *, void (*)(const char *, const void *, std::size_t, void *),  \
     void *, cl_int *))                                                                                                \
  X(cl_command_queue, make_queue, clCreateCommandQueueWithProperties,                                                  \
    (cl_context, cl_device_id, const cl_ulong *, cl_int *))                                                            \
  X(cl_program, make_program, clCreateProgramWithIL, (cl_context, const void *, std::size_t, cl_int *))                \
  X(cl_kernel, make_kernel, clCreateKernel, (cl_program, const char *, cl_int *))                                      \
  X(void *, extension, clGetExtensionFunctionAddressForPlatform, (cl_platform_id, const char *))

// Functions of cl_intel_unified_shared_memory, each platform's own.
#define WEFT_OPENCL_MEMORY_FUNCTIONS(X)                                                                                \
  X(void *, device_allocate, clDeviceMemAllocINTEL,                                                                    \
    (cl_context, cl_device_id, const cl_ulong *, std::size_t, cl_uint alignment, cl_int *))                            \
  X(void *, host_allocate, clHostMemAllocINTEL,                                                                        \
    (cl_context, const cl_ulong *, std::size_t, cl_uint alignment, cl_int *))                                          \
  X(void *, shared_allocate, clSharedMemAllocINTEL,                                                                    \
    (cl_context, cl_device_id, const cl_ulong *, std::size_t, cl_uint alignment, cl_int *))                            \
  X(cl_int, free, clMemBlockingFreeINTEL, (cl_context, void *))                                                        \
  X(cl_int, info, clGetMemAllocInfoINTEL,                                                                              \
    (cl_context, const void *, cl_uint what, std::size_t, void *, std::size_t *))                                      \
  X(cl_int, copy, clEnqueueMemcpyINTEL,                                                                                \
    (cl_command_queue, cl_uint blocking, void *, const void *, std::size_t, cl_uint, const cl_event *, cl_event *))    \
  X(cl_int, fill, clEnqueueMemFillINTEL,                                                                               \
    (cl_command_queue, void *, const void *pattern, std::size_t, std::size_t, cl_uint, const cl_event *, cl_event *))

/// The loader's functions. Loaded once per process, never unloaded.
struct Driver {
#define WEFT_DECLARE(name, symbol, parameters) cl_int(*name) parameters = nullptr;
  WEFT_OPENCL_FUNCTIONS(WEFT_DECLARE)
#undef WEFT_DECLARE
#define WEFT_DECLARE(result, name, symbol, parameters) result(*name) parameters = nullptr;
  WEFT_OPENCL_MAKERS(WEFT_DECLARE)
#undef WEFT_DECLARE

  /// Throws Error naming the call and what OpenCL calls the code; memory_allocation where memory is short.
  void check(cl_int result, const char *call) const;

  std::string text(cl_platform_id, cl_uint what) const;
  std::string text(cl_device_id, cl_uint what) const; ///< Empty where the device does not know the question.
  template <class T> T ask(cl_device_id device, cl_uint what, T otherwise = {}) const {
    T value = otherwise;
    return device_info(device, what, sizeof(T), &value, nullptr) == success ? value : otherwise;
  }
};

/// Memory of one platform.
struct MemoryFunctions {
#define WEFT_DECLARE(result, name, symbol, parameters) result(*name) parameters = nullptr;
  WEFT_OPENCL_MEMORY_FUNCTIONS(WEFT_DECLARE)
#undef WEFT_DECLARE

  /// False where the platform lacks one of them.
  bool load(const Driver &, cl_platform_id);
};

/// "CL_INVALID_VALUE (-30)".
std::string describe(cl_int code);

/// The loader, or null with the reason (no library, used after fork) in `why_not`. Thread-safe.
const Driver *find_driver(std::string *why_not = nullptr);

/// The loader, which discovery has found before. Throws Error(runtime) in a child process after fork: OpenCL does not
/// survive it.
const Driver &driver();

} // namespace weft::opencl
