// Small matrices that a sub-group holds together (sycl_ext_oneapi_matrix), on tensor units where the device has some.
#include <cstdint>
#include <type_traits>

#include "devices.hpp"

namespace {

namespace matrix = sycl::ext::oneapi::experimental::matrix;
using matrix::layout;
using matrix::use;
using sycl::half;
using sycl::ext::oneapi::bfloat16;

using Matrices = EachDevice;
WEFT_EACH_DEVICE(Matrices);

constexpr std::size_t place(std::size_t row, std::size_t column, std::size_t stride, layout l) {
  return l == layout::row_major ? row * stride + column : column * stride + row;
}

/// Small whole numbers, exact in every type.
template <class T> T number(std::size_t n) {
  const int value = static_cast<int>(n * 7 % 13) - (std::is_same_v<T, std::uint8_t> ? 0 : 6);
  if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>)
    return static_cast<T>(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

/// A matrix in memory, whose rows (or columns) lie `gap` elements apart.
template <class T> struct Stored {
  T *data;
  std::size_t rows, columns, stride;
  layout l;
  double at(std::size_t row, std::size_t column) const {
    return static_cast<double>(data[place(row, column, stride, l)]);
  }
};

template <class T> struct element_of {
  using type = T;
};
template <> struct element_of<matrix::precision::tf32> {
  using type = float;
};
template <class T> using element = typename element_of<T>::type;

template <class Ta, class Tb, class Tc, class Td, std::size_t M, std::size_t N, std::size_t K> struct Product {
  template <class T> using element = ::element<T>;

  template <layout La, layout Lb> static void check(EachDevice &test, layout lc, std::size_t gap, std::size_t offset) {
    const auto a = stored<element<Ta>>(test, M, K, La, gap, offset);
    const auto b = stored<element<Tb>>(test, K, N, Lb, gap, offset);
    const auto c = stored<Tc>(test, M, N, lc, gap, offset);
    const auto d = stored<Td>(test, M, N, lc, gap, offset);
    test.q
        .parallel_for(sycl::nd_range<1>(64, 64),
                      [=](sycl::nd_item<1> it) {
                        const sycl::sub_group sg = it.get_sub_group();
                        if (sg.get_group_linear_id() != 0)
                          return;
                        matrix::joint_matrix<sycl::sub_group, Ta, use::a, M, K, La> ma;
                        matrix::joint_matrix<sycl::sub_group, Tb, use::b, K, N, Lb> mb;
                        matrix::joint_matrix<sycl::sub_group, Tc, use::accumulator, M, N> mc;
                        matrix::joint_matrix<sycl::sub_group, Td, use::accumulator, M, N> md;
                        matrix::joint_matrix_load(sg, ma, a.data, a.stride);
                        matrix::joint_matrix_load(sg, mb, b.data, b.stride);
                        matrix::joint_matrix_load(sg, mc, c.data, c.stride, lc);
                        matrix::joint_matrix_mad(sg, md, ma, mb, mc);
                        matrix::joint_matrix_apply(sg, md, [](Td &x, std::size_t row, std::size_t column) {
                          x = static_cast<Td>(static_cast<float>(x) + static_cast<float>(row) -
                                              2 * static_cast<float>(column));
                        });
                        matrix::joint_matrix_store(sg, md, d.data, d.stride, lc);
                      })
        .wait();
    for (std::size_t row = 0; row < M; ++row)
      for (std::size_t column = 0; column < N; ++column) {
        double sum = c.at(row, column) + static_cast<double>(row) - 2 * static_cast<double>(column);
        for (std::size_t k = 0; k < K; ++k)
          sum += a.at(row, k) * b.at(k, column);
        ASSERT_EQ(d.at(row, column), sum)
            << row << ", " << column << ", gap " << gap << ", layouts " << int(La) << int(Lb) << int(lc);
      }
  }

  static void check_all(EachDevice &test) {
    constexpr layout row = layout::row_major, col = layout::col_major;
    const auto [gap, offset] = std::pair<std::size_t, std::size_t>{8, 0};
    check<row, row>(test, row, gap, offset);
    check<row, col>(test, col, gap, offset);
    check<col, row>(test, row, gap, offset);
    check<col, col>(test, col, gap, offset);
    check<row, col>(test, row, 3, 0); // where words of memory hold parts of two neighbours
    check<col, row>(test, col, 8, 1);
  }

private:
  template <class T>
  static Stored<T> stored(EachDevice &test, std::size_t rows, std::size_t columns, layout l, std::size_t gap,
                          std::size_t offset) {
    const std::size_t stride = (l == layout::row_major ? columns : rows) + gap;
    const std::size_t count = stride * (l == layout::row_major ? rows : columns) + offset;
    T *data = test.template shared<T>(count);
    for (std::size_t i = 0; i < count; ++i)
      data[i] = number<T>(i);
    return {data + offset, rows, columns, stride, l};
  }
};

template <class T, class Tc, class Td> void check_shapes(EachDevice &test) {
  Product<T, T, Tc, Td, 16, 16, 16>::check_all(test);
  Product<T, T, Tc, Td, 32, 8, 16>::check_all(test);
  Product<T, T, Tc, Td, 8, 32, 16>::check_all(test);
}

TEST_P(Matrices, OfHalf) {
  if (!q.get_device().has(sycl::aspect::fp16))
    GTEST_SKIP() << "no half";
  check_shapes<half, float, float>(*this);
  Product<half, half, half, half, 16, 16, 16>::check_all(*this);
  Product<half, half, half, float, 8, 32, 16>::check_all(*this);
}

TEST_P(Matrices, OfBfloat16) {
  check_shapes<bfloat16, float, float>(*this);
}

TEST_P(Matrices, OfBytes) {
  check_shapes<std::int8_t, std::int32_t, std::int32_t>(*this);
  Product<std::uint8_t, std::uint8_t, std::int32_t, std::int32_t, 16, 16, 16>::check_all(*this);
  Product<std::int8_t, std::uint8_t, std::int32_t, std::int32_t, 16, 16, 16>::check_all(*this);
  Product<std::uint8_t, std::int8_t, std::int32_t, std::int32_t, 8, 32, 16>::check_all(*this);
}

TEST_P(Matrices, OfTf32AndDouble) {
  Product<matrix::precision::tf32, matrix::precision::tf32, float, float, 16, 16, 8>::check_all(*this);
  if (q.get_device().has(sycl::aspect::fp64))
    Product<double, double, double, double, 8, 8, 4>::check_all(*this);
}

TEST_P(Matrices, OfShapesThatNoUnitHas) {
  Product<bfloat16, bfloat16, float, float, 8, 16, 16>::check_all(*this);
  Product<std::int8_t, std::int8_t, std::int32_t, std::int32_t, 8, 16, 32>::check_all(*this);
  Product<float, float, float, float, 4, 4, 4>::check_all(*this);
}

TEST_P(Matrices, MoveBetweenUses) {
  constexpr std::size_t n = 16;
  float *from = shared<float>(n * n), *seen = shared<float>(n * n);
  bfloat16 *to = shared<bfloat16>(n * n);
  for (std::size_t i = 0; i < n * n; ++i)
    from[i] = static_cast<float>(i % 200);
  q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
     const sycl::sub_group sg = it.get_sub_group();
     if (sg.get_group_linear_id() != 0)
       return;
     matrix::joint_matrix<sycl::sub_group, float, use::accumulator, n, n> sum, plus;
     matrix::joint_matrix<sycl::sub_group, bfloat16, use::a, n, n, layout::row_major> factor;
     matrix::joint_matrix<sycl::sub_group, bfloat16, use::b, n, n, layout::col_major> other;
     matrix::joint_matrix_load(sg, sum, from, n, layout::row_major);
     matrix::joint_matrix_copy(sg, sum, factor);
     matrix::joint_matrix_store(sg, factor, to, n);
     matrix::joint_matrix_copy(sg, factor, other);
     matrix::joint_matrix_fill(sg, plus, 0.0f);
     matrix::joint_matrix_apply(sg, plus, other, [](float &x, bfloat16 &y) {
       x = static_cast<float>(y) + 1;
       y = 0.0f;
     });
     matrix::joint_matrix_apply(sg, other, [=](bfloat16 &y) {
       if (static_cast<float>(y) != 0)
         seen[0] = -1;
     });
     matrix::joint_matrix_store(sg, plus, seen, n, layout::row_major);
   }).wait();
  for (std::size_t i = 0; i < n * n; ++i) {
    ASSERT_EQ(static_cast<float>(to[i]), from[i]) << i;
    ASSERT_EQ(seen[i], from[i] + 1) << i;
  }
}

