// BLAS of vectors in USM as SYCL kernels: sums, products, norms and the largest elements.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <oneapi/mkl/blas/buffers.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas {

namespace detail {

using Int = std::int64_t;
using Events = std::vector<sycl::event>;

/// That the other arguments say the type of.
template <class T> struct Same {
  using type = T;
};
template <class T> using Scalar = typename Same<T>::type;

template <class T> struct is_complex : std::false_type {
  using real = T;
};
template <class T> struct is_complex<std::complex<T>> : std::true_type {
  using real = T;
};
template <class T> using Real = typename is_complex<T>::real;

template <bool Conjugates, class T> T factor(T a) {
  if constexpr (Conjugates && is_complex<T>::value)
    return T(a.real(), -a.imag());
  else
    return a;
}

/// Without the tests for infinity that the library's product makes.
template <class T> T times(T a, T b) {
  if constexpr (is_complex<T>::value)
    return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  else
    return a * b;
}

/// BLAS has vectors of negative increments begin at their end.
template <class T> T *first_of(T *x, Int n, Int increment) {
  return increment < 0 ? x + (1 - n) * increment : x;
}

inline sycl::range<1> count_of(Int n) {
  return static_cast<std::size_t>(n > 0 ? n : 0);
}

/// Calls each(x[i], y[i]) in a kernel.
template <class X, class Y, class Each>
sycl::event for_pairs(sycl::queue &queue, Int n, X *x, Int x_step, Y *y, Int y_step, const Events &after, Each each) {
  x = first_of(x, n, x_step);
  y = first_of(y, n, y_step);
  return queue.parallel_for(count_of(n), after, [=](sycl::id<1> id) {
    const Int i = static_cast<Int>(id[0]);
    each(x[i * x_step], y[i * y_step]);
  });
}

struct Add {
  template <class T> T operator()(T a, T b) const { return a + b; }
};

template <class T, class Fold> auto reduced(T *result, T identity, Fold fold) {
  return sycl::reduction(result, identity, fold, {sycl::property::reduction::initialize_to_identity()});
}

/// Sums each(i) into *result.
template <class T, class Each> sycl::event sum(sycl::queue &queue, Int n, T *result, const Events &after, Each each) {
  if (n <= 0)
    return queue.fill(result, T(0), 1, after);
  return queue.parallel_for(count_of(n), after, reduced(result, T(0), Add()),
                            [=](sycl::id<1> id, auto &sum) { sum.combine(each(Int(id[0]))); });
}

template <bool Conjugates, class T>
sycl::event dot(sycl::queue &queue, Int n, const T *x, Int x_step, const T *y, Int y_step, T *result,
                const Events &after) {
  x = first_of(x, n, x_step);
  y = first_of(y, n, y_step);
  return sum(queue, n, result, after, [=](Int i) { return times(factor<Conjugates>(x[i * x_step]), y[i * y_step]); });
}

/// *result = finish(folds), where `fold` is a kernel that computes them in device memory. Default ones are those of no
/// elements.
template <class Folds, class T, class Fold, class Finish>
sycl::event through(sycl::queue &queue, Int n, T *result, const Events &after, Fold fold, Finish finish) {
  if (n <= 0)
    return queue.fill(result, finish(Folds()), 1, after);
  auto *folds = sycl::malloc_device<Folds>(1, queue);
  if (folds == nullptr)
    throw sycl::exception(sycl::make_error_code(sycl::errc::memory_allocation), "BLAS: no memory for a sum");
  const auto stored = queue.single_task(fold(folds), [=] { *result = finish(*folds); });
  queue.submit([&](sycl::handler &handler) {
    handler.depends_on(stored);
    handler.host_task([=] { sycl::free(folds, queue); });
  });
  return stored;
}

template <class T> constexpr T power_of_two(int exponent) {
  T power = 1;
  for (int i = exponent < 0 ? -exponent : exponent; i > 0; --i)
    power *= exponent < 0 ? T(0.5) : T(2);
  return power;
}

/// A sum of squares whose root neither overflows nor vanishes on the way: those of large and of small numbers are
/// summed scaled (Anderson, "Safe scaling in the level 1 BLAS", ACM TOMS 44, 2017).
template <class T> struct Squares {
  using limits = std::numeric_limits<T>;
  // Half of a sum of exponents, rounded down; all sums here are odd or even alike.
  static constexpr int half(int sum) { return sum >= 0 ? sum / 2 : -((1 - sum) / 2); }
  static constexpr T large = power_of_two<T>(half(limits::max_exponent - limits::digits + 1)),
                     little = power_of_two<T>(-half(1 - limits::min_exponent)),
                     of_large = power_of_two<T>(-half(limits::max_exponent + limits::digits)),
                     of_little = power_of_two<T>(-half(limits::min_exponent - limits::digits));

  T small = 0, medium = 0, big = 0;

  static Squares of(const std::complex<T> &a) {
    const Squares x = of(a.real()), y = of(a.imag());
    return {x.small + y.small, x.medium + y.medium, x.big + y.big};
  }

  static Squares of(T a) {
    const T size = sycl::fabs(a), scaled_down = size * of_large, scaled_up = size * of_little;
    const bool is_big = size > large, is_small = size < little;
    return {is_small ? scaled_up * scaled_up : T(0), is_big || is_small ? T(0) : size * size,
            is_big ? scaled_down * scaled_down : T(0)};
  }

  T root() const {
    if (big > 0)
      return sycl::sqrt(big + medium * of_large * of_large) / of_large;
    if (!(small > 0))
      return sycl::sqrt(medium);
    return sycl::hypot(sycl::sqrt(medium), sycl::sqrt(small) / of_little);
  }
};

/// The largest or smallest of what stands first, and where.
template <class T, bool Largest> struct Extreme {
  T value = 0;
  Int at = -1; ///< none yet

  Extreme with(const Extreme &other) const {
    if (at < 0 || other.at < 0)
      return at < 0 ? other : *this;
    const bool other_wins = Largest ? value < other.value : other.value < value;
    const bool wins = Largest ? other.value < value : value < other.value;
    return other_wins || (!wins && other.at < at) ? other : *this;
  }
};

/// As BLAS measures complex numbers: |re| + |im|.
template <class T> Real<T> size_of(T a) {
  if constexpr (is_complex<T>::value)
    return sycl::fabs(a.real()) + sycl::fabs(a.imag());
  else
    return sycl::fabs(a);
}

/// Where |re| + |im| is largest or smallest, first where several are; 0 where n or incx is not positive.
template <bool Largest> struct Place : OfBuffers<Place<Largest>> {
  using OfBuffers<Place<Largest>>::operator();
  template <class T, class Index>
  sycl::event operator()(sycl::queue &queue, Int n, const T *x, Int incx, Index *result,
                         index_base base = index_base::zero, const Events &dependencies = {}) const {
    static_assert(std::is_integral_v<Index>);
    using Found = Extreme<Real<T>, Largest>;
    const auto first = static_cast<Index>(base);
    return through<Found>(
        queue, incx > 0 ? n : 0, result, dependencies,
        [&](Found *found) {
          const auto better = [](const Found &a, const Found &b) { return a.with(b); };
          return queue.parallel_for(count_of(n), dependencies, reduced(found, Found(), better),
                                    [=](sycl::id<1> id, auto &best) {
                                      const Int i = static_cast<Int>(id[0]);
                                      best.combine({size_of(x[i * incx]), i});
                                    });
        },
        [=](const Found &found) { return found.at < 0 ? Index(0) : static_cast<Index>(found.at + first); });
  }

  template <class T, class Index>
  sycl::event operator()(sycl::queue &queue, Int n, const T *x, Int incx, Index *result,
                         const Events &dependencies) const {
    return (*this)(queue, n, x, incx, result, index_base::zero, dependencies);
  }
};

} // namespace detail

