// The slice of cuSOLVER that Weft calls: its functions of 64-bit sizes for any element, and the older ones for what has
// none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "backends/cuda/blas.hpp"
#include "backends/cuda/driver.hpp"
#include "runtime/device_libraries.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

// name used here, symbol in libcusolver, parameters.
#define WEFT_CUSOLVER_SIZES std::size_t *device_bytes, std::size_t *host_bytes
#define WEFT_CUSOLVER_WORK                                                                                             \
  void *device_work, std::size_t device_bytes, void *host_work, std::size_t host_bytes, int *info
#define WEFT_CUSOLVER_FUNCTIONS(X)                                                                                     \
  X(create, cusolverDnCreate, (void **handle))                                                                         \
  X(create_params, cusolverDnCreateParams, (void **params))                                                            \
  X(set_stream, cusolverDnSetStream, (void *handle, CUstream))                                                         \
  X(lu_size, cusolverDnXgetrf_bufferSize,                                                                              \
    (void *handle, void *params, std::int64_t m, std::int64_t n, DataType, const void *a, std::int64_t lda,            \
     DataType compute, WEFT_CUSOLVER_SIZES))                                                                           \
  X(lu, cusolverDnXgetrf,                                                                                              \
    (void *handle, void *params, std::int64_t m, std::int64_t n, DataType, void *a, std::int64_t lda,                  \
     std::int64_t *pivots, DataType compute, WEFT_CUSOLVER_WORK))                                                      \
  X(lu_solve, cusolverDnXgetrs,                                                                                        \
    (void *handle, void *params, Operation, std::int64_t n, std::int64_t sides, DataType, const void *a,               \
     std::int64_t lda, const std::int64_t *pivots, DataType, void *b, std::int64_t ldb, int *info))                    \
  X(cholesky_size, cusolverDnXpotrf_bufferSize,                                                                        \
    (void *handle, void *params, int triangle, std::int64_t n, DataType, const void *a, std::int64_t lda,              \
     DataType compute, WEFT_CUSOLVER_SIZES))                                                                           \
  X(cholesky, cusolverDnXpotrf,                                                                                        \
    (void *handle, void *params, int triangle, std::int64_t n, DataType, void *a, std::int64_t lda, DataType compute,  \
     WEFT_CUSOLVER_WORK))                                                                                              \
  X(qr_size, cusolverDnXgeqrf_bufferSize,                                                                              \
    (void *handle, void *params, std::int64_t m, std::int64_t n, DataType, const void *a, std::int64_t lda, DataType,  \
     const void *tau, DataType compute, WEFT_CUSOLVER_SIZES))                                                          \
  X(qr, cusolverDnXgeqrf,                                                                                              \
    (void *handle, void *params, std::int64_t m, std::int64_t n, DataType, void *a, std::int64_t lda, DataType,        \
     void *tau, DataType compute, WEFT_CUSOLVER_WORK))                                                                 \
  X(eigen_size, cusolverDnXsyevd_bufferSize,                                                                           \
    (void *handle, void *params, int vectors, int triangle, std::int64_t n, DataType, const void *a, std::int64_t lda, \
     DataType, const void *values, DataType compute, WEFT_CUSOLVER_SIZES))                                             \
  X(eigen, cusolverDnXsyevd,                                                                                           \
    (void *handle, void *params, int vectors, int triangle, std::int64_t n, DataType, void *a, std::int64_t lda,       \
     DataType, void *values, DataType compute, WEFT_CUSOLVER_WORK))                                                    \
  X(singular_size, cusolverDnXgesvd_bufferSize,                                                                        \
    (void *handle, void *params, signed char u_job, signed char v_job, std::int64_t m, std::int64_t n, DataType,       \
     const void *a, std::int64_t lda, DataType, const void *values, DataType, const void *u, std::int64_t ldu,         \
     DataType, const void *v, std::int64_t ldv, DataType compute, WEFT_CUSOLVER_SIZES))                                \
  X(singular, cusolverDnXgesvd,                                                                                        \
    (void *handle, void *params, signed char u_job, signed char v_job, std::int64_t m, std::int64_t n, DataType,       \
     void *a, std::int64_t lda, DataType, void *values, DataType, void *u, std::int64_t ldu, DataType, void *v,        \
     std::int64_t ldv, DataType compute, WEFT_CUSOLVER_WORK))                                                          \
  WEFT_CUSOLVER_COLUMNS(X, s, cusolverDnSorgqr)                                                                        \
  WEFT_CUSOLVER_COLUMNS(X, d, cusolverDnDorgqr)                                                                        \
  WEFT_CUSOLVER_COLUMNS(X, c, cusolverDnCungqr)                                                                        \
  WEFT_CUSOLVER_COLUMNS(X, z, cusolverDnZungqr)
#define WEFT_CUSOLVER_COLUMNS(X, letter, symbol)                                                                       \
  X(letter##_columns_size, symbol##_bufferSize,                                                                        \
    (void *handle, int m, int n, int k, const void *a, int lda, const void *tau, int *elements))                       \
  X(letter##_columns, symbol,                                                                                          \
    (void *handle, int m, int n, int k, void *a, int lda, const void *tau, void *work, int elements, int *info))

/// Factorizations. Thread-safe.
class Solver {
public:
  /// As Blas().
  explicit Solver(int driver_version);
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  const std::string &path() const noexcept { return path_; }
  runtime::LibraryWork work_of(const runtime::Factorization &);
  void factorize(CUstream, const runtime::Factorization &, void *device_work, void *host_work, runtime::LibraryWork);

private:
#define WEFT_DECLARE(name, symbol, parameters) int(*name##_) parameters = nullptr;
  WEFT_CUSOLVER_FUNCTIONS(WEFT_DECLARE)
#undef WEFT_DECLARE
  using ColumnsSize = decltype(s_columns_size_);
  using Columns = decltype(s_columns_);
  ColumnsSize columns_size(runtime::LibraryElement) const;
  Columns columns(runtime::LibraryElement) const;

  std::string path_;
  DriverMutex mutex_; ///< of the handle, whose stream is set for every call
  void *handle_ = nullptr, *params_ = nullptr;
};

} // namespace weft::cuda
