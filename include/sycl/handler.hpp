// class handler: describes one command inside a command group (SYCL 2020, 4.9.4).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/command.hpp>
#include <sycl/detail/kernel_arguments.hpp>
#include <sycl/hierarchical.hpp>
#include <sycl/interop_handle.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder> class accessor;
namespace detail {
template <class T> class local_place;

/// While a command group function runs: its thread submits nothing else (`errc::invalid`), other groups included. One
/// that `describes` nothing lets it, for what a function of a library needs first.
class command_group_scope {
public:
  WEFT_API explicit command_group_scope(bool describes = true);
  command_group_scope(const command_group_scope &) = delete;
  command_group_scope &operator=(const command_group_scope &) = delete;
  WEFT_API ~command_group_scope();

private:
  bool before_;
};
} // namespace detail

class handler {
public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;
  WEFT_API ~handler();

  WEFT_API void depends_on(const event &e);
  WEFT_API void depends_on(const std::vector<event> &events);

  /// Takes kernels out of this bundle only; it must be of the queue's context.
  WEFT_API void use_kernel_bundle(const kernel_bundle<bundle_state::executable> &bundle);

#if WEFT_HAS_KERNELS
  /// The value that the command's kernel is compiled with; with a kernel bundle the bundle has the values.
  template <auto &Id> void set_specialization_constant(const detail::specialization_type<Id> &value) {
    if (bundle_)
      detail::throw_error(errc::invalid,
                          "set_specialization_constant: the command group uses a kernel bundle; set it there");
    detail::set_constant(constants_, detail::constant_key<Id>(), &value, sizeof value);
  }
  template <auto &Id> detail::specialization_type<Id> get_specialization_constant() const {
    if (bundle_)
      detail::throw_error(errc::invalid,
                          "get_specialization_constant: the command group uses a kernel bundle; ask that");
    return detail::constant_or_default<Id>(constants_.get());
  }
#endif

  template <class Name = detail::unnamed, class P, class F>
  void single_task(const ext::oneapi::experimental::properties<P> &, const F &f) {
    single_task<Name>(detail::with_properties<ext::oneapi::experimental::properties<P>, F>(f));
  }
  template <class Name = detail::unnamed, class F> void single_task(const F &f) {
    command([f](handler &h) { return detail::launch_task<Name>(h.queue_, f, h.depends(), h.extras()); });
  }

// parallel_for(space, [reductions...,] function). Ranges are spelled out so that numbers and lists convert.
#define WEFT_PARALLEL_FOR(Dimensions)                                                                                  \
  template <class Name = detail::unnamed, class... Rest, class = detail::if_kernel<Rest...>>                           \
  void parallel_for(range<Dimensions> space, const Rest &...rest) {                                                    \
    kernel<Name>(space, rest...);                                                                                      \
  }
  WEFT_PARALLEL_FOR(1)
  WEFT_PARALLEL_FOR(2)
  WEFT_PARALLEL_FOR(3)
#undef WEFT_PARALLEL_FOR
  template <class Name = detail::unnamed, int D, class... Rest, class = detail::if_kernel<Rest...>>
  void parallel_for(nd_range<D> space, const Rest &...rest) {
    kernel<Name>(space, rest...);
  }

  /// With an offset of ids, as SYCL 2020 still has it (deprecated there).
#define WEFT_PARALLEL_FOR_OFFSET(D)                                                                                    \
  template <class Name = detail::unnamed, class F> void parallel_for(range<D> space, id<D> offset, const F &f) {       \
    command(                                                                                                           \
        [=](handler &h) { return detail::launch_range<Name>(h.queue_, space, offset, f, h.depends(), h.extras()); });  \
  }
  WEFT_PARALLEL_FOR_OFFSET(1)
  WEFT_PARALLEL_FOR_OFFSET(2)
  WEFT_PARALLEL_FOR_OFFSET(3)
#undef WEFT_PARALLEL_FOR_OFFSET

