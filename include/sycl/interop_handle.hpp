// class interop_handle: the native objects behind the queue that a host task stands in (SYCL 2020, 4.10.2).
#pragma once

#include <sycl/backend.hpp>
#include <sycl/detail/accessor_base.hpp>

#define SYCL_EXT_CODEPLAY_ENQUEUE_NATIVE_COMMAND 1

namespace sycl {
inline namespace _V1 {

namespace detail {
/// The stream of a native command, or one for the host task that runs.
WEFT_API std::uintptr_t interop_stream(backend asked, const queue &, std::uintptr_t given);
/// `command` is given the stream of the backend that it puts its work in, 0 where it runs as a host task.
WEFT_API event native_command(const queue &q, std::function<void(std::uintptr_t)> command, event_list depends);

/// A host task that may call the driver: meanwhile the queue's device is the one that such calls are about. Its end
/// waits for what the task put into its stream.
class interop_scope {
public:
  WEFT_API explicit interop_scope(const queue &q);
  WEFT_API ~interop_scope();
  interop_scope(const interop_scope &) = delete;
  interop_scope &operator=(const interop_scope &) = delete;

private:
  const queue &queue_;
  bool entered_;
};
} // namespace detail

class interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return queue_.get_backend(); }

  /// In a host task: a stream that the task may put work in and wait for; the task ends when that work has. In a native
  /// command: the stream that the command's work is put in.
  template <backend Backend> backend_return_t<Backend, queue> get_native_queue() const {
    return detail::native_cast<backend_return_t<Backend, queue>>(detail::interop_stream(Backend, queue_, stream_));
  }
  template <backend Backend> backend_return_t<Backend, device> get_native_device() const {
    return get_native<Backend>(queue_.get_device());
  }
  template <backend Backend> backend_return_t<Backend, context> get_native_context() const {
    return get_native<Backend>(queue_.get_context());
  }
  /// Where the accessor's elements begin.
  template <backend Backend, class T, int D, access_mode Mode, target Target, access::placeholder P>
  backend_return_t<Backend, buffer<T, D>> get_native_mem(const accessor<T, D, Mode, Target, P> &a) const {
    using result = backend_return_t<Backend, buffer<T, D>>;
    get_native<Backend>(queue_.get_device()); // or throws
    return detail::native_cast<result>(reinterpret_cast<std::uintptr_t>(detail::region_access::region(a).data));
  }

private:
  explicit interop_handle(const queue &q, std::uintptr_t stream = 0) : queue_(q), stream_(stream) {}

  queue queue_;
  std::uintptr_t stream_; ///< of a native command
  friend class handler;
};

/// What DPC++ gave to the function of `handler::interop_task` before there were host tasks.
class interop_handler {
public:
  explicit interop_handler(const interop_handle &handle) : handle_(handle) {}

  template <backend Backend> backend_return_t<Backend, queue> get_queue() const {
    return handle_.get_native_queue<Backend>();
  }
  template <backend Backend, class T, int D, access_mode Mode, target Target, access::placeholder P>
  backend_return_t<Backend, buffer<T, D>> get_mem(const accessor<T, D, Mode, Target, P> &a) const {
    return handle_.get_native_mem<Backend>(a);
  }

private:
  interop_handle handle_;
};

} // namespace _V1
} // namespace sycl
