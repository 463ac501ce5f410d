// Products of matrices by a library of the device's vendor, for the headers of math libraries.
#pragma once

#include <complex>
#include <cstdint>

#include <sycl/sycl.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

enum class matrix_element : std::uint8_t { f16, bf16, f32, f64, c64, c128 };

/// Columns after each other, `apart` elements from each other, and matrices `step` elements; transposed: that is what
/// is multiplied, not the matrix.
struct matrix_operand {
  const void *first;
  std::int64_t apart, step;
  bool transposed, conjugated;
};

/// c = alpha a b + beta c: (rows, depth) by (depth, columns), so many times. Where beta is 0, c is not read.
struct matrix_product {
  matrix_element element, result; ///< The same, or f32 of f16 and bf16.
  std::int64_t rows, columns, depth, matrices;
  matrix_operand a, b;
  void *c;
  std::int64_t c_apart, c_step;
  std::complex<double> alpha, beta;
};

/// Whether the queue's device has such a library; looks for it when first asked.
WEFT_API bool multiplies_matrices(const queue &);

/// Puts the product into the stream of a native command. Throws exception(errc::runtime) with the library's code.
WEFT_API void multiply_matrices(const queue &, std::uintptr_t stream, const matrix_product &);

} // namespace detail
} // namespace _V1
} // namespace sycl
