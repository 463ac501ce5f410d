// Takes the library that is in the process already, so that there is one pool of BLAS threads, not two.
#include "array/algorithms/blas.hpp"

#include <cstring>
#include <string>

#include <dlfcn.h>
#include <link.h>

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

struct Library {
  void *s = nullptr, *d = nullptr, *c = nullptr, *z = nullptr;
  bool long_integers = false;
  int (*set_threads)(int) = nullptr; ///< of the calling thread; gives what was set before

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

std::string loaded_openblas() {
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        const char *const slash = info->dlpi_name != nullptr ? std::strrchr(info->dlpi_name, '/') : nullptr;
        if (slash == nullptr || std::strstr(slash, "openblas") == nullptr)
          return 0;
        *static_cast<std::string *>(found) = info->dlpi_name;
        return 1;
      },
      &path);
  return path;
}

bool take(Library &library, void *handle, const std::string &prefix, const std::string &suffix) {
  const auto symbol = [&](const char *name) { return dlsym(handle, (prefix + name + suffix).c_str()); };
  library.s = symbol("cblas_sgemm");
  library.d = symbol("cblas_dgemm");
  library.c = symbol("cblas_cgemm");
  library.z = symbol("cblas_zgemm");
  return library.s != nullptr && library.d != nullptr && library.c != nullptr && library.z != nullptr;
}

Library find() {
  Library library;
  if (env::text("WEFT_BLAS") == "0")
    return {};
  std::string path = loaded_openblas();
  if (path.empty())
    path = "libopenblas.so.0";
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    explain("array", "matrix products: no BLAS was found, Weft's own kernels compute them");
    return {};
  }
  library.long_integers = take(library, handle, "scipy_", "64_") || take(library, handle, "", "64_");
  if (!library.long_integers && !take(library, handle, "scipy_", "") && !take(library, handle, "", ""))
    return {};
  library.set_threads = reinterpret_cast<int (*)(int)>(dlsym(handle, "openblas_set_num_threads_local"));
  explain("array", "matrix products: by {}", path);
  return library;
}

const Library &library() {
  static constinit Lazy<Library> found;
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
  return library().of(dtype) != nullptr;
}

void multiply(Dtype dtype, std::int64_t rows, std::int64_t columns, std::int64_t depth, const Matrix &a,
              const Matrix &b, void *c, int threads) {
  const Library &blas = library();
  void *const function = blas.of(dtype);
  WEFT_CHECK(function != nullptr, "BLAS: no product of {}", static_cast<int>(dtype));
  const int before = blas.set_threads != nullptr ? blas.set_threads(threads) : 0;
  const std::int64_t sizes[] = {rows, columns, depth};
  if (blas.long_integers)
    call<std::int64_t>(dtype, function, sizes, a, b, c);
  else
    call<std::int32_t>(dtype, function, sizes, a, b, c);
  if (blas.set_threads != nullptr)
    blas.set_threads(before);
}

} // namespace weft::array::blas
