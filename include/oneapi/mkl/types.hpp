// What the arguments of BLAS say about matrices and places.
#pragma once

#include <oneapi/mkl_integers.h>
#include <sycl/ext/oneapi/bfloat16.hpp>

namespace oneapi::mkl {

using bfloat16 = sycl::ext::oneapi::bfloat16;

enum class transpose : char { nontrans = 0, trans = 1, conjtrans = 3, N = 0, T = 1, C = 3 };
enum class index_base : char { zero = 0, one = 1 };
enum class uplo : char { upper = 0, lower = 1, U = 0, L = 1 };
enum class side : char { left = 0, right = 1, L = 0, R = 1 };
enum class layout : char { row_major = 0, col_major = 1, R = 0, C = 1 };
enum class diag : char { nonunit = 0, unit = 1, N = 0, U = 1 };
enum class job : char {
  novec = 0,
  vec = 1,
  updatevec = 2,
  allvec = 3,
  somevec = 4,
  overwritevec = 5,
  N = 0,
  V = 1,
  U = 2,
  A = 3,
  S = 4,
  O = 5
};
enum class jobsvd : char { novec = 0, vectors = 1, vectorsina = 2, somevec = 3, N = 0, A = 1, O = 2, S = 3 };

} // namespace oneapi::mkl
