// Eigenvalues of symmetric matrices and singular values, with their vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <oneapi/mkl/lapack/jacobi.hpp>
#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/lapack/qr.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack::detail {

template <class R> std::vector<R> on_host(sycl::queue &queue, const R *values, Int count, const sycl::event &after) {
  std::vector<R> result(size_of(count));
  queue.copy(values, result.data(), result.size(), after).wait();
  return result;
}

/// Eigenvalues in ascending order; the vectors in the place of the matrix.
struct Syevd : OfBuffers<Syevd> {
  using OfBuffers<Syevd>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, job wanted, uplo half, Int n, T *a, Int lda, Real<T> *w, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("syevd", n, n, lda, 3, 3, 5);
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    if (n == 0)
      return done;
    const auto whole = device_memory<T>(queue, n * n), rotated = device_memory<T>(queue, n * n);
    const auto values = device_memory<Real<T>>(queue, n), lengths = device_memory<Real<T>>(queue, n);
    const auto places = device_memory<Int>(queue, n);
    const Columns<T> matrix{whole.get(), n, n}, columns{rotated.get(), n, n};
    done = fill_both_halves(queue, half, n, a, lda, matrix, done);
    const Real<T> shift = safe_shift(queue, n, matrix, values.get(), done);
    done = orthogonalize(queue, "syevd", n, columns, Columns<T>{nullptr, 0, 0},
                         shift_into(queue, n, matrix, shift, columns, done));
    done = measure(queue, n, matrix, columns, values.get(), lengths.get(), done);
    done = sort_values(queue, n, values.get(), true, places.get(), w, done);
    if (wanted == job::vec)
      done = put_directions(queue, n, columns, lengths.get(), places.get(), Target<T>{a, lda}, done);
    done.wait();
    return done;
  }

private:
  template <class T>
  static sycl::event fill_both_halves(sycl::queue &queue, uplo half, Int n, const T *a, Int lda,
                                      const Columns<T> &matrix, const sycl::event &after) {
    return queue.parallel_for(sycl::range<2>(size_of(n), size_of(n)), after, [=](sycl::id<2> id) {
      const auto j = static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
      const bool given = (half == uplo::lower) == (i > j);
      matrix(j)[i] = i == j ? T(real_part(a[i + i * lda])) : given ? a[i + j * lda] : conjugated(a[j + i * lda]);
    });
  }

  /// More than twice what any eigenvalue can be: with it on the diagonal all columns are long, and the lengths of
  /// orthogonal ones are the eigenvalues.
  template <class T>
  static Real<T> safe_shift(sycl::queue &queue, Int n, const Columns<T> &matrix, Real<T> *sums,
                            const sycl::event &after) {
    const sycl::event done =
        for_groups(queue, n, {after}, [=](Int j, const sycl::group<1> &group, Int first, Int step) {
          Real<T> sum = 0;
          for (Int i = first; i < n; i += step)
            sum += sycl::hypot(real_part(matrix(j)[i]), imaginary_part(matrix(j)[i]));
          sums[j] = sycl::reduce_over_group(group, sum, sycl::plus<>());
        });
    const std::vector<Real<T>> all = on_host(queue, sums, n, done);
    const Real<T> largest = *std::max_element(all.begin(), all.end());
    return largest > 0 ? 2 * largest : 1;
  }

  template <class T>
  static sycl::event shift_into(sycl::queue &queue, Int n, const Columns<T> &matrix, Real<T> shift,
                                const Columns<T> &to, const sycl::event &after) {
    return queue.parallel_for(sycl::range<2>(size_of(n), size_of(n)), after, [=](sycl::id<2> id) {
      const auto j = static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
      to(j)[i] = matrix(j)[i] / shift + T(i == j ? 1 : 0);
    });
  }

  /// Rayleigh's quotient of each vector, which errs by the square of what the vector does, and its length.
  template <class T>
  static sycl::event measure(sycl::queue &queue, Int n, const Columns<T> &matrix, const Columns<T> &vectors,
                             Real<T> *values, Real<T> *lengths, const sycl::event &after) {
    return for_groups(queue, n, {after}, [=](Int j, const sycl::group<1> &group, Int first, Int step) {
      const T *const x = vectors(j);
      const Real<T> squares = squares_of(group, x, n, first, step);
      Real<T> product = 0;
      for (Int i = first; i < n; i += step) {
        T sum(0);
        for (Int k = 0; k < n; ++k)
          sum += times(conjugated(matrix(i)[k]), x[k]);
        product += real_part(times(conjugated(x[i]), sum));
      }
      values[j] = sycl::reduce_over_group(group, product, sycl::plus<>()) / squares;
      lengths[j] = sycl::sqrt(squares);
    });
  }
};

/// Singular values in descending order, and vectors of both sides as far as wanted.
struct Gesvd : OfBuffers<Gesvd> {
  using OfBuffers<Gesvd>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, jobsvd left, jobsvd right, Int m, Int n, T *a, Int lda, Real<T> *s, T *u,
                         Int ldu, T *vt, Int ldvt, T *, Int, const Events &dependencies = {}) const {
    check_matrix("gesvd", m, n, lda, 3, 4, 6);
    check(left != jobsvd::vectorsina || right != left, "gesvd", "what replaces the matrix, twice,", 2, 2);
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    if (m == 0 || n == 0)
      return done;
    const Target<T> to_u = left == jobsvd::vectorsina ? Target<T>{a, lda} : Target<T>{u, ldu},
                    to_vt = right == jobsvd::vectorsina ? Target<T>{a, lda, true} : Target<T>{vt, ldvt, true};
    if (m >= n)
      run(queue, m, n, Target<const T>{a, lda}, s, left, to_u, right, to_vt, done);
    else
      run(queue, n, m, Target<const T>{a, lda, true}, s, right, to_vt, left, to_u, done);
    return done;
  }

