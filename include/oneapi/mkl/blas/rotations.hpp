// BLAS of Givens' rotations (Lawson and others, "Basic Linear Algebra Subprograms for Fortran Usage", 1979).
#pragma once

#include <oneapi/mkl/blas/buffers.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas {

namespace detail {

/// The rotation that turns (a, b) into (r, 0). Real ones leave in b what they can be told by.
template <class T> void make_rotation(T &a, T &b, Real<T> &c, T &s) {
  if constexpr (is_complex<T>::value) {
    const Real<T> size = sycl::hypot(a.real(), a.imag());
    if (size == 0) {
      c = 0;
      s = T(1);
      a = b;
      return;
    }
    const Real<T> length = sycl::hypot(size, sycl::hypot(b.real(), b.imag()));
    const T direction = a / size;
    c = size / length;
    s = times(direction, factor<true>(b)) / length;
    a = direction * length;
  } else {
    const bool a_is_larger = sycl::fabs(a) > sycl::fabs(b);
    const T r = sycl::copysign(sycl::hypot(a, b), a_is_larger ? a : b);
    c = r == 0 ? T(1) : a / r;
    s = r == 0 ? T(0) : b / r;
    b = r == 0 ? T(0) : a_is_larger ? s : c != 0 ? 1 / c : T(1);
    a = r;
  }
}

/// The matrix of a rotation without square roots. Its flag says which elements are 1, -1 or 0 and not kept.
template <class T> struct Modified {
  T flag, h11 = 0, h21 = 0, h12 = 0, h22 = 0;

  static Modified read(const T *p) {
    if (p[0] == T(-2))
      return {p[0], 1, 0, 0, 1};
    if (p[0] == T(0))
      return {p[0], 1, p[2], p[3], 1};
    return p[0] == T(1) ? Modified{p[0], p[1], -1, 1, p[4]} : Modified{p[0], p[1], p[2], p[3], p[4]};
  }
  void write(T *p) const {
    p[0] = flag;
    if (flag == T(1) || flag == T(-1)) {
      p[1] = h11;
      p[4] = h22;
    }
    if (flag == T(0) || flag == T(-1)) {
      p[2] = h21;
      p[3] = h12;
    }
  }

  /// Keeps d within 1/4096^2 and 4096^2, where a row of the matrix takes the factor.
  void scale(T &d, T *x, T &first, T &second) {
    constexpr T by = 4096;
    while (d != 0 && (sycl::fabs(d) <= 1 / (by * by) || sycl::fabs(d) >= by * by)) {
      const bool up = sycl::fabs(d) <= 1 / (by * by);
      const T factor = up ? 1 / by : by;
      flag = -1;
      d = d / factor / factor;
      first *= factor;
      second *= factor;
      if (x != nullptr)
        *x *= factor;
    }
  }
};

/// Makes (sqrt(d1) * x1, sqrt(d2) * y1) have no second component.
template <class T> Modified<T> make_modified(T &d1, T &d2, T &x1, T y1) {
  const T p2 = d2 * y1, p1 = d1 * x1, q1 = p1 * x1, q2 = p2 * y1;
  if (d1 >= 0 && p2 == 0)
    return {-2, 1, 0, 0, 1};
  Modified<T> h{-1};
  if (d1 >= 0 && sycl::fabs(q1) > sycl::fabs(q2)) {
    h = {0, 1, -y1 / x1, p2 / p1, 1};
    const T u = 1 - h.h12 * h.h21;
    d1 /= u;
    d2 /= u;
    x1 *= u;
  } else if (d1 >= 0 && q2 >= 0) {
    h = {1, p1 / p2, -1, 1, x1 / y1};
    const T u = 1 + h.h11 * h.h22, d = d1 / u;
    d1 = d2 / u;
    d2 = d;
    x1 = y1 * u;
  } else {
    d1 = d2 = x1 = 0;
    return h;
  }
  h.scale(d1, &x1, h.h11, h.h12);
  h.scale(d2, nullptr, h.h21, h.h22);
  return h;
}

struct Rotg : OfBuffers<Rotg> {
  using OfBuffers<Rotg>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, T *a, T *b, Real<T> *c, T *s, const Events &dependencies = {}) const {
    return queue.single_task(dependencies, [=] { make_rotation(*a, *b, *c, *s); });
  }
};

struct Rotmg : OfBuffers<Rotmg> {
  using OfBuffers<Rotmg>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, T *d1, T *d2, T *x1, Scalar<T> y1, T *param,
                         const Events &dependencies = {}) const {
    return queue.single_task(dependencies, [=] { make_modified(*d1, *d2, *x1, y1).write(param); });
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, T *d1, T *d2, T *x1, const T *y1, T *param,
                         const Events &dependencies = {}) const {
    return queue.single_task(dependencies, [=] { make_modified(*d1, *d2, *x1, *y1).write(param); });
  }
};

struct Rotm : OfBuffers<Rotm> {
  using OfBuffers<Rotm>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, T *x, Int x_step, T *y, Int y_step, const T *param,
                         const Events &dependencies = {}) const {
    return for_pairs(queue, n, x, x_step, y, y_step, dependencies, [=](T &a, T &b) {
      const auto h = Modified<T>::read(param);
      const T turned = h.h11 * a + h.h12 * b;
      b = h.h21 * a + h.h22 * b;
      a = turned;
    });
  }
};

} // namespace detail

inline constexpr detail::Rotg rotg;
inline constexpr detail::Rotm rotm;
inline constexpr detail::Rotmg rotmg;

namespace row_major {
using blas::rotg, blas::rotm, blas::rotmg;
}
namespace column_major {
using blas::rotg, blas::rotm, blas::rotmg;
}

} // namespace oneapi::mkl::blas
