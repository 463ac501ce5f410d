// BLAS of banded and of packed matrices.
#include <algorithm>
#include <complex>
#include <vector>

#include "matrices.hpp"

using oneapi::mkl::diag;
using oneapi::mkl::transpose;
using oneapi::mkl::uplo;
namespace blas = oneapi::mkl::blas;

namespace {

using Complex = std::complex<float>;

const Complex alpha(0.5f, 2), beta(-1, 0.25f), nothing(99, 99);

/// With zeros further from the diagonal than this.
Matrix<Complex> band(Matrix<Complex> a, Int below, Int above) {
  for (Int i = 0; i < a.rows; ++i)
    for (Int j = 0; j < a.columns; ++j)
      if (i - j > below || j - i > above)
        a(i, j) = 0;
  return a;
}

/// As BLAS stores the columns of a band: the diagonal is in row `above`, what is outside of the matrix is not read.
std::vector<Complex> band_in_columns(const Matrix<Complex> &a, Int below, Int above, Int apart) {
  std::vector<Complex> stored(static_cast<std::size_t>(apart * a.columns), nothing);
  for (Int j = 0; j < a.columns; ++j)
    for (Int i = std::max<Int>(0, j - above); i < std::min(a.rows, j + below + 1); ++i)
      stored[static_cast<std::size_t>(above + i - j + j * apart)] = a(i, j);
  return stored;
}
std::vector<Complex> band_in(bool rows, const Matrix<Complex> &a, Int below, Int above, Int apart) {
  return rows ? band_in_columns(transposed(a), above, below, apart) : band_in_columns(a, below, above, apart);
}

/// The columns of one half, one after the other.
std::vector<Complex> packed_in_columns(const Matrix<Complex> &a, bool upper) {
  std::vector<Complex> stored;
  for (Int j = 0; j < a.columns; ++j)
    for (Int i = upper ? 0 : j; i < (upper ? j + 1 : a.rows); ++i)
      stored.push_back(a(i, j));
  return stored;
}
std::vector<Complex> packed_in(bool rows, const Matrix<Complex> &a, uplo half) {
  const bool upper = half == uplo::upper;
  return rows ? packed_in_columns(transposed(a), !upper) : packed_in_columns(a, upper);
}

Matrix<Complex> by(transpose op, const Matrix<Complex> &a) {
  return op == transpose::nontrans ? a : op == transpose::trans ? transposed(a) : turned(a);
}
Matrix<Complex> mirror_of_itself(Int n, bool hermitian, unsigned seed) {
  const Matrix<Complex> a = numbers<Complex>(n, n, seed);
  return a + (hermitian ? turned(a) : transposed(a));
}

constexpr transpose operations[] = {transpose::nontrans, transpose::trans, transpose::conjtrans};

} // namespace

class Banded : public EachDeviceOfMatrices {
public:
  bool rows = false; ///< how matrices lie

  template <class Check> void in_both_layouts(Check check) {
    for (const bool each : {false, true}) {
      rows = each;
      check();
    }
  }
  template <class Check> void in_both_halves(Check check) {
    in_both_layouts([&] {
      for (const uplo half : {uplo::lower, uplo::upper})
        for (const bool other : {false, true})
          check(half, other);
    });
  }

#define IN_LAYOUT(call) (rows ? blas::row_major::call : blas::column_major::call).wait()
};
WEFT_EACH_DEVICE(Banded);

TEST_P(Banded, TimesAVector) {
  const Int m = 9, n = 7, below = 2, above = 3, apart = 8;
  in_both_layouts([&] {
    const Matrix<Complex> a = band(numbers<Complex>(m, n, 1), below, above);
    const Complex *const in_a = in_usm(band_in(rows, a, below, above, apart));
    for (const transpose op : operations) {
      const Matrix<Complex> whole = by(op, a), x = numbers<Complex>(whole.columns, 1, 2),
                            y = numbers<Complex>(whole.rows, 1, 3);
      Complex *const to = in_usm(y);
      IN_LAYOUT(gbmv(q, op, m, n, below, above, alpha, in_a, apart, in_usm(x), 1, beta, to, 1));
      expect_near(from_usm(to, y.rows, 1), times(alpha, whole * x) + times(beta, y));
    }
  });
}

TEST_P(Banded, MatricesThatEqualTheirMirrorsTimesAVector) {
  const Int n = 11, reach = 3;
  in_both_halves([&](uplo half, bool hermitian) {
    const Matrix<Complex> a = mirror_of_itself(n, hermitian, 4), near = band(a, reach, reach),
                          x = numbers<Complex>(n, 1, 5), y = numbers<Complex>(n, 1, 6);
    const Int below = half == uplo::upper ? 0 : reach, above = reach - below;
    const Complex *const in_band = in_usm(band_in(rows, near, below, above, reach + 1));
    const Complex *const in_half = in_usm(packed_in(rows, a, half)), *const in_x = in_usm(x);
    Complex *const of_band = in_usm(y), *const of_half = in_usm(y);
    if (hermitian) {
      IN_LAYOUT(hbmv(q, half, n, reach, alpha, in_band, reach + 1, in_x, 1, beta, of_band, 1));
      IN_LAYOUT(hpmv(q, half, n, alpha, in_half, in_x, 1, beta, of_half, 1));
    } else {
      IN_LAYOUT(sbmv(q, half, n, reach, alpha, in_band, reach + 1, in_x, 1, beta, of_band, 1));
      IN_LAYOUT(spmv(q, half, n, alpha, in_half, in_x, 1, beta, of_half, 1));
    }
    expect_near(from_usm(of_band, n, 1), times(alpha, near * x) + times(beta, y));
    expect_near(from_usm(of_half, n, 1), times(alpha, a * x) + times(beta, y));
  });
}

