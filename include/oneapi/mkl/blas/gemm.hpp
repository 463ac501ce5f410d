// C = alpha * op(A) * op(B) + beta * C of matrices in rows: by a library, or by a kernel that suits the device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <oneapi/mkl/blas/library.hpp>
#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <sycl/ext/oneapi/experimental/async_alloc/async_alloc.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

/// What sums of numbers of a type are kept in.
template <class T> using SumOf = std::conditional_t<(sizeof(T) < 4), float, T>;
/// What they are multiplied by: fractions even of whole numbers.
template <class T> using ScaleOf = std::conditional_t<std::is_integral_v<T>, double, SumOf<T>>;

/// A result as whole numbers have it, which is the nearest one.
template <class T, class Value> T rounded(Value value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(sycl::rint(value));
  else
    return static_cast<T>(value);
}

/// How many times `part` fits into `extent`, the last time maybe not whole.
inline std::size_t parts_of(Int extent, Int part) {
  return static_cast<std::size_t>((extent + part - 1) / part);
}

/// C's element: alpha * sum + beta * element, where beta of 0 does not read it.
template <class C, class Sum, class Scale> void give(C &to, Scale alpha, const Sum &sum, Scale beta) {
  Scale value = beta == Scale(0) ? Scale(0) : Scale(to);
  update(value, alpha, Scale(sum), beta);
  to = rounded<C>(value);
}

/// Square tiles of both matrices go through local memory.
template <class C, class OfA, class OfB, class WhereC>
sycl::event multiply_by_tiles(sycl::queue &queue, Int matrices, Int m, Int n, Int k, ScaleOf<C> alpha, const OfA &of_a,
                              const OfB &of_b, ScaleOf<C> beta, const WhereC &of_c, Int ldc, const Events &after) {
  using Sum = SumOf<C>;
  constexpr Int width = 16;
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto a = of_a.in(handler);
    const auto b = of_b.in(handler);
    const auto c = of_c.in(handler, sycl::read_write);
    const sycl::local_accessor<Sum, 2> left({width, width}, handler), right({width, width}, handler);
    const sycl::nd_range<3> range(
        {static_cast<std::size_t>(matrices), parts_of(m, width) * width, parts_of(n, width) * width},
        {1, width, width});
    handler.parallel_for(range, [=](sycl::nd_item<3> item) {
      const Int matrix = static_cast<Int>(item.get_global_id(0)), row = static_cast<Int>(item.get_global_id(1)),
                column = static_cast<Int>(item.get_global_id(2)), i = static_cast<Int>(item.get_local_id(1)),
                j = static_cast<Int>(item.get_local_id(2));
      Sum sum(0);
      for (Int begin = 0; begin < k; begin += width) {
        left[i][j] = row < m && begin + j < k ? Sum(a.at(matrix, row, begin + j)) : Sum(0);
        right[i][j] = begin + i < k && column < n ? Sum(b.at(matrix, begin + i, column)) : Sum(0);
        sycl::group_barrier(item.get_group());
        for (Int l = 0; l < width; ++l)
          sum += times(left[i][l], right[l][j]);
        sycl::group_barrier(item.get_group());
      }
      if (row < m && column < n)
        give(c(matrix)[row * ldc + column], alpha, sum, beta);
    });
  });
}

/// Memory for as long as the commands of a queue that were submitted meanwhile need it.
template <class T> class Temporary {
public:
  Temporary(sycl::queue &queue, std::size_t elements)
      : queue_(queue), first_(static_cast<T *>(sycl::ext::oneapi::experimental::async_malloc(
                           queue, sycl::usm::alloc::device, elements * sizeof(T)))) {}
  ~Temporary() { sycl::ext::oneapi::experimental::async_free(queue_, first_); }
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;

  T *first() const { return first_; }

private:
  sycl::queue &queue_;
  T *first_;
};

/// Matrices of `lines` rows or, transposed, columns: packed so that `width` lines lie in one piece, element by element
/// of each, zeros where there is none.
template <class Sum, class Of>
sycl::event pack(sycl::queue &queue, Int matrices, Int lines, Int length, Int width, bool transposed, const Of &of,
                 Sum *to, const Events &after) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto matrix = of.in(handler);
    const Int pieces = static_cast<Int>(parts_of(lines, width));
    const sycl::range<2> range(static_cast<std::size_t>(matrices * pieces), static_cast<std::size_t>(length * width));
    handler.parallel_for(range, [=](sycl::item<2> item) {
      const Int piece = static_cast<Int>(item.get_id(0)), at = static_cast<Int>(item.get_id(1));
      const Int line = piece % pieces * width + at % width, i = at / width;
      const auto element = [&] {
        return transposed ? matrix.at(piece / pieces, i, line) : matrix.at(piece / pieces, line, i);
      };
      to[item.get_linear_id()] = line < lines ? Sum(element()) : Sum(0);
    });
  });
}

