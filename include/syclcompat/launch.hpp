// launch<function>: functions as kernels of three dimensions, with their arguments (SYCLcompat).
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <sycl/sycl.hpp>
#include <syclcompat/device.hpp>
#include <syclcompat/dims.hpp>
#include <syclcompat/launch_policy.hpp>

namespace syclcompat {

namespace detail {

/// Of three dimensions, of which the given ones are the fastest.
template <int D> sycl::range<3> three_dimensional(const sycl::range<D> &r) {
  sycl::range<3> three(1, 1, 1);
  for (int d = 0; d < D; ++d)
    three[3 - D + d] = r[d];
  return three;
}
template <int D> sycl::nd_range<3> three_dimensional(const sycl::nd_range<D> &r) {
  return {three_dimensional(r.get_global_range()), three_dimensional(r.get_local_range())};
}

/// F called with these arguments, and local memory behind them where it is there; its properties are the kernel's.
template <auto F, class Properties, class Local, class... Args> struct launched {
  template <class Item> void operator()(Item) const {
    std::apply(
        [&](const Args &...args) {
          if constexpr (std::is_same_v<Local, std::tuple<>>)
            F(args...);
          else
            F(args..., local.template get_multi_ptr<sycl::access::decorated::no>().get_raw());
        },
        arguments);
  }
  auto get(sycl::ext::oneapi::experimental::properties_tag) const { return properties; }

  Properties properties;
  Local local;
  std::tuple<Args...> arguments;
};

using local_bytes = sycl::local_accessor<char, 1>;

template <auto F, bool HasLocal, class Range, class KernelProperties, class LaunchProperties, class... Args>
sycl::event submit(sycl::queue &q, const Range &range, const KernelProperties &kernel, const LaunchProperties &launch,
                   std::size_t local_size, Args... args) {
  return q.submit([&](sycl::handler &cgh) {
    if constexpr (HasLocal) {
      local_bytes local(local_size, cgh);
      cgh.parallel_for(range, launch, launched<F, KernelProperties, local_bytes, Args...>{kernel, local, {args...}});
    } else {
      cgh.parallel_for(range, launch, launched<F, KernelProperties, std::tuple<>, Args...>{kernel, {}, {args...}});
    }
  });
}

template <auto F, class... Args> sycl::event submit(sycl::queue &q, const sycl::nd_range<3> &range, Args... args) {
  const sycl::ext::oneapi::experimental::empty_properties_t none;
  return submit<F, false>(q, range, none, none, 0, args...);
}
template <auto F, class... Args>
sycl::event submit_with_local(sycl::queue &q, const sycl::nd_range<3> &range, std::size_t local_size, Args... args) {
  const sycl::ext::oneapi::experimental::empty_properties_t none;
  return submit<F, true>(q, range, none, none, local_size, args...);
}

template <auto F, class... Args> inline constexpr bool callable = std::is_invocable_v<decltype(F), Args...>;

template <class T> inline constexpr bool is_size = std::is_convertible_v<T, std::size_t>;

template <auto F, class... Rest>
sycl::event launch_with_local(const sycl::nd_range<3> &range, std::size_t local_size, Rest... rest) {
  sycl::queue q = get_default_queue();
  return submit_with_local<F>(q, range, local_size, rest...);
}
template <auto F, class... Rest>
sycl::event launch_with_local(const sycl::nd_range<3> &range, std::size_t local_size, sycl::queue q, Rest... rest) {
  return submit_with_local<F>(q, range, local_size, rest...);
}

/// What stands behind the range: an amount of local memory and a queue, where F takes what is behind them.
template <auto F> sycl::event launch(const sycl::nd_range<3> &range) {
  sycl::queue q = get_default_queue();
  return submit<F>(q, range);
}
template <auto F, class First, class... Rest>
sycl::event launch(const sycl::nd_range<3> &range, First first, Rest... rest) {
  if constexpr (callable<F, First, Rest...>) {
    sycl::queue q = get_default_queue();
    return submit<F>(q, range, first, rest...);
  } else if constexpr (std::is_same_v<First, sycl::queue>) {
    return submit<F>(first, range, rest...);
  } else {
    static_assert(is_size<First>, "launch: the function does not take these arguments");
    return launch_with_local<F>(range, static_cast<std::size_t>(first), rest...);
  }
}
} // namespace detail

/// Behind the range there may be an amount of local memory, a queue, or both, in this order.
template <auto F, int Dim, class... Args> sycl::event launch(const sycl::nd_range<Dim> &range, Args... args) {
  return detail::launch<F>(detail::three_dimensional(range), args...);
}
template <auto F, class... Args> sycl::event launch(const dim3 &grid, const dim3 &threads, Args... args) {
  return detail::launch<F>(sycl::nd_range<3>(grid * threads, threads), args...);
}

/// The nd_range of at least so many work-items in whole groups.
template <int Dim>
sycl::nd_range<Dim> compute_nd_range(sycl::range<Dim> global_size_in, sycl::range<Dim> work_group_size) {
  if (global_size_in.size() == 0 || work_group_size.size() == 0)
    throw std::invalid_argument("compute_nd_range: a size is 0");
  const sycl::range<Dim> groups = (global_size_in + work_group_size - 1) / work_group_size;
  return {groups * work_group_size, work_group_size};
}
inline sycl::nd_range<1> compute_nd_range(int global_size_in, int work_group_size) {
  return compute_nd_range<1>(sycl::range<1>(global_size_in), sycl::range<1>(work_group_size));
}

namespace experimental {

template <auto F, class Range, class KProps, class LProps, bool LocalMem, class... Args>
sycl::event launch(const launch_policy<Range, KProps, LProps, LocalMem> &policy, sycl::queue q, Args... args) {
  return syclcompat::detail::submit<F, LocalMem>(q, policy.get_range(), policy.get_kernel_properties(),
                                                 policy.get_launch_properties(), policy.get_local_mem_size(), args...);
}
template <auto F, class Range, class KProps, class LProps, bool LocalMem, class... Args>
sycl::event launch(const launch_policy<Range, KProps, LProps, LocalMem> &policy, Args... args) {
  return launch<F>(policy, get_default_queue(), args...);
}

} // namespace experimental

} // namespace syclcompat
