// Interoperability with what a backend itself offers (SYCL 2020, 4.5.1): the native objects behind SYCL's, and SYCL's
// objects of native ones. Where a device is CUDA's there are some; the CPU is Weft's own and has none.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/buffer.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/native_types.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/platform.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_BACKEND_CUDA 1

namespace sycl {
inline namespace _V1 {

namespace detail {

// Numbers and pointers of the backend's as words. All throw errc::backend_mismatch where the object is of another
// backend, or of one that has no native objects.
WEFT_API std::uintptr_t native_handle(backend, const device &);
WEFT_API std::uintptr_t native_handle(backend, const queue &); ///< Comes after all that was submitted.
WEFT_API std::uintptr_t native_handle(backend, const event &);
WEFT_API std::uintptr_t native_context_of(backend, const device &);
WEFT_API device device_of_native(backend, std::uintptr_t);
WEFT_API context context_of_native(backend, std::uintptr_t, const async_handler &);
WEFT_API queue queue_of_native(backend, std::uintptr_t, const context &, const async_handler &, const property_list &);
WEFT_API event event_of_native(backend, std::uintptr_t, const context &);
/// For what no backend of Weft's has: kernels, bundles and buffers as native objects.
[[noreturn]] WEFT_API void refuse_native(backend asked, backend has, const char *what);

template <class T> T native_cast(std::uintptr_t word) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<T>(word);
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(word);
  else
    return T{native_cast<typename T::value_type>(word)};
}
template <class T> std::uintptr_t native_word(const T &native) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<std::uintptr_t>(native);
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<std::uintptr_t>(native);
  else
    return native.empty() ? 0 : native_word(native.front());
}

/// All devices, as a list or as the first one.
template <class Result, class Handle> Result native_list(const std::vector<device> &devices, const Handle &handle) {
  if constexpr (std::is_pointer_v<Result>) {
    return native_cast<Result>(handle(devices.front()));
  } else {
    Result all;
    for (const device &d : devices)
      all.push_back(native_cast<typename Result::value_type>(handle(d)));
    return all;
  }
}

} // namespace detail

template <backend Backend, class Object> backend_return_t<Backend, Object> get_native(const Object &object) {
  using result = backend_return_t<Backend, Object>;
  if constexpr (std::is_same_v<Object, platform>)
    return detail::native_list<result>(object.get_devices(),
                                       [](const device &d) { return detail::native_handle(Backend, d); });
  else if constexpr (std::is_same_v<Object, context>)
    return detail::native_list<result>(object.get_devices(),
                                       [](const device &d) { return detail::native_context_of(Backend, d); });
  else if constexpr (std::is_same_v<Object, device> || std::is_same_v<Object, queue> || std::is_same_v<Object, event>)
    return detail::native_cast<result>(detail::native_handle(Backend, object));
  else if constexpr (std::is_same_v<Object, kernel>)
    detail::refuse_native(Backend, object.get_backend(), "get_native of a kernel");
  else
    detail::refuse_native(Backend, Backend, "get_native of a bundle or a buffer");
}

template <backend Backend> platform make_platform(const backend_input_t<Backend, platform> &native) {
  return detail::device_of_native(Backend, detail::native_word(native)).get_platform();
}
template <backend Backend> device make_device(const backend_input_t<Backend, device> &native) {
  return detail::device_of_native(Backend, detail::native_word(native));
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &native, const async_handler handler = {}) {
  return detail::context_of_native(Backend, detail::native_word(native), handler);
}
/// The program's stream, which must outlive the queue. Commands run in their order, after what the program put there.
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &native, const context &target,
                 const async_handler handler = {}) {
  return detail::queue_of_native(Backend, detail::native_word(native), target, handler, {});
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &native, const context &target, bool /*keeps_ownership*/,
                 const async_handler handler = {}) {
  return make_queue<Backend>(native, target, handler);
}
/// The program's event, which must outlive this one.
template <backend Backend> event make_event(const backend_input_t<Backend, event> &native, const context &target) {
  return detail::event_of_native(Backend, detail::native_word(native), target);
}
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &native, const context &target, bool /*keeps_ownership*/) {
  return make_event<Backend>(native, target);
}

template <backend Backend, class T, int Dimensions = 1, class Allocator = buffer_allocator<std::remove_const_t<T>>>
buffer<T, Dimensions, Allocator> make_buffer(const backend_input_t<Backend, buffer<T, Dimensions, Allocator>> &,
                                             const context &target, event = {}) {
  detail::refuse_native(Backend, target.get_backend(), "make_buffer");
}
template <backend Backend> kernel make_kernel(const backend_input_t<Backend, kernel> &, const context &target) {
  detail::refuse_native(Backend, target.get_backend(), "make_kernel");
}
template <backend Backend, bundle_state State>
kernel_bundle<State> make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &, const context &target) {
  detail::refuse_native(Backend, target.get_backend(), "make_kernel_bundle");
}

} // namespace _V1
} // namespace sycl
