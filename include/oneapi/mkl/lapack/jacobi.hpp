// Columns of a matrix made orthogonal by rotations of pairs (Hestenes' form of Jacobi's method) as SYCL kernels.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include <oneapi/mkl/lapack/exceptions.hpp>
#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/lapack/qr.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack::detail {

/// Columns of `rows` elements, `apart` from each other.
template <class T> struct Columns {
  T *first;
  Int rows, apart;
  T *operator()(Int column) const { return first + column * apart; }
};

/// Two columns that meet. Round by round, as in a tournament, each of n meets each other one once.
struct Meeting {
  Int p, q;
};
inline Int rounds_of(Int n) {
  return n - 1 + n % 2;
}
inline Meeting meeting(Int n, Int round, Int number) {
  const Int others = rounds_of(n);
  const Int a = number == 0 ? others : (round + number) % others, b = (round + others - number) % others;
  return {std::min(a, b), std::max(a, b)};
}

template <class T> struct Rotation {
  Real<T> cosine, sine;
  T phase;

  /// What makes columns of these squares and this product orthogonal.
  Rotation(Real<T> xx, Real<T> yy, T xy, Real<T> size) : phase(conjugated(xy) / size) {
    const Real<T> zeta = (yy - xx) / (2 * size), root = sycl::hypot(Real<T>(1), zeta),
                  tangent = zeta < 0 ? 1 / (zeta - root) : 1 / (zeta + root);
    cosine = sycl::rsqrt(1 + tangent * tangent);
    sine = cosine * tangent;
  }
  void turn(T &x, T &y) const {
    const T a = x, b = times(phase, y);
    x = cosine * a - sine * b;
    y = sine * a + cosine * b;
  }
};

template <class T> Real<T> squares_of(const sycl::group<1> &group, const T *x, Int rows, Int first, Int step) {
  Real<T> squares = 0;
  for (Int i = first; i < rows; i += step)
    squares += real_part(times(x[i], conjugated(x[i])));
  return sycl::reduce_over_group(group, squares, sycl::plus<>());
}

/// The pairs of a round, a group's each. *turned becomes 1 where columns were not orthogonal.
template <class T>
sycl::event rotate_pairs(sycl::queue &queue, Int n, Int round, const Columns<T> &columns, const Columns<T> &along,
                         Int *turned, const sycl::event &after) {
  const Real<T> tolerance =
      std::numeric_limits<Real<T>>::epsilon() * sycl::sqrt(static_cast<Real<T>>(std::max<Int>(columns.rows, 4)));
  return for_groups(queue, (n + 1) / 2, {after}, [=](Int number, const sycl::group<1> &group, Int first, Int step) {
    const Meeting pair = meeting(n, round, number);
    if (pair.q >= n)
      return;
    T *const x = columns(pair.p), *const y = columns(pair.q);
    const Real<T> xx = squares_of(group, x, columns.rows, first, step),
                  yy = squares_of(group, y, columns.rows, first, step);
    T xy(0);
    for (Int i = first; i < columns.rows; i += step)
      xy += times(conjugated(x[i]), y[i]);
    xy = sum_over_group(group, xy);
    const Real<T> size = sycl::hypot(real_part(xy), imaginary_part(xy));
    if (size <= tolerance * sycl::sqrt(xx) * sycl::sqrt(yy))
      return;
    if (group.leader())
      sycl::atomic_ref<Int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*turned).store(1);
    const Rotation<T> rotation(xx, yy, xy, size);
    for (Int i = first; i < columns.rows; i += step)
      rotation.turn(x[i], y[i]);
    for (Int i = first; i < along.rows; i += step)
      rotation.turn(along(pair.p)[i], along(pair.q)[i]);
  });
}

/// Rotates n columns until all are orthogonal, and those of `along` with them.
template <class T>
sycl::event orthogonalize(sycl::queue &queue, const char *function, Int n, const Columns<T> &columns,
                          const Columns<T> &along, sycl::event done) {
  constexpr Int most_sweeps = 40;
  const auto turned = device_memory<Int>(queue, 1);
  for (Int sweep = 0; sweep < most_sweeps; ++sweep) {
    done = queue.fill(turned.get(), Int(0), 1, done);
    for (Int round = 0; round < rounds_of(n); ++round)
      done = rotate_pairs(queue, n, round, columns, along, turned.get(), done);
    Int any = 0;
    queue.copy(turned.get(), &any, 1, done).wait();
    if (any == 0)
      return done;
  }
  throw computation_error(function,
                          "columns are not orthogonal after " + std::to_string(most_sweeps) +
                              " sweeps of rotations; is an element not a number?",
                          most_sweeps);
}

/// Puts n values into ascending or descending order, and says which place each has there.
template <class R>
sycl::event sort_values(sycl::queue &queue, Int n, const R *values, bool ascending, Int *places, R *sorted,
                        const sycl::event &after) {
  return queue.parallel_for(sycl::range<1>(size_of(n)), after, [=](sycl::id<1> id) {
    const auto own = static_cast<Int>(id[0]);
    Int before = 0;
    for (Int i = 0; i < n; ++i)
      before += values[i] == values[own] ? i < own : (values[i] < values[own]) == ascending;
    places[own] = before;
    sorted[before] = values[own];
  });
}

/// Where vectors lie: columns of a matrix, or, conjugated, rows.
template <class T> struct Target {
  T *first;
  Int apart;
  bool rows = false;
  auto at(Int vector, Int i) const { return rows ? conjugated(first[vector + i * apart]) : first[i + vector * apart]; }
  void put(Int vector, Int i, T value) const {
    if (rows)
      first[vector + i * apart] = conjugated(value);
    else
      first[i + vector * apart] = value;
  }
};

/// Puts n columns, each of the length one after that, or 0 where it has none, to their places.
template <class T>
sycl::event put_directions(sycl::queue &queue, Int n, const Columns<T> &from, const Real<T> *lengths, const Int *places,
                           const Target<T> &to, const sycl::event &after) {
  return queue.parallel_for(sycl::range<2>(size_of(n), size_of(from.rows)), after, [=](sycl::id<2> id) {
    const auto j = static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
    to.put(places[j], i, lengths[j] > 0 ? from(j)[i] / lengths[j] : T(0));
  });
}

} // namespace oneapi::mkl::lapack::detail
