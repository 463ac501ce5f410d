// Commands by free functions on a queue or in a command group, events only where asked
// (sycl_khr_free_function_commands).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <sycl/accessor.hpp>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

template <class CommandGroup> void submit(queue q, CommandGroup &&group) {
  q.submit(std::forward<CommandGroup>(group));
}
template <class CommandGroup> event submit_tracked(queue q, CommandGroup &&group) {
  return q.submit(std::forward<CommandGroup>(group));
}

// For each number of dimensions a function, not a template, so that ranges may be written in braces.
#define WEFT_LAUNCH(D)                                                                                                 \
  template <class F> void launch(handler &h, range<D> r, const F &f) {                                                 \
    h.parallel_for(r, f);                                                                                              \
  }                                                                                                                    \
  template <class F> void launch(queue q, range<D> r, const F &f) {                                                    \
    q.parallel_for(r, f);                                                                                              \
  }                                                                                                                    \
  template <class... Arguments> void launch(handler &h, range<D> r, const kernel &k, const Arguments &...arguments) {  \
    h.set_args(arguments...);                                                                                          \
    h.parallel_for(r, k);                                                                                              \
  }                                                                                                                    \
  template <class... Arguments> void launch(queue q, range<D> r, const kernel &k, const Arguments &...arguments) {     \
    q.submit([&](handler &h) { khr::launch(h, r, k, arguments...); });                                                 \
  }                                                                                                                    \
  template <class F, class... Reductions>                                                                              \
  void launch_reduce(handler &h, range<D> r, const F &f, Reductions &&...reductions) {                                 \
    h.parallel_for(r, std::forward<Reductions>(reductions)..., f);                                                     \
  }                                                                                                                    \
  template <class F, class... Reductions>                                                                              \
  void launch_reduce(queue q, range<D> r, const F &f, Reductions &&...reductions) {                                    \
    q.parallel_for(r, std::forward<Reductions>(reductions)..., f);                                                     \
  }                                                                                                                    \
  template <class F> void launch_grouped(handler &h, range<D> r, range<D> size, const F &f) {                          \
    h.parallel_for(nd_range<D>(r, size), f);                                                                           \
  }                                                                                                                    \
  template <class F> void launch_grouped(queue q, range<D> r, range<D> size, const F &f) {                             \
    q.parallel_for(nd_range<D>(r, size), f);                                                                           \
  }                                                                                                                    \
  template <class... Arguments>                                                                                        \
  void launch_grouped(handler &h, range<D> r, range<D> size, const kernel &k, const Arguments &...arguments) {         \
    h.set_args(arguments...);                                                                                          \
    h.parallel_for(nd_range<D>(r, size), k);                                                                           \
  }                                                                                                                    \
  template <class... Arguments>                                                                                        \
  void launch_grouped(queue q, range<D> r, range<D> size, const kernel &k, const Arguments &...arguments) {            \
    q.submit([&](handler &h) { khr::launch_grouped(h, r, size, k, arguments...); });                                   \
  }                                                                                                                    \
  template <class F, class... Reductions>                                                                              \
  void launch_grouped_reduce(handler &h, range<D> r, range<D> size, const F &f, Reductions &&...reductions) {          \
    h.parallel_for(nd_range<D>(r, size), std::forward<Reductions>(reductions)..., f);                                  \
  }                                                                                                                    \
  template <class F, class... Reductions>                                                                              \
  void launch_grouped_reduce(queue q, range<D> r, range<D> size, const F &f, Reductions &&...reductions) {             \
    q.parallel_for(nd_range<D>(r, size), std::forward<Reductions>(reductions)..., f);                                  \
  }
WEFT_LAUNCH(1)
WEFT_LAUNCH(2)
WEFT_LAUNCH(3)
#undef WEFT_LAUNCH

template <class F> void launch_task(handler &h, const F &f) {
  h.single_task(f);
}
template <class F> void launch_task(queue q, const F &f) {
  q.single_task(f);
}
template <class... Arguments> void launch_task(handler &h, const kernel &k, const Arguments &...arguments) {
  h.set_args(arguments...);
  h.single_task(k);
}
template <class... Arguments> void launch_task(queue q, const kernel &k, const Arguments &...arguments) {
  q.submit([&](handler &h) { khr::launch_task(h, k, arguments...); });
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

// On a queue an accessor is a placeholder, which is required there.
template <class T, class U, int D, access_mode Mode>
void copy(handler &h, const T *from, accessor<U, D, Mode, target::device> to) {
  h.copy(from, to);
}
template <class T, class U, int D, access_mode Mode>
void copy(handler &h, std::shared_ptr<T> from, accessor<U, D, Mode, target::device> to) {
  h.copy(std::move(from), to);
}
template <class T, class U, int D, access_mode Mode>
void copy(handler &h, accessor<T, D, Mode, target::device> from, U *to) {
  h.copy(from, to);
}
template <class T, class U, int D, access_mode Mode>
void copy(handler &h, accessor<T, D, Mode, target::device> from, std::shared_ptr<U> to) {
  h.copy(from, std::move(to));
}
template <class T, int D, access_mode Mode, class U, int E, access_mode To>
void copy(handler &h, accessor<T, D, Mode, target::device> from, accessor<U, E, To, target::device> to) {
  h.copy(from, to);
}
template <class From, class T, int D, access_mode Mode>
void copy(queue q, From from, accessor<T, D, Mode, target::device> to) {
  q.submit([&](handler &h) {
    h.require(to);
    khr::copy(h, from, to);
  });
}
template <class T, int D, access_mode Mode, class To>
void copy(queue q, accessor<T, D, Mode, target::device> from, To to) {
  q.submit([&](handler &h) {
    h.require(from);
    khr::copy(h, from, to);
  });
}
template <class T, int D, access_mode Mode, class U, int E, access_mode To>
void copy(queue q, accessor<T, D, Mode, target::device> from, accessor<U, E, To, target::device> to) {
  q.submit([&](handler &h) {
    h.require(from);
    h.require(to);
    h.copy(from, to);
  });
}
template <class T, int D, access_mode Mode>
void fill(handler &h, accessor<T, D, Mode, target::device> to, const T &value) {
  h.fill(to, value);
}
template <class T, int D, access_mode Mode>
void fill(queue q, accessor<T, D, Mode, target::device> to, const T &value) {
  q.submit([&](handler &h) {
    h.require(to);
    h.fill(to, value);
  });
}
template <class T, int D, access_mode Mode> void update_host(handler &h, accessor<T, D, Mode, target::device> of) {
  h.update_host(of);
}
template <class T, int D, access_mode Mode> void update_host(queue q, accessor<T, D, Mode, target::device> of) {
  q.submit([&](handler &h) {
    h.require(of);
    h.update_host(of);
  });
}

inline void command_barrier(handler &h) {
  h.ext_oneapi_barrier();
}
inline void command_barrier(queue q) {
  q.ext_oneapi_submit_barrier();
}
inline void event_barrier(handler &h, const std::vector<event> &events) {
  h.ext_oneapi_barrier(events);
}
inline void event_barrier(queue q, const std::vector<event> &events) {
  q.ext_oneapi_submit_barrier(events);
}

} // namespace khr
} // namespace _V1
} // namespace sycl