  /// Hierarchical kernels: `f` runs once per group, what it gives to parallel_for_work_item once per work-item.
#define WEFT_PARALLEL_FOR_WORK_GROUP(D)                                                                                \
  template <class Name = detail::unnamed, class F>                                                                     \
  void parallel_for_work_group(range<D> groups, range<D> local, const F &f) {                                          \
    command([=](handler &h) {                                                                                          \
      return detail::launch_work_groups<Name>(h.queue_, groups, local, f, h.depends(), h.extras());                    \
    });                                                                                                                \
  }                                                                                                                    \
  template <class Name = detail::unnamed, class F> void parallel_for_work_group(range<D> groups, const F &f) {         \
    range<D> one = groups;                                                                                             \
    for (int d = 0; d < D; ++d)                                                                                        \
      one[d] = 1;                                                                                                      \
    parallel_for_work_group<Name>(groups, one, f);                                                                     \
  }
  WEFT_PARALLEL_FOR_WORK_GROUP(1)
  WEFT_PARALLEL_FOR_WORK_GROUP(2)
  WEFT_PARALLEL_FOR_WORK_GROUP(3)
#undef WEFT_PARALLEL_FOR_WORK_GROUP

  // Kernels of programs in another language, whose arguments are values, USM pointers, accessors and local accessors.
  template <class T> void set_arg(int index, const T &argument) {
    if (index < 0)
      detail::throw_error(errc::invalid, "set_arg: argument " + std::to_string(index));
    if (arguments_.size() <= static_cast<std::size_t>(index))
      arguments_.resize(index + 1);
    arguments_[index] = detail::make_argument(argument);
  }
  template <class... Ts> void set_args(const Ts &...arguments) {
    int index = 0;
    (set_arg(index++, arguments), ...);
  }
  void single_task(const sycl::kernel &k) { launch_kernel(detail::range_of(range<1>(1)), k); }
#define WEFT_PARALLEL_FOR_KERNEL(Space)                                                                                \
  void parallel_for(Space space, const sycl::kernel &k) { launch_kernel(detail::range_of(space), k); }
  WEFT_PARALLEL_FOR_KERNEL(range<1>)
  WEFT_PARALLEL_FOR_KERNEL(range<2>)
  WEFT_PARALLEL_FOR_KERNEL(range<3>)
  WEFT_PARALLEL_FOR_KERNEL(nd_range<1>)
  WEFT_PARALLEL_FOR_KERNEL(nd_range<2>)
  WEFT_PARALLEL_FOR_KERNEL(nd_range<3>)
#undef WEFT_PARALLEL_FOR_KERNEL
  /// The function as the kernel's bundle has it (SYCL 1.2.1).
  template <class Name = detail::unnamed, class F, class Kernel, class = detail::if_kernel_object<Kernel>>
  void single_task(const Kernel &k, const F &f) {
    use_kernel_bundle(k.get_kernel_bundle());
    single_task<Name>(f);
  }
  template <class Name = detail::unnamed, class Space, class F, class Kernel, class = detail::if_kernel_object<Kernel>>
  void parallel_for(const Kernel &k, Space space, const F &f) {
    use_kernel_bundle(k.get_kernel_bundle());
    parallel_for<Name>(space, f);
  }

  /// Runs on a host thread of the runtime, once what the command depends on is complete.
  template <class Task> void host_task(Task &&task) {
    using Function = std::decay_t<Task>;
    constexpr bool interoperates = std::is_invocable_v<Function &, interop_handle>;
    static_assert(interoperates || std::is_invocable_v<Function &>,
                  "host_task takes a callable without arguments or with an interop_handle");
    if constexpr (interoperates)
      host_function([task = Function(std::forward<Task>(task)), queue = queue_]() mutable {
        const detail::interop_scope scope(queue);
        task(interop_handle(queue));
      });
    else
      host_function(std::forward<Task>(task));
  }

  /// The extension that became host_task.
  template <class Task> void codeplay_host_task(Task &&task) { host_task(std::forward<Task>(task)); }

  template <class F> void interop_task(F &&f) {
    host_task([f = std::decay_t<F>(std::forward<F>(f))](const interop_handle &handle) mutable {
      f(interop_handler(handle));
    });
  }

