// The device pass's side: entries of all kernels under the symbols that the SYCL headers give them.
#define WEFT_DEVICE_PASS
#include "functors.hpp"

namespace sycl::inline _V1::detail {
template <int D, class Name> struct range_kernel;
template <int D, class Name> struct nd_range_kernel;
} // namespace sycl::inline _V1::detail

template <unsigned long Size> struct Bytes {
  alignas(8) unsigned char data[Size];
};
template <class F> inline __attribute__((always_inline)) void call(const Bytes<sizeof(F)> &bytes) {
  (*reinterpret_cast<const F *>(bytes.data))();
}
template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void entry(Bytes<sizeof(F)> bytes) {
  call<F>(bytes);
}

#define RANGE(name, ...)                                                                                               \
  class name;                                                                                                          \
  template void entry<sycl::detail::range_kernel<kernels::__VA_ARGS__::dims, name>, kernels::__VA_ARGS__>(             \
      Bytes<sizeof(kernels::__VA_ARGS__)>);
#define ND(name, ...)                                                                                                  \
  class name;                                                                                                          \
  template void entry<sycl::detail::nd_range_kernel<kernels::__VA_ARGS__::dims, name>, kernels::__VA_ARGS__>(          \
      Bytes<sizeof(kernels::__VA_ARGS__)>);
#define BOTH(FORM, name, type)                                                                                         \
  FORM(name##_f32, type<float>)                                                                                        \
  FORM(name##_f64, type<double>)

BOTH(ND, kde_groups, KdeGroups)
BOTH(ND, kde_tree, KdeTree)
BOTH(RANGE, kde_items, KdeItems)
BOTH(ND, kde_fused, KdeFused)
BOTH(RANGE, pairwise, Pairwise)
BOTH(RANGE, black_scholes, BlackScholes)
BOTH(RANGE, mandelbrot, Mandelbrot)
BOTH(ND, matmul, MatMul)
BOTH(ND, tree_sum, TreeSum)
ND(histogram, Histogram)
BOTH(RANGE, sparse, Sparse)
RANGE(grid_sum_f32, GridSum<float, std::size_t>)
RANGE(grid_sum_u32_f32, GridSum<float, std::uint32_t>)
BOTH(RANGE, nbody, NBody)
RANGE(stencil_f32, Stencil<float, std::size_t>)
RANGE(stencil_f64, Stencil<double, std::size_t>)
RANGE(stencil_i32_f32, Stencil<float, std::int32_t>)
RANGE(stencil_u32_f32, Stencil<float, std::uint32_t>)
BOTH(RANGE, axpy, Axpy)
ND(oddities, Oddities)
ND(group_algorithms, GroupAlgorithms)
ND(tickets, Tickets)
BOTH(RANGE, complex, Complex)
RANGE(records, Records)
RANGE(narrow, Narrow)
