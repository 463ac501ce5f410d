// Makes a function object a kernel of its module: the device pass emits what is instantiated here, libweft finds it by
// name.
#pragma once

#include <sycl/sycl.hpp>

namespace weft::algorithms {

template <class F> using nd_kernel = sycl::detail::nd_range_kernel<1, F>;
template <class F> using nd_payload = sycl::detail::nd_range_payload<F, 1>;
template <class F> using range_kernel = sycl::detail::range_kernel<1, F>;
template <class F> using range_payload = sycl::detail::range_payload<F, 1>;

/// A barrier of the group, for local memory and for global memory that the group shares.
inline void meet() {
  __weft_barrier(2);
}

/// Where a work-item is among the sub-groups of its group.
struct Lanes {
  sycl::sub_group group;
  int lane, width, index, count; ///< Its lane, lanes of its sub-group, the sub-group's number, and how many there are.

  explicit Lanes(const sycl::sub_group &lanes)
      : group(lanes), lane(static_cast<int>(lanes.get_local_linear_id())),
        width(static_cast<int>(lanes.get_local_linear_range())), index(static_cast<int>(lanes.get_group_linear_id())),
        count(static_cast<int>(lanes.get_group_linear_range())) {}
};

/// Memory seen as elements.
template <class T> T *as(std::conditional_t<std::is_const_v<T>, const void *, void *> memory) {
  return static_cast<T *>(memory);
}

} // namespace weft::algorithms

#define WEFT_ND_KERNEL(F)                                                                                              \
  template void sycl::detail::entry_point<weft::algorithms::nd_kernel<F>, weft::algorithms::nd_payload<F>>(            \
      sycl::detail::blob<weft::algorithms::nd_payload<F>>);
#define WEFT_RANGE_KERNEL(F)                                                                                           \
  template void sycl::detail::entry_point<weft::algorithms::range_kernel<F>, weft::algorithms::range_payload<F>>(      \
      sycl::detail::blob<weft::algorithms::range_payload<F>>);

/// For elements of every size.
#define WEFT_FOR_ELEMENTS(Kind, K) Kind(K<1>) Kind(K<2>) Kind(K<4>) Kind(K<8>) Kind(K<16>)
