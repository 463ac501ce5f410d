// A stand-in for libcublas: multiplies in the stream, in double precision.
#include <complex>
#include <type_traits>
#include <vector>

#include "backends/cuda/blas.hpp"
#include "stream.hpp"

using weft::cuda::CUstream;
using weft::cuda::DataType;
using weft::cuda::Operation;

namespace {

using Number = std::complex<double>;

struct Handle {
  CUstream stream = nullptr;
  int mode = 0;
};

float from_brain(std::uint16_t bits) {
  const std::uint32_t wide = std::uint32_t(bits) << 16;
  return __builtin_bit_cast(float, wide);
}

std::uint16_t to_brain(float value) {
  const auto wide = __builtin_bit_cast(std::uint32_t, value);
  return static_cast<std::uint16_t>((wide + 0x7fff + (wide >> 16 & 1)) >> 16);
}

Number load(const void *base, DataType type, std::int64_t n) {
  switch (type) {
  case DataType::r_16f:
    return static_cast<double>(static_cast<const _Float16 *>(base)[n]);
  case DataType::r_16bf:
    return from_brain(static_cast<const std::uint16_t *>(base)[n]);
  case DataType::r_32f:
    return static_cast<const float *>(base)[n];
  case DataType::r_64f:
    return static_cast<const double *>(base)[n];
  case DataType::c_32f:
    return static_cast<const std::complex<float> *>(base)[n];
  case DataType::c_64f:
    return static_cast<const std::complex<double> *>(base)[n];
  }
  return {};
}

void store(void *base, DataType type, std::int64_t n, Number value) {
  switch (type) {
  case DataType::r_16f:
    static_cast<_Float16 *>(base)[n] = static_cast<_Float16>(value.real());
    break;
  case DataType::r_16bf:
    static_cast<std::uint16_t *>(base)[n] = to_brain(static_cast<float>(value.real()));
    break;
  case DataType::r_32f:
    static_cast<float *>(base)[n] = static_cast<float>(value.real());
    break;
  case DataType::r_64f:
    static_cast<double *>(base)[n] = value.real();
    break;
  case DataType::c_32f:
    static_cast<std::complex<float> *>(base)[n] = std::complex<float>(value);
    break;
  case DataType::c_64f:
    static_cast<std::complex<double> *>(base)[n] = value;
    break;
  }
}

struct Matrix {
  const void *base;
  std::int64_t apart, step;
  Operation turned;

  Number at(DataType type, std::int64_t n, std::int64_t row, std::int64_t column) const {
    if (turned != Operation::plain)
      std::swap(row, column);
    const Number number = load(base, type, n * step + row + column * apart);
    return turned == Operation::conjugated ? std::conj(number) : number;
  }
};

/// Factors are of what is computed in, and in the host's memory.
Number factor(const void *at, DataType type) {
  const bool is_complex = type == DataType::c_32f || type == DataType::c_64f;
  const bool is_wide = type == DataType::c_64f || type == DataType::r_64f;
  return load(at, is_complex ? type : is_wide ? DataType::r_64f : DataType::r_32f, 0);
}

int multiply(const Handle &handle, const char *call, std::int64_t m, std::int64_t n, std::int64_t k, const void *alpha,
             const Matrix &a, const Matrix &b, const void *beta, void *c, DataType type, DataType result,
             std::int64_t ldc, std::int64_t c_step, std::int64_t count, int compute) {
  fake::log(fmt::format("{} {} {}{} m={} n={} k={} lda={} ldb={} ldc={} count={} compute={} mode={}", call,
                        static_cast<int>(type), "NTC"[static_cast<int>(a.turned)], "NTC"[static_cast<int>(b.turned)], m,
                        n, k, a.apart, b.apart, ldc, count, compute, handle.mode));
  for (const void *pointer : {a.base, b.base, static_cast<const void *>(c)})
    fake::expect_device_memory(call, pointer);
  const bool wide = type == DataType::r_64f || type == DataType::c_64f;
  const bool is_half = type == DataType::r_16f || type == DataType::r_16bf;
  if (compute != (wide ? 70 : 68) || (result != type && !(is_half && result == DataType::r_32f)))
    fake::complain("types or precision");
  if (a.apart < (a.turned == Operation::plain ? m : k) || b.apart < (b.turned == Operation::plain ? k : n) || ldc < m)
    return 7;
  fake::enqueue(handle.stream, [=, by = factor(alpha, type), over = factor(beta, type)] {
    for (std::int64_t matrix = 0; matrix < count; ++matrix)
      for (std::int64_t column = 0; column < n; ++column)
        for (std::int64_t row = 0; row < m; ++row) {
          Number sum = 0;
          for (std::int64_t depth = 0; depth < k; ++depth)
            sum += a.at(type, matrix, row, depth) * b.at(type, matrix, depth, column);
          const std::int64_t to = matrix * c_step + row + column * ldc;
          store(c, result, to, by * sum + (over == 0. ? 0. : over * load(c, result, to)));
        }
  });
  return 0;
}

} // namespace

extern "C" {

int cublasCreate_v2(void **handle) {
  fake::log("cublasCreate");
  *handle = new Handle;
  return static_cast<int>(fake::number("cublas", 0));
}

int cublasSetStream_v2(void *handle, CUstream stream) {
  static_cast<Handle *>(handle)->stream = stream;
  return 0;
}

int cublasSetMathMode(void *handle, int mode) {
  static_cast<Handle *>(handle)->mode = mode;
  return 0;
}

int cublasGemmEx_64(void *handle, Operation a_turned, Operation b_turned, std::int64_t m, std::int64_t n,
                    std::int64_t k, const void *alpha, const void *a, DataType a_type, std::int64_t lda, const void *b,
                    DataType, std::int64_t ldb, const void *beta, void *c, DataType c_type, std::int64_t ldc,
                    int compute, int) {
  return multiply(*static_cast<Handle *>(handle), "gemm", m, n, k, alpha, {a, lda, 0, a_turned}, {b, ldb, 0, b_turned},
                  beta, c, a_type, c_type, ldc, 0, 1, compute);
}

int cublasGemmStridedBatchedEx_64(void *handle, Operation a_turned, Operation b_turned, std::int64_t m, std::int64_t n,
                                  std::int64_t k, const void *alpha, const void *a, DataType a_type, std::int64_t lda,
                                  long long a_step, const void *b, DataType, std::int64_t ldb, long long b_step,
                                  const void *beta, void *c, DataType c_type, std::int64_t ldc, long long c_step,
                                  std::int64_t count, int compute, int) {
  return multiply(*static_cast<Handle *>(handle), "gemm_stack", m, n, k, alpha, {a, lda, a_step, a_turned},
                  {b, ldb, b_step, b_turned}, beta, c, a_type, c_type, ldc, c_step, count, compute);
}

} // extern "C"

// Whatever Weft takes from the library is here, with the same parameters.
#define WEFT_PRESENT(name, symbol, parameters) static_assert(std::is_same_v<decltype(&symbol), int(*) parameters>);
WEFT_CUBLAS_FUNCTIONS(WEFT_PRESENT)