// Vectors have n elements, `incx` apart, from the end on where that is negative. Scalars by value, results in USM; each
// returns the event after which its result is there.

/// y = alpha * x + beta * y.
template <class T>
sycl::event axpby(sycl::queue &queue, std::int64_t n, detail::Scalar<T> alpha, const T *x, std::int64_t incx,
                  detail::Scalar<T> beta, T *y, std::int64_t incy, const std::vector<sycl::event> &dependencies = {}) {
  return detail::for_pairs(queue, n, x, incx, y, incy, dependencies,
                           [=](const T &a, T &b) { b = detail::times(alpha, a) + detail::times(beta, b); });
}

/// y = alpha * x + y.
template <class T>
sycl::event axpy(sycl::queue &queue, std::int64_t n, detail::Scalar<T> alpha, const T *x, std::int64_t incx, T *y,
                 std::int64_t incy, const std::vector<sycl::event> &dependencies = {}) {
  return detail::for_pairs(queue, n, x, incx, y, incy, dependencies,
                           [=](const T &a, T &b) { b += detail::times(alpha, a); });
}

/// x = alpha * x.
template <class T>
sycl::event scal(sycl::queue &queue, std::int64_t n, detail::Scalar<T> alpha, T *x, std::int64_t incx,
                 const std::vector<sycl::event> &dependencies = {}) {
  x = detail::first_of(x, n, incx);
  return queue.parallel_for(detail::count_of(n), dependencies, [=](sycl::id<1> id) {
    T &element = x[static_cast<std::int64_t>(id[0]) * incx];
    element = detail::times(alpha, element);
  });
}

/// y = x.
template <class T>
sycl::event copy(sycl::queue &queue, std::int64_t n, const T *x, std::int64_t incx, T *y, std::int64_t incy,
                 const std::vector<sycl::event> &dependencies = {}) {
  return detail::for_pairs(queue, n, x, incx, y, incy, dependencies, [](const T &a, T &b) { b = a; });
}

/// Each vector becomes the other.
template <class T>
sycl::event swap(sycl::queue &queue, std::int64_t n, T *x, std::int64_t incx, T *y, std::int64_t incy,
                 const std::vector<sycl::event> &dependencies = {}) {
  return detail::for_pairs(queue, n, x, incx, y, incy, dependencies, [](T &a, T &b) { std::swap(a, b); });
}

