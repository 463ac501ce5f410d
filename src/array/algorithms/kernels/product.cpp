// Matrix products by classes of numbers: integers wrap alike in unsigned ones, half is summed in float, truth by or.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"

namespace weft::algorithms {

template <class T> struct Complex {
  T re, im;
};

/// How elements are multiplied: what they are, what sums are.
template <class T, class S = T> struct Plain {
  using Element = T;
  using Sum = S;
  static void add_product(Sum &sum, Element a, Element b) { sum = S(sum + S(S(a) * S(b))); }
  static Element rounded(Sum sum) { return T(sum); }
};
struct Truth {
  using Element = std::uint8_t;
  using Sum = std::uint8_t;
  static void add_product(Sum &sum, Element a, Element b) { sum = Sum(sum | (a & b)); }
  static Element rounded(Sum sum) { return sum; }
};
template <class T> struct OfComplex {
  using Element = Complex<T>;
  using Sum = Complex<T>;
  static void add_product(Sum &sum, Element a, Element b) {
    sum.re += a.re * b.re;
    sum.re -= a.im * b.im;
    sum.im += a.re * b.im;
    sum.im += a.im * b.re;
  }
  static Element rounded(Sum sum) { return sum; }
};

/// By number, as matrix_product.cpp knows them.
template <int Class> struct Numbers;
template <> struct Numbers<0> : Truth {};
template <> struct Numbers<1> : Plain<std::uint8_t> {};
template <> struct Numbers<2> : Plain<std::uint16_t, std::uint32_t> {};
template <> struct Numbers<3> : Plain<std::uint32_t> {};
template <> struct Numbers<4> : Plain<std::uint64_t> {};
template <> struct Numbers<5> : Plain<_Float16, float> {};
template <> struct Numbers<6> : Plain<float> {};
template <> struct Numbers<7> : Plain<double> {};
template <> struct Numbers<8> : OfComplex<float> {};
template <> struct Numbers<9> : OfComplex<double> {};

constexpr std::int64_t panel = 64, rows_at_once = 4;

/// B in panels of 64 columns, each row of a panel in one piece; columns beyond the last are zero.
template <int Bytes> struct pack_panels : ProductArguments {
  void operator()(sycl::item<1> item) const {
    using T = Element<Bytes>;
    const std::int64_t i = item.get_linear_id(), panels = (columns + panel - 1) / panel;
    const std::int64_t column = i % panel, row = i / panel % depth, which = i / panel / depth;
    const std::int64_t batch = which / panels, j = (which - batch * panels) * panel + column;
    as<T>(packed)[i] = j < columns ? as<const T>(b)[batch * depth * columns + row * columns + j] : T{};
  }
};

/// A group is a panel of columns; its work-items go down some rows, four at once, in slices of the depth.
template <int Class> struct product_of_panels : ProductArguments {
  using N = Numbers<Class>;
  using T = typename N::Element;
  using Sum = typename N::Sum;

  void operator()(sycl::nd_item<1> item) const {
    const std::int64_t panels = (columns + panel - 1) / panel, strips = (rows + strip - 1) / strip;
    const std::int64_t group = item.get_group(0), which = group % panels, rest = group / panels;
    const std::int64_t first = rest % strips * strip, batch = rest / strips;
    const std::int64_t last = first + strip < rows ? first + strip : rows;
    const std::int64_t column = item.get_local_id(0), j = which * panel + column;
    const T *left = as<const T>(a) + batch * a_batch;
    const T *right = as<const T>(packed) + (batch * b_batched * panels + which) * depth * panel + column;
    T *to = as<T>(c) + batch * rows * columns + j;
    if (j >= columns)
      return;
    std::int64_t row = first;
    for (; row + rows_at_once <= last; row += rows_at_once) {
      Sum sums[rows_at_once] = {};
      const T *r0 = left + row * depth, *r1 = r0 + depth, *r2 = r1 + depth, *r3 = r2 + depth;
      for (std::int64_t k = 0; k < depth; ++k) {
        const T value = right[k * panel];
        N::add_product(sums[0], r0[k], value);
        N::add_product(sums[1], r1[k], value);
        N::add_product(sums[2], r2[k], value);
        N::add_product(sums[3], r3[k], value);
      }
      for (int r = 0; r < rows_at_once; ++r)
        to[(row + r) * columns] = N::rounded(sums[r]);
    }
    for (; row < last; ++row) {
      Sum sum = {};
      for (std::int64_t k = 0; k < depth; ++k)
        N::add_product(sum, left[row * depth + k], right[k * panel]);
      to[row * columns] = N::rounded(sum);
    }
  }
};

/// A group computes 64 x 64 elements, each work-item 4 x 4 of them, over slices of the depth in local memory.
constexpr int side = 64, slice = 16, threads = 256;

template <int Class> struct product_of_tiles : ProductArguments {
  using N = Numbers<Class>;
  using T = typename N::Element;
  using Sum = typename N::Sum;

  void operator()(sycl::nd_item<1> item) const {
    const std::int64_t across = (columns + side - 1) / side, down = (rows + side - 1) / side;
    const std::int64_t group = item.get_group(0), batch = group / across / down;
    const std::int64_t top = group / across % down * side, left = group % across * side;
    const T *from_a = as<const T>(a) + batch * a_batch;
    const T *from_b = as<const T>(b) + batch * b_batched * depth * columns;
    const int me = static_cast<int>(item.get_local_id(0)), x = me % 16, y = me / 16;
    T *tile_a = static_cast<T *>(__weft_local_mem()), *tile_b = tile_a + side * slice; // by depth
    Sum sums[4][4] = {};
    for (std::int64_t k = 0; k < depth; k += slice) {
      for (int i = me; i < side * slice; i += threads) {
        const std::int64_t row = top + i / slice, at = k + i % slice;
        tile_a[i % slice * side + i / slice] = row < rows && at < depth ? from_a[row * depth + at] : T{};
        const std::int64_t deep = k + i / side, column = left + i % side;
        tile_b[i] = deep < depth && column < columns ? from_b[deep * columns + column] : T{};
      }
      meet();
      for (int d = 0; d < slice; ++d)
        for (int r = 0; r < 4; ++r)
          for (int s = 0; s < 4; ++s)
            N::add_product(sums[r][s], tile_a[d * side + y + 16 * r], tile_b[d * side + x + 16 * s]);
      meet();
    }
    T *to = as<T>(c) + batch * rows * columns;
    for (int r = 0; r < 4; ++r)
      for (int s = 0; s < 4; ++s) {
        const std::int64_t row = top + y + 16 * r, column = left + x + 16 * s;
        if (row < rows && column < columns)
          to[row * columns + column] = N::rounded(sums[r][s]);
      }
  }
};

} // namespace weft::algorithms

#define WEFT_FOR_NUMBERS(Kind, K)                                                                                      \
  Kind(K<0>) Kind(K<1>) Kind(K<2>) Kind(K<3>) Kind(K<4>) Kind(K<5>) Kind(K<6>) Kind(K<7>) Kind(K<8>) Kind(K<9>)
WEFT_FOR_ELEMENTS(WEFT_RANGE_KERNEL, weft::algorithms::pack_panels)
WEFT_FOR_NUMBERS(WEFT_ND_KERNEL, weft::algorithms::product_of_panels)
WEFT_FOR_NUMBERS(WEFT_ND_KERNEL, weft::algorithms::product_of_tiles)
