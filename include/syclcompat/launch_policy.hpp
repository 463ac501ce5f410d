// How a function is launched: its range, its local memory and its properties, as one object (SYCLcompat).
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/sycl.hpp>
#include <syclcompat/dims.hpp>

namespace syclcompat::experimental {

namespace detail {
namespace sycl_exp = sycl::ext::oneapi::experimental;

template <class R> inline constexpr bool is_range = false;
template <int D> inline constexpr bool is_range<sycl::range<D>> = true;
template <int D> inline constexpr bool is_range<sycl::nd_range<D>> = true;
} // namespace detail

template <class Properties> struct kernel_properties {
  using Props = Properties;
  template <class... Values> constexpr kernel_properties(Values... values) : props(values...) {}
  Properties props;
};
template <class... Values>
kernel_properties(Values... values) -> kernel_properties<decltype(detail::sycl_exp::properties(values...))>;

template <class Properties> struct launch_properties {
  using Props = Properties;
  template <class... Values> constexpr launch_properties(Values... values) : props(values...) {}
  Properties props;
};
template <class... Values>
launch_properties(Values... values) -> launch_properties<decltype(detail::sycl_exp::properties(values...))>;

/// The function gets a `char *` to so many bytes behind its other arguments.
struct local_mem_size {
  constexpr explicit local_mem_size(std::size_t size = 0) : size(size) {}
  std::size_t size;
};

namespace detail {
template <template <class> class Holder, class T> inline constexpr bool holds = false;
template <template <class> class Holder, class Properties>
inline constexpr bool holds<Holder, Holder<Properties>> = true;

/// The properties of the one among T that is a Holder of some; none where there is none.
template <template <class> class Holder> constexpr auto properties_of() {
  return sycl_exp::empty_properties_t();
}
template <template <class> class Holder, class First, class... Rest>
constexpr auto properties_of(const First &first, const Rest &...rest) {
  if constexpr (holds<Holder, First>)
    return first.props;
  else
    return properties_of<Holder>(rest...);
}
template <template <class> class Holder, class... T>
using properties_among = decltype(properties_of<Holder>(std::declval<const T &>()...));

inline std::size_t local_size() {
  return 0;
}
template <class First, class... Rest> std::size_t local_size(const First &first, const Rest &...rest) {
  if constexpr (std::is_same_v<First, local_mem_size>)
    return first.size;
  else
    return local_size(rest...);
}

template <class T>
inline constexpr bool is_option =
    std::is_same_v<T, local_mem_size> || holds<kernel_properties, T> || holds<launch_properties, T>;
} // namespace detail

template <class Range, class KProps, class LProps, bool LocalMem> class launch_policy {
  static_assert(detail::is_range<Range>, "a launch_policy has a range or an nd_range");

public:
  using RangeT = Range;
  using KPropsT = KProps;
  using LPropsT = LProps;
  static constexpr bool HasLocalMem = LocalMem;
  static constexpr int Dim = Range::dimensions;

  template <class... T> launch_policy(Range range, T... options) : launch_policy(0, range, options...) {}
  template <class... T> launch_policy(dim3 global, T... options) : launch_policy(0, Range(global), options...) {}
  template <class... T>
  launch_policy(dim3 grid, dim3 threads, T... options) : launch_policy(0, Range(grid * threads, threads), options...) {}
  template <int D, class... T>
  launch_policy(sycl::range<D> global, sycl::range<D> local, T... options)
      : launch_policy(0, Range(global, local), options...) {}

  Range get_range() const { return range_; }
  const KProps &get_kernel_properties() const { return kernel_; }
  const LProps &get_launch_properties() const { return launch_; }
  std::size_t get_local_mem_size() const { return local_size_; }

private:
  template <class... T>
  launch_policy(int, Range range, T... options)
      : range_(range), kernel_(detail::properties_of<kernel_properties>(options...)),
        launch_(detail::properties_of<launch_properties>(options...)), local_size_(detail::local_size(options...)) {
    static_assert((detail::is_option<T> && ...),
                  "a launch_policy takes kernel_properties, launch_properties and local_mem_size");
  }

  Range range_;
  KProps kernel_;
  LProps launch_;
  std::size_t local_size_;
};

#define WEFT_SYCLCOMPAT_POLICY(Range)                                                                                  \
  launch_policy<Range, detail::properties_among<kernel_properties, T...>,                                              \
                detail::properties_among<launch_properties, T...>, (std::is_same_v<T, local_mem_size> || ...)>
template <class Range, class... T, class = std::enable_if_t<detail::is_range<Range>>>
launch_policy(Range, T...)->WEFT_SYCLCOMPAT_POLICY(Range);
template <int D, class... T>
launch_policy(sycl::range<D>, sycl::range<D>, T...)->WEFT_SYCLCOMPAT_POLICY(sycl::nd_range<D>);
template <class... T> launch_policy(dim3, T...)->WEFT_SYCLCOMPAT_POLICY(sycl::range<3>);
template <class... T> launch_policy(dim3, dim3, T...)->WEFT_SYCLCOMPAT_POLICY(sycl::nd_range<3>);
#undef WEFT_SYCLCOMPAT_POLICY

} // namespace syclcompat::experimental