TEST_P(Matrices, ProductsInStripsOfAWholeMatrix) {
  constexpr std::size_t n = 64, tile = 16;
  half *a = shared<half>(n * n), *b = shared<half>(n * n);
  float *c = shared<float>(n * n);
  if (!q.get_device().has(sycl::aspect::fp16))
    GTEST_SKIP() << "no half";
  for (std::size_t i = 0; i < n * n; ++i)
    a[i] = number<half>(i), b[i] = number<half>(i * 5 + 1);
  const std::size_t lanes = q.get_device().is_gpu() ? 32 : 8;
  q.parallel_for(sycl::nd_range<2>({n / tile, n / tile * lanes}, {1, lanes}), [=](sycl::nd_item<2> it) {
     const sycl::sub_group sg = it.get_sub_group();
     if (sg.get_group_linear_id() != 0)
       return;
     const std::size_t row = it.get_group(0) * tile, column = it.get_group(1) * tile;
     matrix::joint_matrix<sycl::sub_group, half, use::a, tile, tile, layout::row_major> ma;
     matrix::joint_matrix<sycl::sub_group, half, use::b, tile, tile, layout::row_major> mb;
     matrix::joint_matrix<sycl::sub_group, float, use::accumulator, tile, tile> mc;
     matrix::joint_matrix_fill(sg, mc, 0.0f);
     for (std::size_t k = 0; k < n; k += tile) {
       if (k + tile < n) {
         namespace ask = sycl::ext::oneapi::experimental;
         matrix::joint_matrix_prefetch<tile, tile>(sg, a + row * n + k + tile, n, layout::row_major,
                                                   ask::properties{ask::prefetch_hint_L1});
         matrix::joint_matrix_prefetch<tile, tile>(sg, b + (k + tile) * n + column, n, layout::row_major);
       }
       matrix::joint_matrix_load(sg, ma, a + row * n + k, n);
       matrix::joint_matrix_load(sg, mb, b + k * n + column, n);
       matrix::joint_matrix_mad(sg, mc, ma, mb, mc);
     }
     matrix::joint_matrix_store(sg, mc, c + row * n + column, n, layout::row_major);
   }).wait();
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (std::size_t k = 0; k < n; ++k)
        sum += static_cast<float>(a[row * n + k]) * static_cast<float>(b[k * n + column]);
      ASSERT_EQ(c[row * n + column], sum) << row << ", " << column;
    }
}