TEST_P(Banded, ProductsOfVectorsAreAddedToAPackedHalf) {
  const Int n = 6;
  in_both_halves([&](uplo half, bool hermitian) {
    const Matrix<Complex> a = mirror_of_itself(n, hermitian, 4), x = numbers<Complex>(n, 1, 5),
                          y = numbers<Complex>(n, 1, 6);
    const auto mirrored = [&](const Matrix<Complex> &v) { return hermitian ? turned(v) : transposed(v); };
    Complex *const one = in_usm(packed_in(rows, a, half)), *const two = in_usm(packed_in(rows, a, half));
    const Complex *const in_x = in_usm(x), *const in_y = in_usm(y);
    if (hermitian) {
      IN_LAYOUT(hpr(q, half, n, 3.0f, in_x, 1, one));
      IN_LAYOUT(hpr2(q, half, n, alpha, in_x, 1, in_y, 1, two));
    } else {
      IN_LAYOUT(spr(q, half, n, 3.0f, in_x, 1, one));
      IN_LAYOUT(spr2(q, half, n, alpha, in_x, 1, in_y, 1, two));
    }
    const Complex other = hermitian ? std::conj(alpha) : alpha;
    const auto expect = [&](const Complex *got, const Matrix<Complex> &expected) {
      const std::vector<Complex> stored = packed_in(rows, expected, half);
      const Int count = static_cast<Int>(stored.size());
      expect_near(from_usm(got, count, 1), Matrix<Complex>{count, 1, stored});
    };
    expect(one, a + times(3, x * mirrored(x)));
    expect(two, a + times(alpha, x * mirrored(y)) + times(other, y * mirrored(x)));
  });
}

TEST_P(Banded, TrianglesWithAVector) {
  const Int n = 9, reach = 2;
  in_both_halves([&](uplo half, bool of_ones) {
    for (const transpose op : operations) {
      Matrix<Complex> a = half_of(numbers<Complex>(n, n, 7), half == uplo::lower, n, n);
      for (Int i = 0; i < n; ++i)
        a(i, i) += Complex(3, 1);
      const Matrix<Complex> x = numbers<Complex>(n, 1, 8), near = band(a, reach, reach);
      const auto as_used = [&](const Matrix<Complex> &t) {
        return by(op, half_of(t, half == uplo::lower, n, n, of_ones));
      };
      const diag ones = of_ones ? diag::unit : diag::nonunit;
      const Int below = half == uplo::upper ? 0 : reach, above = reach - below;
      const Complex *const in_band = in_usm(band_in(rows, near, below, above, reach + 2));
      const Complex *const in_half = in_usm(packed_in(rows, a, half));
      Complex *const of_band = in_usm(x), *const of_half = in_usm(x);
      IN_LAYOUT(tbmv(q, half, op, ones, n, reach, in_band, reach + 2, of_band, 1));
      IN_LAYOUT(tpmv(q, half, op, ones, n, in_half, of_half, 1));
      expect_near(from_usm(of_band, n, 1), as_used(near) * x, 1e-4);
      expect_near(from_usm(of_half, n, 1), as_used(a) * x, 1e-4);
      IN_LAYOUT(tbsv(q, half, op, ones, n, reach, in_band, reach + 2, of_band, 1));
      IN_LAYOUT(tpsv(q, half, op, ones, n, in_half, of_half, 1));
      expect_near(from_usm(of_band, n, 1), x, of_ones ? 1e-2 : 1e-4);
      expect_near(from_usm(of_half, n, 1), x, of_ones ? 1e-2 : 1e-4);
    }
  });
}

TEST_P(Banded, TakesBuffersAndStepsOfVectors) {
  const Int n = 5;
  const std::vector<float> twos(3 * n, 2), ones(n, 1);
  std::vector<float> steps(2 * n, 1000);
  for (std::size_t i = 0; i < n; ++i)
    steps[2 * i] = static_cast<float>(i);
  sycl::buffer<float> a(twos.begin(), twos.end()), x(steps.begin(), steps.end()), y(ones.begin(), ones.end());
  blas::column_major::gbmv(q, transpose::nontrans, n, n, Int(1), Int(1), 1.0f, a, Int(3), x, Int(2), 1.0f, y, Int(-1));
  const sycl::host_accessor got{y};
  for (Int i = 0; i < n; ++i) { // y runs backwards
    float sum = 1;
    for (Int k = std::max<Int>(0, i - 1); k < std::min(n, i + 2); ++k)
      sum += 2 * static_cast<float>(k);
    EXPECT_EQ(got[static_cast<std::size_t>(n - 1 - i)], sum) << i;
  }
}
