// Sparse matrices as oneMKL's handles refer to them: compressed rows, or elements with their coordinates.
#pragma once

#include <any>
#include <cstdint>
#include <string>
#include <utility>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/exceptions.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::sparse {

enum class property : char { symmetric, sorted };

namespace detail {
using blas::detail::Events, blas::detail::Evenly, blas::detail::Int, blas::detail::Scalar, blas::detail::Real;
using blas::detail::factor, blas::detail::is_complex, blas::detail::times;

/// Rows that are compressed: where each begins, and the columns and values of what is in them.
template <class Starts, class Columns, class Values> struct Compressed {
  Int rows, columns, base;
  Evenly<Starts> starts;
  Evenly<Columns> places;
  Evenly<Values> values;

  auto in(sycl::handler &handler) const {
    const auto a = starts.in(handler, sycl::read_only);
    const auto b = places.in(handler, sycl::read_only);
    const auto c = values.in(handler, sycl::read_only);
    return Compressed<decltype(a.first), decltype(b.first), decltype(c.first)>{rows, columns, base, a, b, c};
  }
  /// Calls each(column, value) of a row's elements.
  template <class Each> void in_row(Int row, Each each) const {
    const auto *const from = starts(0);
    const auto *const columns_of = places(0);
    const auto *const values_of = values(0);
    for (Int k = from[row] - base, end = from[row + 1] - base; k < end; ++k)
      each(static_cast<Int>(columns_of[k]) - base, values_of[k]);
  }
};
template <class I, class T> using InUsm = Compressed<const I *, const I *, const T *>;
template <class I, class T> using InBuffers = Compressed<sycl::buffer<I, 1>, sycl::buffer<I, 1>, sycl::buffer<T, 1>>;

/// Elements in any order, each with its row and column.
template <class Rows, class Columns, class Values> struct Coordinates {
  Int rows, columns, base, count;
  Evenly<Rows> rows_of;
  Evenly<Columns> columns_of;
  Evenly<Values> values;

  auto in(sycl::handler &handler) const {
    const auto a = rows_of.in(handler, sycl::read_only);
    const auto b = columns_of.in(handler, sycl::read_only);
    const auto c = values.in(handler, sycl::read_only);
    return Coordinates<decltype(a.first), decltype(b.first), decltype(c.first)>{rows, columns, base, count, a, b, c};
  }
  /// Calls each(row, column, value) of element k.
  template <class Each> void element(Int k, Each each) const {
    each(static_cast<Int>(rows_of(0)[k]) - base, static_cast<Int>(columns_of(0)[k]) - base, values(0)[k]);
  }
};
template <class I, class T> using ListInUsm = Coordinates<const I *, const I *, const T *>;
template <class I, class T>
using ListInBuffers = Coordinates<sycl::buffer<I, 1>, sycl::buffer<I, 1>, sycl::buffer<T, 1>>;
} // namespace detail

/// A matrix, once set_csr_data or set_coo_data told where it lies.
struct matrix_handle {
  std::any matrix;
};
using matrix_handle_t = matrix_handle *;

namespace detail {

/// The handle's matrix; `function` is what asks for it.
inline const std::any &matrix_of(const char *function, matrix_handle_t handle) {
  if (handle == nullptr || !handle->matrix.has_value())
    throw uninitialized("sparse", function, "the handle has no matrix; call set_csr_data or set_coo_data");
  return handle->matrix;
}

/// Calls use(matrix) with what the handle refers to, in compressed rows, whose elements are of type T.
template <class T, class Use> auto with_rows(const char *function, matrix_handle_t handle, Use use) {
  const std::any &any = matrix_of(function, handle);
  if (const auto *m = std::any_cast<InUsm<std::int32_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<InUsm<std::int64_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<InBuffers<std::int32_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<InBuffers<std::int64_t, T>>(&any))
    return use(*m);
  throw invalid_argument("sparse", function,
                         "the matrix has elements of another type than the vectors, or is none of compressed rows");
}

/// The same, whichever way the matrix is stored.
template <class T, class Use> auto with_matrix(const char *function, matrix_handle_t handle, Use use) {
  const std::any &any = matrix_of(function, handle);
  if (const auto *m = std::any_cast<ListInUsm<std::int32_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<ListInUsm<std::int64_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<ListInBuffers<std::int32_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<ListInBuffers<std::int64_t, T>>(&any))
    return use(*m);
  return with_rows<T>(function, handle, use);
}

} // namespace detail

