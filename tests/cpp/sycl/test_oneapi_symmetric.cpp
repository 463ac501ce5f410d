// BLAS of symmetric and Hermitian matrices, of vectors that are added to a matrix as products, and of rotations.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "matrices.hpp"

using lapack::detail::Real;
using oneapi::mkl::side;
using oneapi::mkl::transpose;
using oneapi::mkl::uplo;
namespace blas = oneapi::mkl::blas;

namespace {

using Complex = std::complex<float>;

const Complex alpha(0.5f, 2), beta(-1, 0.25f), nothing(99, 99);

Matrix<Complex> mirrored(const Matrix<Complex> &a, bool hermitian) {
  return hermitian ? turned(a) : transposed(a);
}
/// Equals its mirror.
Matrix<Complex> mirror_of_itself(Int n, bool hermitian, unsigned seed) {
  const Matrix<Complex> a = numbers<Complex>(n, n, seed);
  return a + mirrored(a, hermitian);
}

} // namespace

/// Calls in both layouts, with the matrices' other halves filled with what nobody may read.
class Symmetric : public EachDeviceOfMatrices {
public:
  bool rows = false; ///< how matrices lie

  template <class Check> void in_both_layouts(Check check) {
    for (const bool each : {false, true}) {
      rows = each;
      for (const uplo half : {uplo::lower, uplo::upper})
        for (const bool hermitian : {false, true})
          check(half, hermitian);
    }
  }

  Complex *given(const Matrix<Complex> &a) { return in_usm(rows ? transposed(a) : a); }
  Complex *given_half(const Matrix<Complex> &a, uplo half) { return given(with_half(a, half)); }
  Matrix<Complex> got(const Complex *p, Int m, Int n) const {
    return rows ? transposed(from_usm(p, n, m)) : from_usm(p, m, n);
  }
  Int apart(Int m, Int n) const { return rows ? n : m; }

  static Matrix<Complex> with_half(Matrix<Complex> a, uplo half) {
    for (Int i = 0; i < a.rows; ++i)
      for (Int j = 0; j < a.columns; ++j)
        if (half == uplo::upper ? j < i : i < j)
          a(i, j) = nothing;
    return a;
  }
  void expect_half(const Complex *c, uplo half, const Matrix<Complex> &expected) {
    expect_near(got(c, expected.rows, expected.rows), with_half(expected, half));
  }

#define IN_LAYOUT(call) (rows ? blas::row_major::call : blas::column_major::call).wait()

  void products_with_mirrors(uplo half, bool hermitian, Int n, Int k) {
    const Matrix<Complex> a = numbers<Complex>(n, k, 4), b = numbers<Complex>(n, k, 5),
                          c = mirror_of_itself(n, hermitian, 6);
    const auto mirror = [&](const Matrix<Complex> &of) { return mirrored(of, hermitian); };
    const Complex other = hermitian ? std::conj(alpha) : alpha;
    for (const bool turns : {false, true}) {
      const transpose op = !turns ? transpose::nontrans : hermitian ? transpose::conjtrans : transpose::trans;
      const Complex *const in_a = given(turns ? mirror(a) : a), *const in_b = given(turns ? mirror(b) : b);
      const Int lda = turns ? apart(k, n) : apart(n, k);
      Complex *const one = given_half(c, half), *const two = given_half(c, half);
      if (hermitian) {
        IN_LAYOUT(herk(q, half, op, n, k, 3.0f, in_a, lda, 0.5f, one, n));
        IN_LAYOUT(her2k(q, half, op, n, k, alpha, in_a, lda, in_b, lda, 0.5f, two, n));
        expect_half(one, half, times(3, a * mirror(a)) + times(0.5f, c));
        expect_half(two, half, times(alpha, a * mirror(b)) + times(other, b * mirror(a)) + times(0.5f, c));
      } else {
        IN_LAYOUT(syr2k(q, half, op, n, k, alpha, in_a, lda, in_b, lda, beta, two, n));
        expect_half(two, half, times(alpha, a * mirror(b)) + times(alpha, b * mirror(a)) + times(beta, c));
      }
    }
  }
};
WEFT_EACH_DEVICE(Symmetric);

TEST_P(Symmetric, ProductsOfVectorsAreAdded) {
  for (const bool each : {false, true}) {
    rows = each;
    const Matrix<Complex> x = numbers<Complex>(5, 1, 1), y = numbers<Complex>(3, 1, 2), a = numbers<Complex>(5, 3, 3);
    Complex *const to = given(a), *const in_x = in_usm(x), *const in_y = in_usm(y);
    IN_LAYOUT(geru(q, 5, 3, alpha, in_x, 1, in_y, 1, to, apart(5, 3)));
    expect_near(got(to, 5, 3), a + times(alpha, x * transposed(y)));
    Complex *const other = given(a);
    IN_LAYOUT(gerc(q, 5, 3, alpha, in_x, 1, in_y, 1, other, apart(5, 3)));
    expect_near(got(other, 5, 3), a + times(alpha, x * turned(y)));
  }
}