  /// What DPC++ had before host tasks. The accessors are those of the device, so that it needs one that shares the
  /// host's memory.
  template <class F> void run_on_host_intel(F &&f) {
    if (!queue_.get_device().is_cpu())
      detail::throw_error(errc::feature_not_supported, "run_on_host_intel: the device has memory of its own; use "
                                                       "host_task with accessors of target::host_task");
    host_task(std::forward<F>(f));
  }

  /// Calls `f` with an interop_handle when the command is submitted; what it puts into the handle's stream is the
  /// command. Where there are no streams it is a host task.
  template <class F> void ext_codeplay_enqueue_native_command(F &&f) {
    command([f = std::decay_t<F>(std::forward<F>(f))](handler &h) {
      return detail::native_command(
          h.queue_,
          [f, queue = h.queue_](std::uintptr_t stream) mutable {
            interop_handle handle(queue, stream); // some take it by reference
            f(handle);
          },
          h.depends());
    });
  }
  template <class F> void AdaptiveCpp_enqueue_custom_operation(F &&f) {
    ext_codeplay_enqueue_native_command(std::forward<F>(f));
  }

  /// Makes a placeholder one of this command's accessors.
  template <class T, int D, access_mode Mode, target Target, access::placeholder P>
  void require(const accessor<T, D, Mode, Target, P> &a) {
    if (const std::uint64_t id = detail::region_access::id(a); detail::is_promise(id))
      detail::require_promised(requirements_, queue_, id);
  }

  /// Makes a placeholder, which may stand for nothing yet, one for this buffer, and requires it.
  template <class T, int D, class Allocator, access_mode Mode, target Target>
  void require(buffer<T, D, Allocator> &b, accessor<T, D, Mode, Target, access::placeholder::true_t> &a) {
    a = accessor<T, D, Mode, Target, access::placeholder::true_t>(b);
    require(a);
  }

