// Products of matrices by the library of an NVIDIA GPU's vendor, where there is one.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/detail/matrix_product.hpp>

namespace oneapi::mkl::blas::detail {

using LibraryElement = sycl::detail::matrix_element;

/// Elements that such libraries have.
template <class T> constexpr std::optional<LibraryElement> library_element() {
  if constexpr (std::is_same_v<T, sycl::half>)
    return LibraryElement::f16;
  else if constexpr (std::is_same_v<T, sycl::ext::oneapi::bfloat16>)
    return LibraryElement::bf16;
  else if constexpr (std::is_same_v<T, float>)
    return LibraryElement::f32;
  else if constexpr (std::is_same_v<T, double>)
    return LibraryElement::f64;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return LibraryElement::c64;
  else if constexpr (std::is_same_v<T, std::complex<double>>)
    return LibraryElement::c128;
  else
    return std::nullopt;
}

/// Whether they multiply two such places of matrices: others than lists of addresses, of one element.
template <class C, class OfA, class OfB, class WhereC> struct ForLibrary : std::false_type {};
template <class C, class T, class PlaceA, class PlaceB, class PlaceC>
struct ForLibrary<C, Matrix<T, Evenly<PlaceA>>, Matrix<T, Evenly<PlaceB>>, Evenly<PlaceC>>
    : std::bool_constant<library_element<T>() &&
                         (std::is_same_v<T, C> || (sizeof(T) == 2 && std::is_same_v<C, float>))> {};

/// What is less work is left to a kernel, whose launch takes less time.
inline bool is_for_library(sycl::queue &queue, Int matrices, Int m, Int n, Int k) {
  constexpr double least = 64. * 64. * 64.;
  return queue.get_backend() == sycl::backend::ext_oneapi_cuda &&
         double(matrices) * double(m) * double(n) * double(k) >= least && sycl::detail::multiplies_matrices(queue);
}

template <class Of> sycl::detail::matrix_operand operand(const Of &of) {
  return {of.where(0), of.apart, of.where.step, of.op != transpose::nontrans, of.op == transpose::conjtrans};
}

/// gemm() of rows; libraries have columns, and are asked for the transposed product.
template <class C, class T, class PlaceA, class PlaceB, class PlaceC, class Scale>
sycl::event multiply_by_library(sycl::queue &queue, Int matrices, Int m, Int n, Int k, Scale alpha,
                                const Matrix<T, Evenly<PlaceA>> &of_a, const Matrix<T, Evenly<PlaceB>> &of_b,
                                Scale beta, const Evenly<PlaceC> &of_c, Int ldc, const Events &after) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto a = of_a.in(handler);
    const auto b = of_b.in(handler);
    const auto c = of_c.in(handler, sycl::read_write);
    handler.ext_codeplay_enqueue_native_command([=](const sycl::interop_handle &native) {
      const auto stream = native.get_native_queue<sycl::backend::ext_oneapi_cuda>();
      sycl::detail::multiply_matrices(queue, reinterpret_cast<std::uintptr_t>(stream),
                                      {*library_element<T>(), *library_element<C>(), n, m, k, matrices, operand(b),
                                       operand(a), c(0), ldc, c.step, alpha, beta});
    });
  });
}

} // namespace oneapi::mkl::blas::detail