TEST_P(Symmetric, MatricesTimesVectorsAndMatrices) {
  in_both_layouts([&](uplo half, bool hermitian) {
    const Int n = 19, m = 4;
    const Matrix<Complex> a = mirror_of_itself(n, hermitian, 4), x = numbers<Complex>(n, 1, 5),
                          y = numbers<Complex>(n, 1, 6), b = numbers<Complex>(n, m, 7), c = numbers<Complex>(n, m, 8);
    const Complex *const in_a = given_half(a, half), *const in_x = in_usm(x), *const in_b = given(b);
    Complex *const to = in_usm(y), *const left = given(c), *const right = given(transposed(c));
    const Complex *const in_bt = given(transposed(b));
    if (hermitian) {
      IN_LAYOUT(hemv(q, half, n, alpha, in_a, n, in_x, 1, beta, to, 1));
      IN_LAYOUT(hemm(q, side::left, half, n, m, alpha, in_a, n, in_b, apart(n, m), beta, left, apart(n, m)));
      IN_LAYOUT(hemm(q, side::right, half, m, n, alpha, in_a, n, in_bt, apart(m, n), beta, right, apart(m, n)));
    } else {
      IN_LAYOUT(symv(q, half, n, alpha, in_a, n, in_x, 1, beta, to, 1));
      IN_LAYOUT(symm(q, side::left, half, n, m, alpha, in_a, n, in_b, apart(n, m), beta, left, apart(n, m)));
      IN_LAYOUT(symm(q, side::right, half, m, n, alpha, in_a, n, in_bt, apart(m, n), beta, right, apart(m, n)));
    }
    expect_near(from_usm(to, n, 1), times(alpha, a * x) + times(beta, y));
    expect_near(got(left, n, m), times(alpha, a * b) + times(beta, c));
    expect_near(got(right, m, n), times(alpha, transposed(b) * a) + times(beta, transposed(c)));
  });
}

TEST_P(Symmetric, ProductsOfVectorsAreAddedToAHalf) {
  in_both_layouts([&](uplo half, bool hermitian) {
    const Int n = 6;
    const Matrix<Complex> a = mirror_of_itself(n, hermitian, 4), x = numbers<Complex>(n, 1, 5),
                          y = numbers<Complex>(n, 1, 6);
    const Complex *const in_x = in_usm(x), *const in_y = in_usm(y);
    Complex *const one = given_half(a, half), *const two = given_half(a, half);
    const Complex other = hermitian ? std::conj(alpha) : alpha;
    if (hermitian) {
      IN_LAYOUT(her(q, half, n, 3.0f, in_x, 1, one, n));
      IN_LAYOUT(her2(q, half, n, alpha, in_x, 1, in_y, 1, two, n));
    } else {
      IN_LAYOUT(syr(q, half, n, 3.0f, in_x, 1, one, n));
      IN_LAYOUT(syr2(q, half, n, alpha, in_x, 1, in_y, 1, two, n));
    }
    expect_half(one, half, a + times(3, x * mirrored(x, hermitian)));
    expect_half(two, half, a + times(alpha, x * mirrored(y, hermitian)) + times(other, y * mirrored(x, hermitian)));
  });
}

TEST_P(Symmetric, ProductsOfMatricesWithTheirMirrors) {
  in_both_layouts([&](uplo half, bool hermitian) {
    for (const auto &[n, k] : {std::pair<Int, Int>(6, 4), {140, 9}})
      products_with_mirrors(half, hermitian, n, k);
  });
}

TEST_P(Symmetric, RotationsTurnPointsToAnAxis) {
  for (const auto &[x, y] : {std::pair(3.0f, 4.0f), {-4.0f, 3.0f}, {0.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 0.0f}}) {
    float *const p = in_usm<float>({x, y, x, y}), *const cs = shared<float>(2);
    blas::rotg(q, p, p + 1, cs, cs + 1).wait();
    EXPECT_NEAR(cs[0] * cs[0] + cs[1] * cs[1], 1, 1e-6);
    blas::rot(q, 1, p + 2, 1, p + 3, 1, cs[0], cs[1]).wait();
    EXPECT_NEAR(p[2], p[0], 1e-5);
    EXPECT_NEAR(p[3], 0, 1e-5);
  }
  Complex *const p = in_usm<Complex>({{1, 2}, {-3, 1}, {1, 2}, {-3, 1}}), *const s = shared<Complex>(1);
  float *const c = shared<float>(1);
  blas::rotg(q, p, p + 1, c, s).wait();
  blas::rot(q, 1, p + 2, 1, p + 3, 1, *c, *s).wait();
  EXPECT_LT(std::abs(p[2] - p[0]), 1e-5);
  EXPECT_LT(std::abs(p[3]), 1e-5);
}

TEST_P(Symmetric, RotationsWithoutRootsTurnPointsToAnAxis) {
  const float points[][4] = {{2, 3, 1, 0.5f}, {1, 2, 0.25f, 3}, {1e9f, 2e-9f, 1, 2}, {2, 0, 1, 1}};
  for (const auto &[d1, d2, x, y] : points) {
    float *const p = in_usm<float>({d1, d2, x}), *const at = in_usm(std::vector<float>{x, y}),
                 *const h = shared<float>(5);
    float *const others = in_usm<float>({d1, d2, x, y}), *const same = shared<float>(5);
    blas::rotmg(q, p, p + 1, p + 2, y, h).wait();
    blas::rotmg(q, others, others + 1, others + 2, others + 3, same).wait();
    EXPECT_TRUE(std::equal(h, h + 5, same));
    blas::rotm(q, 1, at, 1, at + 1, 1, h).wait();
    EXPECT_NEAR(at[0], p[2], 1e-5f * std::abs(p[2]));
    EXPECT_NEAR(std::sqrt(p[1]) * at[1], h[0] == -2 ? std::sqrt(d2) * y : 0, 1e-5);
    EXPECT_NEAR(p[0] * p[2] * p[2] / (d1 * x * x + d2 * y * y), 1, 1e-5);
  }
}
#undef IN_LAYOUT