  // Explicit copies of what accessors stand for (SYCL 2020, 4.9.4.4).
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class To>
  void copy(const accessor<T, D, Mode, Target, P> &from, To *to) {
    copy_regions(detail::plain_region(to, detail::region_access::region(from)), detail::region_access::region(from));
  }
  template <class From, class T, int D, access_mode Mode, target Target, access::placeholder P>
  void copy(const From *from, const accessor<T, D, Mode, Target, P> &to) {
    static_assert(Mode != access_mode::read, "copy: an accessor that only reads is no destination");
    copy_regions(detail::region_access::region(to),
                 detail::plain_region(const_cast<From *>(from), detail::region_access::region(to)));
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class To>
  void copy(const accessor<T, D, Mode, Target, P> &from, const std::shared_ptr<To> &to) {
    held_.push_back(to);
    copy(from, static_cast<std::remove_extent_t<To> *>(to.get()));
  }
  template <class From, class T, int D, access_mode Mode, target Target, access::placeholder P>
  void copy(const std::shared_ptr<From> &from, const accessor<T, D, Mode, Target, P> &to) {
    held_.push_back(from);
    copy(static_cast<const std::remove_extent_t<From> *>(from.get()), to);
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class U, int E, access_mode ToMode,
            target ToTarget, access::placeholder Q>
  void copy(const accessor<T, D, Mode, Target, P> &from, const accessor<U, E, ToMode, ToTarget, Q> &to) {
    static_assert(ToMode != access_mode::read, "copy: an accessor that only reads is no destination");
    copy_regions(detail::region_access::region(to), detail::region_access::region(from));
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P>
  void update_host(const accessor<T, D, Mode, Target, P> &a) {
    update_host(detail::region_access::id(a));
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P>
  void fill(const accessor<T, D, Mode, Target, P> &to, const std::common_type_t<T> &pattern) {
    static_assert(Mode != access_mode::read, "fill: an accessor that only reads is no destination");
    command([region = detail::region_access::region(to), pattern](handler &h) {
      return detail::fill_region(h.queue_, region, &pattern, h.depends());
    });
  }

  WEFT_API void memcpy(void *to, const void *from, std::size_t bytes);
  template <class T> void copy(const T *from, T *to, std::size_t count) { memcpy(to, from, count * sizeof(T)); }
  template <class T, class P>
  void memcpy(ext::oneapi::experimental::device_global<T, P> &to, const void *from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    memcpy(detail::device_global_memory(queue_, to, bytes, offset), from, bytes);
  }
  template <class T, class P>
  void memcpy(void *to, const ext::oneapi::experimental::device_global<T, P> &from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    memcpy(to, detail::device_global_memory(queue_, from, bytes, offset), bytes);
  }
  template <class T, class P>
  void copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, P> &to,
            std::size_t count = detail::elements<T>, std::size_t first = 0) {
    memcpy(to, from, count * detail::element_bytes<T>, first * detail::element_bytes<T>);
  }
  template <class T, class P>
  void copy(const ext::oneapi::experimental::device_global<T, P> &from, std::remove_all_extents_t<T> *to,
            std::size_t count = detail::elements<T>, std::size_t first = 0) {
    memcpy(to, from, count * detail::element_bytes<T>, first * detail::element_bytes<T>);
  }
  WEFT_API void memset(void *to, int value, std::size_t bytes);
  template <class T> void fill(void *to, const T &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "fill needs a pattern that is device copyable");
    command([=](handler &h) { return detail::fill(h.queue_, to, &pattern, sizeof(T), count, h.depends()); });
  }
  WEFT_API void prefetch(const void *pointer, std::size_t bytes);
  WEFT_API void mem_advise(const void *pointer, std::size_t bytes, int advice);

  // Rows that lie apart (sycl_ext_oneapi_memcpy2d): pitches and widths in bytes, or in elements where there is a type.
  void ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width,
                           std::size_t height) {
    ext_oneapi_copy2d(static_cast<const char *>(from), from_pitch, static_cast<char *>(to), to_pitch, width, height);
  }
  template <class T>
  void ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch, std::size_t width,
                         std::size_t height) {
    const auto [target, source] = detail::rows_to_copy(from, from_pitch, to, to_pitch, width, height);
    copy_regions(target, source);
  }
  void ext_oneapi_memset2d(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    ext_oneapi_fill2d(to, pitch, static_cast<unsigned char>(value), width, height);
  }
  template <class T>
  void ext_oneapi_fill2d(void *to, std::size_t pitch, const T &pattern, std::size_t width, std::size_t height) {
    static_assert(is_device_copyable_v<T>, "fill needs a pattern that is device copyable");
    command([region = detail::rows_to_fill<T>(to, pitch, width, height), pattern](handler &h) {
      return detail::fill_region(h.queue_, region, &pattern, h.depends());
    });
  }

  /// Completes after all commands submitted to the queue before.
  WEFT_API void ext_oneapi_barrier();
  /// Completes after these events; commands submitted later wait for it.
  WEFT_API void ext_oneapi_barrier(const std::vector<event> &events);
  void barrier() { ext_oneapi_barrier(); } ///< The extension's first names.
  void barrier(const std::vector<event> &events) { ext_oneapi_barrier(events); }

  WEFT_API void
  ext_oneapi_graph(const ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state(1)> &);

private:
  WEFT_API explicit handler(const queue &q);

  WEFT_API void launch_kernel(const detail::kernel_range &space, const sycl::kernel &k, std::size_t scratch = 0);
  WEFT_API void host_function(std::function<void()> task);
  WEFT_API void update_host(std::uint64_t accessor);

  template <class F> void command(F &&f) {
    if (command_)
      detail::throw_error(errc::invalid, "handler: a command group holds one command, this is a second");
    command_.set(std::forward<F>(f));
  }

  template <class Name, class Space, class... Rest> void kernel(const Space &space, const Rest &...rest) {
    command([=](handler &h) { return detail::parallel_for<Name>(h.queue_, space, h.depends(), h.extras(), rest...); });
  }

  detail::launch_extras extras() const { return {local_bytes_, nullptr, bundle_, constants_}; }

  detail::event_list depends() const { return {depends_, requirements_.get()}; }
  event after_depends();