/// For CPUs: a group has some columns, one a work-item, and some rows, of which it takes four at once; both matrices
/// are packed as it reads them.
template <class C, class OfA, class OfB, class WhereC>
sycl::event multiply_by_panels(sycl::queue &queue, Int matrices, Int m, Int n, Int k, ScaleOf<C> alpha, const OfA &of_a,
                               const OfB &of_b, ScaleOf<C> beta, const WhereC &of_c, Int ldc, const Events &after) {
  using Sum = SumOf<C>;
  constexpr Int panel = 64, strip = 64, at_once = 4;
  const Int quads = static_cast<Int>(parts_of(m, at_once)), panels = static_cast<Int>(parts_of(n, panel));
  const Temporary<Sum> packed_a(queue, static_cast<std::size_t>(matrices * quads * at_once * k)),
      packed_b(queue, static_cast<std::size_t>(matrices * panels * panel * k));
  const Events packed = {pack(queue, matrices, m, k, at_once, false, of_a, packed_a.first(), after),
                         pack(queue, matrices, n, k, panel, true, of_b, packed_b.first(), after)};
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(packed);
    const auto c = of_c.in(handler, sycl::read_write);
    const sycl::nd_range<3> range(
        {static_cast<std::size_t>(matrices), parts_of(m, strip), static_cast<std::size_t>(panels * panel)},
        {1, 1, panel});
    handler.parallel_for(range, [=, a = packed_a.first(), b = packed_b.first()](sycl::nd_item<3> item) {
      const Int matrix = static_cast<Int>(item.get_global_id(0)), top = static_cast<Int>(item.get_global_id(1)) * strip,
                column = static_cast<Int>(item.get_global_id(2)), j = static_cast<Int>(item.get_local_id(2));
      if (column >= n)
        return;
      const Sum *const of_column = b + (matrix * panels + column / panel) * panel * k + j;
      for (Int row = top; row < std::min(top + strip, m); row += at_once) {
        const Sum *const of_rows = a + (matrix * quads + row / at_once) * at_once * k;
        Sum sums[at_once] = {Sum(0), Sum(0), Sum(0), Sum(0)};
        for (Int l = 0; l < k; ++l)
          for (Int r = 0; r < at_once; ++r)
            sums[r] += times(of_rows[l * at_once + r], of_column[l * panel]);
        for (Int r = 0; r < std::min(at_once, m - row); ++r)
          give(c(matrix)[(row + r) * ldc + column], alpha, sums[r], beta);
      }
    });
  });
}

/// What is less work is over before two commands more have begun.
inline bool is_for_panels(const sycl::queue &queue, Int m, Int n, Int k) {
  constexpr double least = 192. * 192. * 192.;
  constexpr Int fewest = 16;
  return std::min(m, n) >= fewest && double(m) * double(n) * double(k) >= least && queue.get_device().is_cpu();
}

template <class C, class OfA, class OfB, class WhereC>
sycl::event gemm(sycl::queue &queue, Int matrices, Int m, Int n, Int k, ScaleOf<C> alpha, const OfA &of_a,
                 const OfB &of_b, ScaleOf<C> beta, const WhereC &of_c, Int ldc, const Events &after) {
  if constexpr (ForLibrary<C, OfA, OfB, WhereC>())
    if (is_for_library(queue, matrices, m, n, k))
      return multiply_by_library<C>(queue, matrices, m, n, k, alpha, of_a, of_b, beta, of_c, ldc, after);
  if (is_for_panels(queue, m, n, k))
    return multiply_by_panels<C>(queue, matrices, m, n, k, alpha, of_a, of_b, beta, of_c, ldc, after);
  return multiply_by_tiles<C>(queue, matrices, m, n, k, alpha, of_a, of_b, beta, of_c, ldc, after);
}

/// Matrices that lie in columns are those of the transposed product in rows.
template <Lines L, class C, class OfA, class OfB, class WhereC>
sycl::event product(sycl::queue &queue, Int matrices, Int m, Int n, Int k, ScaleOf<C> alpha, const OfA &a, const OfB &b,
                    ScaleOf<C> beta, const WhereC &c, Int ldc, const Events &after) {
  if constexpr (L == Lines::rows)
    return gemm<C>(queue, matrices, m, n, k, alpha, a, b, beta, c, ldc, after);
  else
    return gemm<C>(queue, matrices, n, m, k, alpha, b, a, beta, c, ldc, after);
}

} // namespace oneapi::mkl::blas::detail