inline void init_matrix_handle(matrix_handle_t *handle) {
  *handle = new matrix_handle;
}
inline void init_matrix_handle(sycl::queue &, matrix_handle_t *handle) {
  init_matrix_handle(handle);
}
/// Waits for `dependencies`: what uses the matrix.
inline sycl::event release_matrix_handle(sycl::queue &queue, matrix_handle_t *handle,
                                         const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  delete std::exchange(*handle, nullptr);
  return queue.ext_oneapi_submit_barrier();
}
inline void release_matrix_handle(matrix_handle_t *handle, const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  delete std::exchange(*handle, nullptr);
}
inline void set_matrix_property(matrix_handle_t, property) {}

/// Without a queue, as MKL had it first.
template <class I, class T>
void set_csr_data(matrix_handle_t handle, std::int64_t rows, std::int64_t columns, index_base base, I *starts,
                  I *places, T *values) {
  handle->matrix = detail::InUsm<I, T>{rows, columns, base == index_base::one ? 1 : 0, {starts}, {places}, {values}};
}
template <class I, class T>
void set_csr_data(matrix_handle_t handle, std::int64_t rows, std::int64_t columns, index_base base,
                  sycl::buffer<I, 1> &starts, sycl::buffer<I, 1> &places, sycl::buffer<T, 1> &values) {
  handle->matrix =
      detail::InBuffers<I, T>{rows, columns, base == index_base::one ? 1 : 0, {starts}, {places}, {values}};
}
template <class I, class T>
sycl::event set_csr_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns,
                         index_base base, I *starts, I *places, T *values, const detail::Events &dependencies = {}) {
  set_csr_data(handle, rows, columns, base, starts, places, values);
  return queue.ext_oneapi_submit_barrier(dependencies);
}
template <class I, class T>
void set_csr_data(sycl::queue &, matrix_handle_t handle, std::int64_t rows, std::int64_t columns, index_base base,
                  sycl::buffer<I, 1> &starts, sycl::buffer<I, 1> &places, sycl::buffer<T, 1> &values) {
  set_csr_data(handle, rows, columns, base, starts, places, values);
}
/// With the number of elements, which the last row's end says.
template <class I, class T>
sycl::event set_csr_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns,
                         std::int64_t, index_base base, I *starts, I *places, T *values,
                         const detail::Events &dependencies = {}) {
  return set_csr_data(queue, handle, rows, columns, base, starts, places, values, dependencies);
}
template <class I, class T>
void set_csr_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns, std::int64_t,
                  index_base base, sycl::buffer<I, 1> &starts, sycl::buffer<I, 1> &places, sycl::buffer<T, 1> &values) {
  set_csr_data(queue, handle, rows, columns, base, starts, places, values);
}

template <class I, class T>
sycl::event set_coo_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns,
                         std::int64_t count, index_base base, I *rows_of, I *columns_of, T *values,
                         const detail::Events &dependencies = {}) {
  handle->matrix =
      detail::ListInUsm<I, T>{rows, columns, base == index_base::one ? 1 : 0, count, {rows_of}, {columns_of}, {values}};
  return queue.ext_oneapi_submit_barrier(dependencies);
}
template <class I, class T>
void set_coo_data(sycl::queue &, matrix_handle_t handle, std::int64_t rows, std::int64_t columns, std::int64_t count,
                  index_base base, sycl::buffer<I, 1> &rows_of, sycl::buffer<I, 1> &columns_of,
                  sycl::buffer<T, 1> &values) {
  handle->matrix = detail::ListInBuffers<I, T>{rows,         columns, base == index_base::one ? 1 : 0, count, {rows_of},
                                               {columns_of}, {values}};
}

} // namespace oneapi::mkl::sparse
