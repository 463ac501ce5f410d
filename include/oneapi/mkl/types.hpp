// What the arguments of BLAS say about matrices and places.
#pragma once

namespace oneapi::mkl {

enum class transpose : char { nontrans = 0, trans = 1, conjtrans = 3, N = 0, T = 1, C = 3 };
enum class index_base : char { zero = 0, one = 1 };
enum class uplo : char { upper = 0, lower = 1, U = 0, L = 1 };

} // namespace oneapi::mkl
