// What backends call the objects behind SYCL's: opaque, so that no header of CUDA's or OpenCL's is needed, and the same
// types as theirs where a program includes those.
#pragma once

#include <vector>

#include <sycl/backend_types.hpp>

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUmodule = struct CUmod_st *;

using cl_platform_id = struct _cl_platform_id *;
using cl_device_id = struct _cl_device_id *;
using cl_context = struct _cl_context *;
using cl_command_queue = struct _cl_command_queue *;
using cl_mem = struct _cl_mem *;
using cl_program = struct _cl_program *;
using cl_kernel = struct _cl_kernel *;
using cl_event = struct _cl_event *;

using ze_driver_handle_t = struct _ze_driver_handle_t *;
using ze_device_handle_t = struct _ze_device_handle_t *;
using ze_context_handle_t = struct _ze_context_handle_t *;
using ze_command_queue_handle_t = struct _ze_command_queue_handle_t *;
using ze_event_handle_t = struct _ze_event_handle_t *;
using ze_module_handle_t = struct _ze_module_handle_t *;
using ze_kernel_handle_t = struct _ze_kernel_handle_t *;

namespace sycl {
inline namespace _V1 {

class context;
class device;
class event;
class kernel;
class platform;
class queue;
enum class bundle_state;
template <bundle_state State> class kernel_bundle;
template <class T, int Dimensions, class Allocator> class buffer;

namespace detail {

/// One for each device, in their order; stands for the first one, too, which is what a context was to DPC++ for a
/// while.
struct cuda_contexts : std::vector<CUcontext> {
  using std::vector<CUcontext>::vector;
  operator CUcontext() const { return front(); }
};

/// `input` is what make_*() takes, `result` what get_native() gives.
template <backend Backend, class Object> struct native_types {};

#define WEFT_NATIVE(Backend, Object, Input, ...)                                                                       \
  template <> struct native_types<backend::Backend, Object> {                                                          \
    using input = Input;                                                                                               \
    using result = __VA_ARGS__;                                                                                        \
  };
WEFT_NATIVE(ext_oneapi_cuda, platform, std::vector<CUdevice>, std::vector<CUdevice>)
WEFT_NATIVE(ext_oneapi_cuda, device, CUdevice, CUdevice)
WEFT_NATIVE(ext_oneapi_cuda, context, CUcontext, cuda_contexts)
WEFT_NATIVE(ext_oneapi_cuda, queue, CUstream, CUstream)
WEFT_NATIVE(ext_oneapi_cuda, event, CUevent, CUevent)
WEFT_NATIVE(ext_oneapi_cuda, kernel, CUmodule, CUmodule)
WEFT_NATIVE(opencl, platform, cl_platform_id, cl_platform_id)
WEFT_NATIVE(opencl, device, cl_device_id, cl_device_id)
WEFT_NATIVE(opencl, context, cl_context, cl_context)
WEFT_NATIVE(opencl, queue, cl_command_queue, cl_command_queue)
WEFT_NATIVE(opencl, event, std::vector<cl_event>, std::vector<cl_event>)
WEFT_NATIVE(opencl, kernel, cl_kernel, cl_kernel)
WEFT_NATIVE(ext_oneapi_level_zero, platform, ze_driver_handle_t, ze_driver_handle_t)
WEFT_NATIVE(ext_oneapi_level_zero, device, ze_device_handle_t, ze_device_handle_t)
WEFT_NATIVE(ext_oneapi_level_zero, context, ze_context_handle_t, ze_context_handle_t)
WEFT_NATIVE(ext_oneapi_level_zero, queue, ze_command_queue_handle_t, ze_command_queue_handle_t)
WEFT_NATIVE(ext_oneapi_level_zero, event, ze_event_handle_t, ze_event_handle_t)
WEFT_NATIVE(ext_oneapi_level_zero, kernel, ze_kernel_handle_t, ze_kernel_handle_t)
#undef WEFT_NATIVE

template <bundle_state State> struct native_types<backend::ext_oneapi_cuda, kernel_bundle<State>> {
  using input = CUmodule;
  using result = std::vector<CUmodule>;
};
template <bundle_state State> struct native_types<backend::opencl, kernel_bundle<State>> {
  using input = cl_program;
  using result = std::vector<cl_program>;
};
template <bundle_state State> struct native_types<backend::ext_oneapi_level_zero, kernel_bundle<State>> {
  using input = ze_module_handle_t;
  using result = std::vector<ze_module_handle_t>;
};
template <class T, int D, class A> struct native_types<backend::ext_oneapi_cuda, buffer<T, D, A>> {
  using input = CUdeviceptr;
  using result = CUdeviceptr;
};
template <class T, int D, class A> struct native_types<backend::opencl, buffer<T, D, A>> {
  using input = cl_mem;
  using result = std::vector<cl_mem>;
};
template <class T, int D, class A> struct native_types<backend::ext_oneapi_level_zero, buffer<T, D, A>> {
  using input = void *;
  using result = void *;
};

} // namespace detail

template <backend Backend> class backend_traits {
public:
  template <class Object> using input_type = typename detail::native_types<Backend, Object>::input;
  template <class Object> using return_type = typename detail::native_types<Backend, Object>::result;
};
template <backend Backend, class Object>
using backend_input_t = typename backend_traits<Backend>::template input_type<Object>;
template <backend Backend, class Object>
using backend_return_t = typename backend_traits<Backend>::template return_type<Object>;

} // namespace _V1
} // namespace sycl
