// Commands by free functions, which give events only where asked (sycl_ext_oneapi_enqueue_functions).
#pragma once

#include <type_traits>
#include <utility>

#include <sycl/ext/oneapi/experimental/raw_kernel_arg.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/handler.hpp>
#include <sycl/span.hpp>

#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 2

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class... Arguments> void set_arguments(handler &h, const Arguments &...arguments) {
  h.set_args(arguments...);
}
/// As many as there are when the program runs.
template <std::size_t Extent>
void set_arguments(handler &h, const span<const ext::oneapi::experimental::raw_kernel_arg, Extent> &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    h.set_arg(static_cast<int>(i), arguments[i]);
}
} // namespace detail
namespace ext::oneapi::experimental {

/// A range with properties of the launch.
template <class Range, class Properties = empty_properties_t> class launch_config {
public:
  launch_config(Range range, Properties properties = {}) : range_(range), properties_(properties) {}
  const Range &get_range() const noexcept { return range_; }
  const Properties &get_properties() const noexcept { return properties_; }

private:
  Range range_;
  Properties properties_;
};

template <class CommandGroup> void submit(queue q, CommandGroup &&group) {
  q.submit(std::forward<CommandGroup>(group));
}
template <class CommandGroup> event submit_with_event(queue q, CommandGroup &&group) {
  return q.submit(std::forward<CommandGroup>(group));
}

/// How to wait for the command (sycl_ext_intel_event_mode): a hint without effect.
template <class Properties, class CommandGroup, class = std::enable_if_t<is_property_list_v<Properties>>>
void submit(queue q, Properties, CommandGroup &&group) {
  q.submit(std::forward<CommandGroup>(group));
}
template <class Properties, class CommandGroup, class = std::enable_if_t<is_property_list_v<Properties>>>
event submit_with_event(queue q, Properties, CommandGroup &&group) {
  return q.submit(std::forward<CommandGroup>(group));
}

// Each command on a queue is a command group of it alone; T&& are the parameters behind the queue.
#define WEFT_ON_QUEUE(name)                                                                                            \
  template <class Name = sycl::detail::unnamed, class... T> void name(queue q, const T &...arguments) {                \
    q.submit([&](handler &h) { name<Name>(h, arguments...); });                                                        \
  }

template <class Name = sycl::detail::unnamed, class F> void single_task(handler &h, const F &f) {
  h.single_task<Name>(f);
}
template <class Name = sycl::detail::unnamed, class... Arguments>
void single_task(handler &h, const kernel &k, const Arguments &...arguments) {
  sycl::detail::set_arguments(h, arguments...);
  h.single_task(k);
}
WEFT_ON_QUEUE(single_task)

// The kernel comes before the reductions here, and arguments behind a kernel object.
#define WEFT_LAUNCH(name, Space)                                                                                       \
  template <class Name = sycl::detail::unnamed, int D, class F, class... Reductions>                                   \
  void name(handler &h, Space<D> space, const F &f, const Reductions &...reductions) {                                 \
    h.parallel_for<Name>(space, reductions..., f);                                                                     \
  }                                                                                                                    \
  template <class Name = sycl::detail::unnamed, int D, class... Arguments>                                             \
  void name(handler &h, Space<D> space, const kernel &k, const Arguments &...arguments) {                              \
    sycl::detail::set_arguments(h, arguments...);                                                                      \
    h.parallel_for(space, k);                                                                                          \
  }                                                                                                                    \
  template <class Name = sycl::detail::unnamed, int D, class Properties, class F, class... T>                          \
  void name(handler &h, const launch_config<Space<D>, Properties> &config, const F &f, const T &...rest) {             \
    if constexpr (std::is_same_v<F, kernel>) {                                                                         \
      sycl::detail::set_arguments(h, rest...);                                                                         \
      sycl::detail::handler_access::launch_kernel(h, sycl::detail::range_of(config.get_range()), f,                    \
                                                  sycl::detail::scratch_size(config.get_properties()));                \
    } else {                                                                                                           \
      h.parallel_for<Name>(config.get_range(), config.get_properties(), rest..., f);                                   \
    }                                                                                                                  \
  }                                                                                                                    \
  WEFT_ON_QUEUE(name)
WEFT_LAUNCH(parallel_for, range)
WEFT_LAUNCH(nd_launch, nd_range)
#undef WEFT_LAUNCH
#undef WEFT_ON_QUEUE

template <class F> void host_task(handler &h, F &&f) {
  h.host_task(std::forward<F>(f));
}
template <class F> void host_task(queue q, F &&f) {
  q.submit([&](handler &h) { h.host_task(std::forward<F>(f)); });
}

inline void memcpy(handler &h, void *to, const void *from, std::size_t bytes) {
  h.memcpy(to, from, bytes);
}
inline void memcpy(queue q, void *to, const void *from, std::size_t bytes) {
  q.memcpy(to, from, bytes);
}
template <class T> void copy(handler &h, const T *from, T *to, std::size_t count) {
  h.copy(from, to, count);
}
template <class T> void copy(queue q, const T *from, T *to, std::size_t count) {
  q.copy(from, to, count);
}
inline void memset(handler &h, void *to, int value, std::size_t bytes) {
  h.memset(to, value, bytes);
}
inline void memset(queue q, void *to, int value, std::size_t bytes) {
  q.memset(to, value, bytes);
}
template <class T> void fill(handler &h, T *to, const T &pattern, std::size_t count) {
  h.fill(to, pattern, count);
}
template <class T> void fill(queue q, T *to, const T &pattern, std::size_t count) {
  q.fill(to, pattern, count);
}
inline void prefetch(handler &h, void *pointer, std::size_t bytes) {
  h.prefetch(pointer, bytes);
}
inline void prefetch(queue q, void *pointer, std::size_t bytes) {
  q.prefetch(pointer, bytes);
}
inline void mem_advise(handler &h, void *pointer, std::size_t bytes, int advice) {
  h.mem_advise(pointer, bytes, advice);
}
inline void mem_advise(queue q, void *pointer, std::size_t bytes, int advice) {
  q.mem_advise(pointer, bytes, advice);
}
inline void barrier(handler &h) {
  h.ext_oneapi_barrier();
}
inline void barrier(queue q) {
  q.ext_oneapi_submit_barrier();
}
inline void partial_barrier(handler &h, const std::vector<event> &events) {
  h.ext_oneapi_barrier(events);
}
inline void partial_barrier(queue q, const std::vector<event> &events) {
  q.ext_oneapi_submit_barrier(events);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
