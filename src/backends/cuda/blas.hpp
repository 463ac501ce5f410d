// The slice of cuBLAS that Weft calls.
#pragma once

#include <cstdint>
#include <string>

#include "backends/cuda/driver.hpp"
#include "runtime/device_libraries.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

// Codes of the libraries' ABI, which cuBLAS and cuSOLVER share.
enum class DataType : int { r_32f = 0, r_64f = 1, r_16f = 2, c_32f = 4, c_64f = 5, r_16bf = 14 };
enum class Operation : int { plain = 0, transposed = 1, conjugated = 2 };

DataType data_type(runtime::LibraryElement);
DataType real_type(runtime::LibraryElement);

// name used here, symbol in libcublas, parameters.
#define WEFT_CUBLAS_FUNCTIONS(X)                                                                                       \
  X(create, cublasCreate_v2, (void **handle))                                                                          \
  X(set_stream, cublasSetStream_v2, (void *handle, CUstream))                                                          \
  X(set_math_mode, cublasSetMathMode, (void *handle, int mode))                                                        \
  X(multiply, cublasGemmEx_64,                                                                                         \
    (void *handle, Operation a_turned, Operation b_turned, std::int64_t m, std::int64_t n, std::int64_t k,             \
     const void *alpha, const void *a, DataType, std::int64_t lda, const void *b, DataType, std::int64_t ldb,          \
     const void *beta, void *c, DataType, std::int64_t ldc, int compute, int algorithm))                               \
  X(multiply_stack, cublasGemmStridedBatchedEx_64,                                                                     \
    (void *handle, Operation a_turned, Operation b_turned, std::int64_t m, std::int64_t n, std::int64_t k,             \
     const void *alpha, const void *a, DataType, std::int64_t lda, long long a_step, const void *b, DataType,          \
     std::int64_t ldb, long long b_step, const void *beta, void *c, DataType, std::int64_t ldc, long long c_step,      \
     std::int64_t count, int compute, int algorithm))

/// Matrix products. Thread-safe.
class Blas {
public:
  /// Looks for the library and makes its handle, with the GPU's context current. Throws Error(feature_not_supported)
  /// with the reason where there is none.
  explicit Blas(int driver_version);
  Blas(const Blas &) = delete;
  Blas &operator=(const Blas &) = delete;

  const std::string &path() const noexcept { return path_; }
  void multiply(CUstream, const runtime::LibraryProduct &);

private:
#define WEFT_DECLARE(name, symbol, parameters) int(*name##_) parameters = nullptr;
  WEFT_CUBLAS_FUNCTIONS(WEFT_DECLARE)
#undef WEFT_DECLARE
  std::string path_;
  DriverMutex mutex_; ///< of the handle, whose stream is set for every call
  void *handle_ = nullptr;
};

} // namespace weft::cuda
