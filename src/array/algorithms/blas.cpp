#include "array/algorithms/blas.hpp"

#include "array/algorithms/openblas.hpp"
#include "support/env.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::array::blas {

namespace {

enum Order : int { row_major = 101 };
enum Transpose : int { plain = 111, transposed = 112 };

/// cblas_?gemm with integers of 32 or 64 bits; scalars of complex types come by address.
template <class Int, class Scalar>
using Gemm = void(int order, int transpose_a, int transpose_b, Int m, Int n, Int k, Scalar alpha, const void *a,
                  Int lda, const void *b, Int ldb, Scalar beta, void *c, Int ldc);

struct Products {
  void *s = nullptr, *d = nullptr, *c = nullptr, *z = nullptr;

  void *of(Dtype dtype) const {
    switch (dtype) {
    case Dtype::f32:
      return s;
    case Dtype::f64:
      return d;
    case Dtype::c64:
      return c;
    case Dtype::c128:
      return z;
    default:
      return nullptr;
    }
  }
};

Products find() {
  if (env::text("WEFT_BLAS") == "0")
    return {};
  const OpenBlas &library = openblas();
  if (library.handle == nullptr) {
    explain("array", "matrix products: no BLAS was found, Weft's own kernels compute them");
    return {};
  }
  explain("array", "matrix products: by {}", library.path);
  return {library.symbol("cblas_sgemm"), library.symbol("cblas_dgemm"), library.symbol("cblas_cgemm"),
          library.symbol("cblas_zgemm")};
}

const Products &products() {
  static constinit Lazy<Products> found;
  return found.get(find);
}

template <class Int, class Scalar>
void call(void *function, const std::int64_t (&sizes)[3], const Matrix &a, const Matrix &b, void *c, Scalar one,
          Scalar zero) {
  const auto [rows, columns, depth] = sizes;
  const auto gemm = reinterpret_cast<Gemm<Int, Scalar> *>(function);
  gemm(row_major, a.transposed ? transposed : plain, b.transposed ? transposed : plain, Int(rows), Int(columns),
       Int(depth), one, a.first, Int(a.apart), b.first, Int(b.apart), zero, c, Int(columns));
}

template <class Int>
void call(Dtype dtype, void *function, const std::int64_t (&sizes)[3], const Matrix &a, const Matrix &b, void *c) {
  static constexpr double one[2] = {1, 0}, zero[2] = {0, 0};
  static constexpr float one_f[2] = {1, 0}, zero_f[2] = {0, 0};
  switch (dtype) {
  case Dtype::f32:
    return call<Int, float>(function, sizes, a, b, c, 1, 0);
  case Dtype::f64:
    return call<Int, double>(function, sizes, a, b, c, 1, 0);
  case Dtype::c64:
    return call<Int, const void *>(function, sizes, a, b, c, one_f, zero_f);
  default:
    return call<Int, const void *>(function, sizes, a, b, c, one, zero);
  }
}

} // namespace

bool multiplies(Dtype dtype) {
  return products().of(dtype) != nullptr;
}

void multiply(Dtype dtype, std::int64_t rows, std::int64_t columns, std::int64_t depth, const Matrix &a,
              const Matrix &b, void *c, int threads) {
  void *const function = products().of(dtype);
  WEFT_CHECK(function != nullptr, "BLAS: no product of {}", static_cast<int>(dtype));
  const OpenBlasThreads limit(threads);
  const std::int64_t sizes[] = {rows, columns, depth};
  if (openblas().long_integers)
    call<std::int64_t>(dtype, function, sizes, a, b, c);
  else
    call<std::int32_t>(dtype, function, sizes, a, b, c);
}

} // namespace weft::array::blas