  WEFT_API void copy_regions(const detail::memory_region &to, const detail::memory_region &from);
  WEFT_API detail::access_grant require_access(const detail::access_request &request);

  /// An empty command group completes when what it depends on has, one with streams when all is printed.
  WEFT_API event submit();

  WEFT_API detail::stream_memory *open_stream(std::size_t characters);

  /// Room in the work-group's local memory; gives its offset.
  WEFT_API std::uint32_t reserve_local(std::size_t bytes, std::size_t alignment);

  queue queue_;
  std::vector<event> depends_;
  detail::requirements requirements_;
  std::vector<std::shared_ptr<const void>> held_; ///< what an explicit copy reads or writes
  std::vector<std::shared_ptr<detail::stream_memory>> streams_;
  std::vector<detail::kernel_argument> arguments_; ///< set_arg
  std::uint32_t local_bytes_ = 0;
  std::shared_ptr<const weft::sycl_api::Bundle> bundle_;
  std::shared_ptr<weft::sycl_api::Constants> constants_; ///< specialization constants that were set
  detail::command command_;
  friend class queue;
  friend class stream;
  template <class T> friend class detail::local_place;
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
  friend class accessor;
  friend struct detail::handler_access;
};

template <class CommandGroup> event queue::submit(CommandGroup &&group) {
  handler h(*this);
  {
    const detail::command_group_scope described;
    std::forward<CommandGroup>(group)(h);
  }
  return h.submit();
}

template <class CommandGroup> event queue::submit(CommandGroup &&group, const queue &secondary) {
  try {
    return submit(group);
  } catch (const exception &) {
    return queue(secondary).submit(group);
  }
}

template <class F> event queue::AdaptiveCpp_enqueue_custom_operation(F &&f) {
  return submit([&](handler &h) { h.AdaptiveCpp_enqueue_custom_operation(std::forward<F>(f)); });
}

// Shortcuts of queues: a command group of one command, which requires its accessors.
template <WEFT_ACCESSOR_PARAMETERS(0), class To> event queue::copy(const WEFT_ACCESSOR_TYPE(0) & from, To *to) {
  return submit([&](handler &h) { h.require(from), h.copy(from, to); });
}
template <WEFT_ACCESSOR_PARAMETERS(0), class To>
event queue::copy(const WEFT_ACCESSOR_TYPE(0) & from, const std::shared_ptr<To> &to) {
  return submit([&](handler &h) { h.require(from), h.copy(from, to); });
}
template <class From, WEFT_ACCESSOR_PARAMETERS(0)>
event queue::copy(const From *from, const WEFT_ACCESSOR_TYPE(0) & to) {
  return submit([&](handler &h) { h.require(to), h.copy(from, to); });
}
template <class From, WEFT_ACCESSOR_PARAMETERS(0)>
event queue::copy(const std::shared_ptr<From> &from, const WEFT_ACCESSOR_TYPE(0) & to) {
  return submit([&](handler &h) { h.require(to), h.copy(from, to); });
}
template <WEFT_ACCESSOR_PARAMETERS(0), WEFT_ACCESSOR_PARAMETERS(1)>
event queue::copy(const WEFT_ACCESSOR_TYPE(0) & from, const WEFT_ACCESSOR_TYPE(1) & to) {
  return submit([&](handler &h) { h.require(from), h.require(to), h.copy(from, to); });
}
template <WEFT_ACCESSOR_PARAMETERS(0)>
event queue::fill(const WEFT_ACCESSOR_TYPE(0) & to, const std::common_type_t<T0> &pattern) {
  return submit([&](handler &h) { h.require(to), h.fill(to, pattern); });
}
template <WEFT_ACCESSOR_PARAMETERS(0)> event queue::update_host(const WEFT_ACCESSOR_TYPE(0) & a) {
  return submit([&](handler &h) { h.require(a), h.update_host(a); });
}
#undef WEFT_ACCESSOR_PARAMETERS
#undef WEFT_ACCESSOR_TYPE

} // namespace _V1
} // namespace sycl
