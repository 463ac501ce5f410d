// Hands matrix products to cuBLAS.
#include "backends/cuda/blas.hpp"

#include <array>
#include <mutex>

#include "backends/cuda/shared_library.hpp"
#include "support/error.hpp"

namespace weft::cuda {

using runtime::LibraryElement;

namespace {

// CUBLAS_COMPUTE_32F and _64F: products of float are float's, not TF32's, and half-precision ones are summed in float.
constexpr int compute_float = 68, compute_double = 70;
constexpr int default_algorithm = -1;
constexpr int sums_at_full_precision = 16; // CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION

/// One and zero in what is computed in, real or complex.
struct Factors {
  const void *one, *zero;
};

Factors factors_of(LibraryElement element) {
  static constexpr float one[2] = {1, 0}, zero[2] = {0, 0};
  static constexpr double double_one[2] = {1, 0}, double_zero[2] = {0, 0};
  if (element == LibraryElement::f64 || element == LibraryElement::c128)
    return {double_one, double_zero};
  return {one, zero};
}

Operation operation(const runtime::LibraryMatrix &matrix) {
  return matrix.transposed ? Operation::transposed : Operation::plain;
}

void check(int status, const char *call) {
  if (status != 0)
    throw Error(Errc::runtime, "{} failed: cuBLAS status {}", call, status);
}

} // namespace

DataType data_type(LibraryElement element) {
  switch (element) {
  case LibraryElement::f16:
    return DataType::r_16f;
  case LibraryElement::bf16:
    return DataType::r_16bf;
  case LibraryElement::f32:
    return DataType::r_32f;
  case LibraryElement::f64:
    return DataType::r_64f;
  case LibraryElement::c64:
    return DataType::c_32f;
  case LibraryElement::c128:
    return DataType::c_64f;
  }
  WEFT_CHECK(false, "library: element {}", static_cast<int>(element));
}

DataType real_type(LibraryElement element) {
  return element == LibraryElement::c64    ? DataType::r_32f
         : element == LibraryElement::c128 ? DataType::r_64f
                                           : data_type(element);
}

Blas::Blas(int driver_version) {
  const SharedLibrary library = find_library({"libcublas.so.13", "libcublas.so.12"}, driver_version, "cublasCreate_v2");
  path_ = library.path;
#define WEFT_LOAD(name, symbol, parameters) library.load(name##_, #symbol);
  WEFT_CUBLAS_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
  if (const int status = create_(&handle_); status != 0)
    throw Error(Errc::feature_not_supported, "{}: cublasCreate gives status {}", path_, status);
  check(set_math_mode_(handle_, sums_at_full_precision), "cublasSetMathMode");
}

void Blas::multiply(CUstream stream, const runtime::LibraryProduct &product) {
  const auto &[element, rows, columns, depth, batches, a, b, c] = product;
  const DataType type = data_type(element);
  const auto [one, zero] = factors_of(element);
  const int compute = real_type(element) == DataType::r_64f ? compute_double : compute_float;
  const std::lock_guard lock(mutex_);
  check(set_stream_(handle_, stream), "cublasSetStream");
  if (batches == 1)
    check(multiply_(handle_, operation(a), operation(b), rows, columns, depth, one, a.first, type, a.apart, b.first,
                    type, b.apart, zero, c, type, rows, compute, default_algorithm),
          "cublasGemmEx");
  else
    check(multiply_stack_(handle_, operation(a), operation(b), rows, columns, depth, one, a.first, type, a.apart,
                          a.step, b.first, type, b.apart, b.step, zero, c, type, rows, rows * columns, batches, compute,
                          default_algorithm),
          "cublasGemmStridedBatchedEx");
}

} // namespace weft::cuda