/// Turns the points (x, y) of a plane: x = c * x + s * y, y = c * y - s * x.
template <class T>
sycl::event rot(sycl::queue &queue, std::int64_t n, T *x, std::int64_t incx, T *y, std::int64_t incy, detail::Real<T> c,
                detail::Real<T> s, const std::vector<sycl::event> &dependencies = {}) {
  return detail::for_pairs(queue, n, x, incx, y, incy, dependencies, [=](T &a, T &b) {
    const T turned = c * a + s * b;
    b = c * b - s * a;
    a = turned;
  });
}

/// By a complex sine, which is conjugated for y.
template <class T, class = std::enable_if_t<detail::is_complex<T>::value>>
sycl::event rot(sycl::queue &queue, std::int64_t n, T *x, std::int64_t incx, T *y, std::int64_t incy, detail::Real<T> c,
                detail::Scalar<T> s, const std::vector<sycl::event> &dependencies = {}) {
  return detail::for_pairs(queue, n, x, incx, y, incy, dependencies, [=](T &a, T &b) {
    const T turned = c * a + detail::times(s, b);
    b = c * b - detail::times(detail::factor<true>(s), a);
    a = turned;
  });
}

template <class T>
sycl::event dot(sycl::queue &queue, std::int64_t n, const T *x, std::int64_t incx, const T *y, std::int64_t incy,
                T *result, const std::vector<sycl::event> &dependencies = {}) {
  return detail::dot<false>(queue, n, x, incx, y, incy, result, dependencies);
}

template <class T>
sycl::event dotu(sycl::queue &queue, std::int64_t n, const T *x, std::int64_t incx, const T *y, std::int64_t incy,
                 T *result, const std::vector<sycl::event> &dependencies = {}) {
  return detail::dot<false>(queue, n, x, incx, y, incy, result, dependencies);
}

/// With the first vector conjugated.
template <class T>
sycl::event dotc(sycl::queue &queue, std::int64_t n, const T *x, std::int64_t incx, const T *y, std::int64_t incy,
                 T *result, const std::vector<sycl::event> &dependencies = {}) {
  return detail::dot<true>(queue, n, x, incx, y, incy, result, dependencies);
}

/// The sum of |re| + |im|.
template <class T>
sycl::event asum(sycl::queue &queue, std::int64_t n, const T *x, std::int64_t incx, detail::Real<T> *result,
                 const std::vector<sycl::event> &dependencies = {}) {
  x = detail::first_of(x, n, incx);
  return detail::sum(queue, n, result, dependencies, [=](std::int64_t i) { return detail::size_of(x[i * incx]); });
}

/// The Euclidean norm; squares that overflow do not make it infinite.
template <class T>
sycl::event nrm2(sycl::queue &queue, std::int64_t n, const T *x, std::int64_t incx, detail::Real<T> *result,
                 const std::vector<sycl::event> &dependencies = {}) {
  using Real = detail::Real<T>;
  using Squares = detail::Squares<Real>;
  x = detail::first_of(x, n, incx);
  const auto sum = [&](Squares *squares) {
    const auto of = [](Real *total) { return detail::reduced(total, Real(0), detail::Add()); };
    return queue.parallel_for(detail::count_of(n), dependencies, of(&squares->small), of(&squares->medium),
                              of(&squares->big), [=](sycl::id<1> id, auto &small, auto &medium, auto &big) {
                                const auto square = Squares::of(x[static_cast<std::int64_t>(id[0]) * incx]);
                                small.combine(square.small);
                                medium.combine(square.medium);
                                big.combine(square.big);
                              });
  };
  return detail::through<Squares>(queue, n, result, dependencies, sum,
                                  [](const Squares &squares) { return squares.root(); });
}

WEFT_OF_BUFFERS(asum)
WEFT_OF_BUFFERS(axpby)
WEFT_OF_BUFFERS(axpy)
WEFT_OF_BUFFERS(copy)
WEFT_OF_BUFFERS(dot)
WEFT_OF_BUFFERS(dotc)
WEFT_OF_BUFFERS(dotu)
WEFT_OF_BUFFERS(nrm2)
WEFT_OF_BUFFERS(rot)
WEFT_OF_BUFFERS(scal)
WEFT_OF_BUFFERS(swap)

inline constexpr detail::Place<true> iamax;
inline constexpr detail::Place<false> iamin;

namespace row_major {
using blas::asum, blas::axpby, blas::axpy, blas::copy, blas::dot, blas::dotc, blas::dotu, blas::iamax, blas::iamin,
    blas::nrm2, blas::rot, blas::scal, blas::swap;
}
namespace column_major {
using blas::asum, blas::axpby, blas::axpy, blas::copy, blas::dot, blas::dotc, blas::dotu, blas::iamax, blas::iamin,
    blas::nrm2, blas::rot, blas::scal, blas::swap;
}

} // namespace oneapi::mkl::blas
