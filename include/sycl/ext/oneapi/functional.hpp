// SYCL's function objects under the names of DPC++'s extension for group algorithms, which came before them.
#pragma once

#include <sycl/functional.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

template <class T = void> using plus = sycl::plus<T>;
template <class T = void> using multiplies = sycl::multiplies<T>;
template <class T = void> using minimum = sycl::minimum<T>;
template <class T = void> using maximum = sycl::maximum<T>;
template <class T = void> using bit_and = sycl::bit_and<T>;
template <class T = void> using bit_or = sycl::bit_or<T>;
template <class T = void> using bit_xor = sycl::bit_xor<T>;

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