/// A matrix of 13 x 11 in parts of 8 x 8, of which those at the end reach beyond it.
template <layout L> void copy_in_parts(EachDevice &test, sycl::queue &q) {
  constexpr std::size_t rows = 13, columns = 11, part = 8, stride = 17;
  float *const from = test.shared<float>(stride * stride, 77.f), *const to = test.shared<float>(stride * stride, -1.f);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      from[place(r, c, stride, L)] = static_cast<float>(100 * r + c);
  float *const sums = test.shared<float>(2);
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
     namespace checked = sycl::ext::intel::experimental::matrix;
     const sycl::sub_group sg = it.get_sub_group();
     if (sg.get_group_linear_id() != 0)
       return;
     float filled = 0, outside = 0;
     for (std::size_t r = 0; r < rows; r += part)
       for (std::size_t c = 0; c < columns; c += part) {
         matrix::joint_matrix<sycl::sub_group, float, use::accumulator, part, part> m;
         checked::joint_matrix_load_checked(sg, m, from, stride, L, rows, columns, r, c);
         matrix::joint_matrix_apply(sg, m, [&](float &x, std::size_t i, std::size_t j) {
           outside += r + i >= rows || c + j >= columns ? sycl::fabs(x) : 0.f;
         });
         checked::joint_matrix_store_checked(sg, m, to, stride, L, rows, columns, r, c);
         checked::joint_matrix_fill_checked(sg, m, 1.0f, rows, columns, r, c);
         matrix::joint_matrix_apply(sg, m, [&](float &x) { filled += x; });
       }
     filled = sycl::reduce_over_group(sg, filled, sycl::plus<>());
     outside = sycl::reduce_over_group(sg, outside, sycl::plus<>());
     if (sg.leader()) {
       sums[0] = filled;
       sums[1] = outside;
     }
   }).wait();
  EXPECT_EQ(sums[0], static_cast<float>(rows * columns));
  EXPECT_EQ(sums[1], 0);
  for (std::size_t r = 0; r < stride; ++r)
    for (std::size_t c = 0; c < stride; ++c) {
      const bool inside = r < rows && c < columns;
      EXPECT_EQ(to[place(r, c, stride, L)], inside ? static_cast<float>(100 * r + c) : -1.f) << r << ' ' << c;
    }
}

TEST_P(Matrices, PartsThatReachBeyondTheEnd) {
  copy_in_parts<layout::row_major>(*this, q);
  copy_in_parts<layout::col_major>(*this, q);
  // Packed: two rows of halves count as one of words.
  half *const from = shared<half>(8 * 16, half(3.0f)), *const to = shared<half>(8 * 16, half(-1.0f));
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
     namespace checked = sycl::ext::intel::experimental::matrix;
     const sycl::sub_group sg = it.get_sub_group();
     if (sg.get_group_linear_id() != 0)
       return;
     matrix::joint_matrix<sycl::sub_group, half, use::b, 16, 8, layout::ext_intel_packed> m;
     checked::joint_matrix_load_checked(sg, m, from, 16, 8, 16, 2, 4);
     checked::joint_matrix_store_checked(sg, m, to, 16, 8, 16, 0, 0);
   }).wait();
  for (std::size_t r = 0; r < 8; ++r)
    for (std::size_t c = 0; c < 16; ++c)
      EXPECT_EQ(static_cast<float>(to[r * 16 + c]), r < 6 && c < 12 ? 3.f : 0.f) << r << ' ' << c;
}

} // namespace
