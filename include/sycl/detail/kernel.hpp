// From a kernel function object to a device kernel: its name, its argument block, its entry point and its launch.
//
// A kernel's symbol is the type name of range_kernel<D, Name> or nd_range_kernel<D, Name>, which is how the code
// generator knows its form; its only argument is one block of bytes that holds the payload (DESIGN.md, the waist).
#pragma once

#include <atomic>
#include <new>
#include <type_traits>

#include <sycl/detail/device.hpp>
#include <sycl/detail/submit.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/item.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_item.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

/// Name of a kernel that the program does not name: its function object's type.
struct unnamed;

template <class Name, class F> using kernel_name = std::conditional_t<std::is_same_v<Name, unnamed>, F, Name>;

template <int Dimensions, class Name> struct range_kernel;
template <int Dimensions, class Name> struct nd_range_kernel;

/// Whatever its destructor does, which std::is_trivially_copy_constructible asks as well.
template <class T> constexpr bool copies_as_bytes() {
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-builtins"
#endif
  return __has_trivial_copy(T);
#ifdef __clang__
#pragma clang diagnostic pop
#endif
}

/// What a lambda captures cannot be seen, and may be of a type that the program calls device copyable: refused is what
/// neither copies nor ends as bytes do. Asks no more than it must: programs have many kernels, and every answer costs
/// their compilation.
template <class F> constexpr bool is_kernel_argument() {
  if constexpr (std::is_trivially_destructible_v<F> || copies_as_bytes<F>())
    return true;
  else
    return is_device_copyable_v<F>;
}

struct make_item {
  template <int D> WEFT_INLINE static item<D> at(const std::size_t (&extent)[D]) {
    const auto fastest_last = [&](int d) { return extent[D - 1 - d]; };
    return item<D>(whole_global_id<id<D>>(), gather<range<D>>(fastest_last), whole_global_offset<id<D>>());
  }
  template <int D> WEFT_INLINE static item<D> here() {
    return item<D>(whole_global_id<id<D>>(), whole_global_range<range<D>>(), whole_global_offset<id<D>>());
  }
  template <int D> WEFT_INLINE static item<D, false> without_offset(const item<D> &whole) {
    return item<D, false>(whole.get_id(), whole.get_range());
  }
  template <int D> WEFT_INLINE static item<D> at(const id<D> &where, const range<D> &extent) {
    return item<D>(where, extent, id<D>());
  }
};

/// Every kernel function may ask for a kernel_handler behind its other parameters.
template <class F, class... Arguments> WEFT_INLINE void call(const F &f, Arguments &...arguments) {
  if constexpr (std::is_invocable_v<const F &, Arguments &...>) {
    f(arguments...);
  } else if constexpr (std::is_invocable_v<F &, Arguments &...>) { // as before SYCL 2020: a copy of its own to change
    F own = f;
    own(arguments...);
  } else {
    f(arguments..., current::make<kernel_handler>());
  }
}
template <class F, class... Arguments>
inline constexpr bool takes =
    std::is_invocable_v<F &, Arguments...> || std::is_invocable_v<const F &, Arguments..., kernel_handler>;

/// Kernels may take their item by reference, so it is a variable; they may take what it converts to, too.
template <int D, class F, class... Rest> WEFT_INLINE void call_with_item(const F &f, item<D> it, Rest &...rest) {
  if constexpr (takes<F, item<D> &, Rest &...>) {
    call(f, it, rest...);
  } else if constexpr (takes<F, id<D> &, Rest &...>) {
    id<D> place = it.get_id();
    call(f, place, rest...);
  } else {
    item<D, false> plain = make_item::without_offset(it);
    call(f, plain, rest...);
  }
}

/// A range kernel: the work-items beyond the extent, which a device may start to fill a group, do nothing.
template <class F, int D> struct range_payload {
  std::size_t extent[D]; // dimension 0 varies fastest
  F f;

  WEFT_INLINE void operator()() const {
#if WEFT_DEVICE_PASS
    WEFT_UNROLL
    for (int d = 0; d < D; ++d)
      if (!__weft_in_range(d, extent[d]))
        return;
#endif
    call_with_item<D>(f, make_item::at<D>(extent));
  }
};

/// single_task: a range kernel of one work-item.
template <class F> struct task_payload {
  std::size_t extent[1];
  F f;

  WEFT_INLINE void operator()() const {
#if WEFT_DEVICE_PASS
    if (!__weft_in_range(0, 1)) // a constant, by which finalizers know a task
      return;
#endif
    call(f);
  }
};

template <class F, int D> struct nd_range_payload {
  F f;

  WEFT_INLINE void operator()() const {
    nd_item<D> it = current::make<nd_item<D>>();
    call(f, it);
  }
};