private:
  /// Of a matrix of no fewer rows than columns: `longer` are vectors of as many elements as it has rows.
  template <class T>
  static void run(sycl::queue &queue, Int rows, Int n, const Target<const T> &a, Real<T> *s, jobsvd longer,
                  const Target<T> &to_longer, jobsvd shorter, const Target<T> &to_shorter, sycl::event done) {
    const auto rotated = device_memory<T>(queue, rows * n), turns = device_memory<T>(queue, n * n);
    const auto lengths = device_memory<Real<T>>(queue, n), ones = device_memory<Real<T>>(queue, n);
    const auto places = device_memory<Int>(queue, n);
    const Columns<T> columns{rotated.get(), rows, rows}, along{turns.get(), shorter == jobsvd::novec ? 0 : n, n};
    const Real<T> scale = scale_of(queue, rows, n, a, lengths.get(), done);
    done = copy_scaled(queue, n, a, scale, columns, done);
    done = set_identity(queue, n, along, ones.get(), done);
    done = orthogonalize(queue, "gesvd", n, columns, along, done);
    done = measure(queue, n, columns, lengths.get(), done);
    done = sort_values(queue, n, lengths.get(), false, places.get(), s, done);
    const std::vector<Real<T>> sorted = on_host(queue, s, n, done);
    if (shorter != jobsvd::novec)
      done = put_directions(queue, n, along, ones.get(), places.get(), to_shorter, done);
    if (longer != jobsvd::novec) {
      const Int wanted = longer == jobsvd::vectors ? rows : n;
      const auto known = static_cast<Int>(std::count_if(sorted.begin(), sorted.end(), [](auto x) { return x > 0; }));
      done = put_directions(queue, n, columns, lengths.get(), places.get(), to_longer, done);
      if (known < wanted)
        complete(queue, rows, known, wanted, to_longer, done);
    }
    queue.parallel_for(sycl::range<1>(size_of(n)), done, [=](sycl::id<1> id) { s[id] *= scale; }).wait();
  }

  /// A power of two near the largest element, so that squares neither overflow nor vanish.
  template <class T>
  static Real<T> scale_of(sycl::queue &queue, Int rows, Int n, const Target<const T> &a, Real<T> *largest,
                          const sycl::event &after) {
    const sycl::event done =
        for_groups(queue, n, {after}, [=](Int j, const sycl::group<1> &group, Int first, Int step) {
          Real<T> most = 0;
          for (Int i = first; i < rows; i += step) {
            const T x = a.at(j, i);
            most = sycl::fmax(most, sycl::fmax(sycl::fabs(real_part(x)), sycl::fabs(imaginary_part(x))));
          }
          largest[j] = sycl::reduce_over_group(group, most, sycl::maximum<>());
        });
    const std::vector<Real<T>> all = on_host(queue, largest, n, done);
    const Real<T> most = *std::max_element(all.begin(), all.end());
    return most > 0 && std::isfinite(most) ? std::ldexp(Real<T>(1), std::ilogb(most)) : Real<T>(1);
  }

  template <class T>
  static sycl::event copy_scaled(sycl::queue &queue, Int n, const Target<const T> &a, Real<T> scale,
                                 const Columns<T> &to, const sycl::event &after) {
    return queue.parallel_for(sycl::range<2>(size_of(n), size_of(to.rows)), after, [=](sycl::id<2> id) {
      const auto j = static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
      to(j)[i] = a.at(j, i) / scale;
    });
  }

  template <class T>
  static sycl::event set_identity(sycl::queue &queue, Int n, const Columns<T> &to, Real<T> *ones,
                                  const sycl::event &after) {
    return for_groups(queue, n, {after}, [=](Int j, const sycl::group<1> &, Int first, Int step) {
      ones[j] = 1;
      for (Int i = first; i < to.rows; i += step)
        to(j)[i] = T(i == j ? 1 : 0);
    });
  }

  template <class T>
  static sycl::event measure(sycl::queue &queue, Int n, const Columns<T> &columns, Real<T> *lengths,
                             const sycl::event &after) {
    return for_groups(queue, n, {after}, [=](Int j, const sycl::group<1> &group, Int first, Int step) {
      lengths[j] = sycl::sqrt(squares_of(group, columns(j), columns.rows, first, step));
    });
  }

  /// Vectors behind the known ones, orthogonal to them and to each other: the reflections that make the known ones
  /// triangular turn unit vectors into these.
  template <class T>
  static void complete(sycl::queue &queue, Int rows, Int known, Int wanted, const Target<T> &vectors,
                       sycl::event done) {
    const auto memory = device_memory<T>(queue, rows * wanted), taus = device_memory<T>(queue, wanted);
    const Columns<T> columns{memory.get(), rows, rows};
    done = queue.parallel_for(sycl::range<2>(size_of(wanted), size_of(rows)), done, [=](sycl::id<2> id) {
      const auto j = static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
      columns(j)[i] = j < known ? vectors.at(j, i) : T(0);
    });
    const Evenly<T *> at{memory.get()}, each{taus.get()};
    done = qr<T>(queue, 1, rows, known, at, rows, each, {done});
    done = make_q<T>(queue, 1, rows, wanted, known, at, rows, each, {done});
    queue
        .parallel_for(sycl::range<2>(size_of(wanted - known), size_of(rows)), done,
                      [=](sycl::id<2> id) {
                        const auto j = known + static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
                        vectors.put(j, i, columns(j)[i]);
                      })
        .wait();
  }
};

} // namespace oneapi::mkl::lapack::detail
