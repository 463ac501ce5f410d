// Hands matrix products to cuBLAS.
#include "backends/cuda/blas.hpp"

#include <array>
#include <complex>
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

/// A factor in what is computed in, real or complex.
class Factor {
public:
  Factor(std::complex<double> value, int compute) : wide_(value), narrow_(value), is_wide_(compute == compute_double) {}
  const void *get() const noexcept { return is_wide_ ? static_cast<const void *>(&wide_) : &narrow_; }

private:
  std::complex<double> wide_;
  std::complex<float> narrow_;
  bool is_wide_;
};

Operation operation(const runtime::LibraryMatrix &matrix) {
  if (!matrix.transposed)
    return Operation::plain;
  return matrix.conjugated ? Operation::conjugated : Operation::transposed;
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
  const auto &[element, rows, columns, depth, batches, a, b, c, by, over] = product;
  const DataType type = data_type(element), result = data_type(c.element);
  const int compute = real_type(element) == DataType::r_64f ? compute_double : compute_float;
  const Factor alpha(by, compute), beta(over, compute);
  const std::lock_guard lock(mutex_);
  check(set_stream_(handle_, stream), "cublasSetStream");
  if (batches == 1)
    check(multiply_(handle_, operation(a), operation(b), rows, columns, depth, alpha.get(), a.first, type, a.apart,
                    b.first, type, b.apart, beta.get(), c.first, result, c.apart, compute, default_algorithm),
          "cublasGemmEx");
  else
    check(multiply_stack_(handle_, operation(a), operation(b), rows, columns, depth, alpha.get(), a.first, type,
                          a.apart, a.step, b.first, type, b.apart, b.step, beta.get(), c.first, result, c.apart, c.step,
                          batches, compute, default_algorithm),
          "cublasGemmStridedBatchedEx");
}

} // namespace weft::cuda