/// The payload as bytes: clang passes classes with non-trivial copies by address, bytes never (facts/clang22-sycl.md,
/// T4).
template <class Payload> struct blob {
  static constexpr std::size_t alignment = alignof(Payload) > 8 ? alignof(Payload) : 8;
  alignas(alignment) unsigned char bytes[sizeof(Payload) > 24 ? sizeof(Payload) : 24];
};

template <class Payload> WEFT_INLINE void run_payload(const blob<Payload> &args) {
  if constexpr (has_kernel_properties<decltype(Payload::f)>)
    kernel_requirements<kernel_properties<decltype(Payload::f)>>::mark();
  (*reinterpret_cast<const Payload *>(args.bytes))();
}

#if WEFT_HAS_KERNELS
// Its body must stay one call expression: clang 22 miscompiles any other (facts/clang22-sycl.md, T1).
template <class Kernel, class Payload> [[clang::sycl_kernel_entry_point(Kernel)]] void entry_point(blob<Payload> args) {
  run_payload<Payload>(args);
}
#endif

template <class Kernel, class Payload> const kernel_entry &registered_kernel() {
#if WEFT_HAS_KERNELS
#if WEFT_DEVICE_PASS
  (void)&entry_point<Kernel, Payload>; // emits it
#endif
  static std::atomic<const kernel_entry *> known{nullptr}; // any other initialisation hides a lock that a fork breaks
  const kernel_entry *kernel = known.load(std::memory_order_acquire);
  if (kernel == nullptr) {
    kernel = &find_kernel(unit(), __builtin_sycl_unique_stable_name(Kernel), sizeof(blob<Payload>));
    known.store(kernel, std::memory_order_release);
  }
  return *kernel;
#else
  static_assert(!std::is_same_v<Payload, Payload>, "this submits a kernel: compile it with weft-clang++ -fsycl");
  __builtin_unreachable();
#endif
}

template <class Kernel, class Payload>
__attribute__((noinline)) // a function with many kernels would cost the optimiser the square of them
event launch_payload(const queue &q, const launch_shape &shape, const Payload &payload, event_list depends,
                     const launch_extras &extras = {}) {
  static_assert(is_kernel_argument<decltype(payload.f)>(),
                "a kernel's function object and all it captures must be device copyable");
  if constexpr (has_kernel_properties<decltype(payload.f)>)
    kernel_requirements<kernel_properties<decltype(payload.f)>>::require(q, shape.local);
  blob<Payload> args{};
  new (static_cast<void *>(args.bytes)) Payload(payload);
  return launch(q, registered_kernel<Kernel, Payload>(), shape, args.bytes, sizeof args, depends, extras);
}

template <int D, class Coordinates> void fastest_first(const Coordinates &from, std::size_t (&to)[3]) {
  for (int d = 0; d < D; ++d)
    to[d] = from[D - 1 - d];
}

template <class Name, class F>
event launch_task(const queue &q, const F &f, event_list depends, const launch_extras &extras = {}) {
  return launch_payload<range_kernel<1, kernel_name<Name, F>>>(q, launch_shape(), task_payload<F>{{1}, f}, depends,
                                                               extras);
}

template <class Name, int D, class F>
event launch_range(const queue &q, const range<D> &r, const id<D> &offset, const F &f, event_list depends,
                   const launch_extras &extras = {}) {
  launch_shape shape;
  shape.dims = D;
  fastest_first<D>(r, shape.global);
  fastest_first<D>(offset, shape.offset);
  range_payload<F, D> payload{{}, f};
  for (int d = 0; d < D; ++d)
    payload.extent[d] = shape.global[d];
  return launch_payload<range_kernel<D, kernel_name<Name, F>>>(q, shape, payload, depends, extras);
}

template <class Name, int D, class F>
event launch_nd_range(const queue &q, const nd_range<D> &r, const F &f, event_list depends,
                      const launch_extras &extras = {}) {
  launch_shape shape;
  shape.dims = D;
  fastest_first<D>(r.get_global_range(), shape.global);
  shape.local[0] = shape.local[1] = shape.local[2] = 1;
  fastest_first<D>(r.get_local_range(), shape.local);
  fastest_first<D>(r.get_offset(), shape.offset);
  if constexpr (waits_for_groups<F>) {
    launch_extras together = extras;
    together.together = true;
    return launch_payload<nd_range_kernel<D, kernel_name<Name, F>>>(q, shape, nd_range_payload<F, D>{f}, depends,
                                                                    together);
  } else {
    return launch_payload<nd_range_kernel<D, kernel_name<Name, F>>>(q, shape, nd_range_payload<F, D>{f}, depends,
                                                                    extras);
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
