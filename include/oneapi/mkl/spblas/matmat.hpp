// Operations of oneMKL that make sparse matrices: products of two, transposed copies, rows in order.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <oneapi/mkl/spblas/matrix.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::sparse {

/// What is said of a matrix that takes part in a product.
enum class matrix_view_descr { general = 1 };

/// The steps of a product: how many elements each row has is known after compute, where they are after finalize.
enum class matmat_request {
  get_work_estimation_buf_size = 1,
  work_estimation,
  get_compute_structure_buf_size,
  compute_structure,
  finalize_structure,
  get_compute_buf_size,
  compute,
  get_nnz,
  finalize
};

/// What a product keeps from one of its steps to the next.
struct matmat_descr {
  transpose op_a = transpose::nontrans, op_b = transpose::nontrans;
  std::any rows;
};
using matmat_descr_t = matmat_descr *;

namespace detail {

template <class T> using Memory = std::shared_ptr<T[]>;

/// Memory of the queue's device, until the last copy is gone.
template <class T> Memory<T> memory(const sycl::queue &queue, Int count) {
  const auto n = static_cast<std::size_t>(count > 0 ? count : 1);
  T *const pointer = sycl::malloc_shared<T>(n, queue);
  if (pointer == nullptr)
    throw device_bad_alloc("sparse", "matmat", "no memory for the result's elements");
  return Memory<T>(pointer, [queue](T *p) { sycl::free(p, queue); });
}

template <class Kernel> void over(sycl::queue &queue, Int count, const Kernel &kernel) {
  queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(count)), kernel).wait();
}

/// Makes counts the places where each begins, and the end of the last; `base` is the first one's.
template <class I> void begin_behind_each_other(sycl::queue &queue, I *counts, Int rows, Int base) {
  queue
      .single_task([=] {
        Int next = base;
        for (Int row = 0; row < rows; ++row) {
          const auto count = static_cast<Int>(counts[row]);
          counts[row] = static_cast<I>(next);
          next += count;
        }
        counts[rows] = static_cast<I>(next);
      })
      .wait();
}

/// Sorts elements by their columns: a heap of the largest ones.
template <class I, class T> void sort_row(I *columns, T *values, Int count) {
  const auto exchange = [&](Int a, Int b) {
    const I column = columns[a];
    const T value = values[a];
    columns[a] = columns[b];
    values[a] = values[b];
    columns[b] = column;
    values[b] = value;
  };
  const auto sink = [&](Int from, Int end) {
    for (Int child = 2 * from + 1; child < end; from = child, child = 2 * from + 1) {
      if (child + 1 < end && columns[child] < columns[child + 1])
        ++child;
      if (!(columns[from] < columns[child]))
        return;
      exchange(from, child);
    }
  };
  Int sorted = 1;
  while (sorted < count && !(columns[sorted] < columns[sorted - 1]))
    ++sorted;
  if (sorted >= count)
    return;
  for (Int i = count / 2; i-- > 0;)
    sink(i, count);
  for (Int end = count; end-- > 1;) {
    exchange(0, end);
    sink(0, end);
  }
}

/// The transposed matrix, with rows in order, into memory that has room for it.
template <class I, class T>
void transpose_into(sycl::queue &queue, bool conjugates, const InUsm<I, T> &matrix, Int base, I *starts, I *columns,
                    T *values) {
  const Memory<Int> counts = memory<Int>(queue, matrix.columns + 1);
  Int *const next = counts.get();
  const auto take = [](Int &count) {
    return sycl::atomic_ref<Int, sycl::memory_order::relaxed, sycl::memory_scope::device>(count)++;
  };
  queue.fill(next, Int{0}, static_cast<std::size_t>(matrix.columns + 1)).wait();
  over(queue, matrix.rows,
       [=](sycl::id<1> row) { matrix.in_row(static_cast<Int>(row[0]), [&](Int column, T) { take(next[column]); }); });
  begin_behind_each_other(queue, next, matrix.columns, 0);
  over(queue, matrix.columns + 1, [=](sycl::id<1> row) { starts[row] = static_cast<I>(next[row] + base); });
  over(queue, matrix.rows, [=](sycl::id<1> row) {
    matrix.in_row(static_cast<Int>(row[0]), [&](Int column, T value) {
      const Int place = take(next[column]);
      columns[place] = static_cast<I>(static_cast<Int>(row[0]) + base);
      values[place] = conjugates ? factor<true>(value) : value;
    });
  });
  over(queue, matrix.columns, [=](sycl::id<1> row) {
    const Int from = static_cast<Int>(starts[row]) - base;
    sort_row(columns + from, values + from, static_cast<Int>(starts[row + 1]) - base - from);
  });
}

/// op(matrix), in memory of its own where that differs.
template <class I, class T> struct Turned {
  InUsm<I, T> matrix;
  Memory<I> starts, columns;
  Memory<T> values;
};
template <class I, class T> Turned<I, T> turned(sycl::queue &queue, transpose op, const InUsm<I, T> &matrix) {
  if (op == transpose::nontrans)
    return {matrix, {}, {}, {}};
  const Memory<I> end = memory<I>(queue, 1);
  queue.copy(matrix.starts(0) + matrix.rows, end.get(), 1).wait();
  const Int count = static_cast<Int>(end[0]) - matrix.base;
  const Memory<I> starts = memory<I>(queue, matrix.columns + 1), columns = memory<I>(queue, count);
  const Memory<T> values = memory<T>(queue, count);
  transpose_into(queue, op == transpose::conjtrans, matrix, 0, starts.get(), columns.get(), values.get());
  const InUsm<I, T> result{matrix.columns, matrix.rows, 0, {starts.get()}, {columns.get()}, {values.get()}};
  return {result, starts, columns, values};
}

/// The rows of a product: where each begins, how many elements it has, and these, by their columns.
template <class I, class T> struct ProductRows {
  Int rows, all;
  Memory<Int> begins, counts;
  Memory<I> columns;
  Memory<T> values;
};

/// Each row of a picks rows of b; elements of one column are added up when they lie beside each other.
template <class I, class T>
ProductRows<I, T> multiply_rows(sycl::queue &queue, const InUsm<I, T> &a, const InUsm<I, T> &b) {
  const Memory<Int> begins = memory<Int>(queue, a.rows + 1), counts = memory<Int>(queue, a.rows);
  Int *const begin = begins.get(), *const count = counts.get();
  over(queue, a.rows, [=](sycl::id<1> row) {
    Int sum = 0;
    a.in_row(static_cast<Int>(row[0]), [&](Int k, T) { sum += static_cast<Int>(b.starts(0)[k + 1] - b.starts(0)[k]); });
    begin[row] = sum;
  });
  begin_behind_each_other(queue, begin, a.rows, 0);
  const Memory<I> columns = memory<I>(queue, begin[a.rows]);
  const Memory<T> values = memory<T>(queue, begin[a.rows]);
  I *const column_of = columns.get();
  T *const value_of = values.get();
  over(queue, a.rows, [=](sycl::id<1> row) {
    I *const places = column_of + begin[row];
    T *const elements = value_of + begin[row];
    Int all = 0, last = -1;
    a.in_row(static_cast<Int>(row[0]), [&](Int k, T by) {
      b.in_row(k, [&](Int column, T value) {
        places[all] = static_cast<I>(column);
        elements[all++] = times(by, value);
      });
    });
    sort_row(places, elements, all);
    for (Int i = 0; i < all; ++i) {
      if (last >= 0 && places[last] == places[i]) {
        elements[last] += elements[i];
      } else {
        places[++last] = places[i];
        elements[last] = elements[i];
      }
    }
    count[row] = last + 1;
  });
  Int all = 0;
  for (Int row = 0; row < a.rows; ++row)
    all += count[row];
  return {a.rows, all, begins, counts, columns, values};
}

/// Writes where the rows of c begin.
template <class I, class T>
void set_starts(sycl::queue &queue, const ProductRows<I, T> &product, const InUsm<I, T> &c) {
  I *const starts = const_cast<I *>(c.starts(0));
  const Int *const count = product.counts.get();
  over(queue, product.rows, [=](sycl::id<1> row) { starts[row] = static_cast<I>(count[row]); });
  begin_behind_each_other(queue, starts, product.rows, c.base);
}

template <class I, class T>
void set_elements(sycl::queue &queue, const ProductRows<I, T> &product, const InUsm<I, T> &c, bool with_values) {
  const I *const starts = c.starts(0), *const from = product.columns.get();
  I *const columns = const_cast<I *>(c.places(0));
  T *const values = const_cast<T *>(c.values(0));
  const T *const values_from = product.values.get();
  const Int *const begin = product.begins.get(), *const count = product.counts.get();
  over(queue, product.rows, [=](sycl::id<1> row) {
    const Int to = static_cast<Int>(starts[row]) - c.base;
    for (Int i = 0; i < count[row]; ++i) {
      columns[to + i] = static_cast<I>(from[begin[row] + i] + c.base);
      if (with_values)
        values[to + i] = values_from[begin[row] + i];
    }
  });
}

/// Calls use(matrix) with compressed rows in USM, whatever their types.
template <class Use> void with_any_rows(const char *function, matrix_handle_t handle, Use use) {
  const std::any &any = matrix_of(function, handle);
  const auto tried = [&](auto index, auto element) {
    const auto *m = std::any_cast<InUsm<decltype(index), decltype(element)>>(&any);
    if (m != nullptr)
      use(*m);
    return m != nullptr;
  };
  const auto tried_both = [&](auto element) {
    return tried(std::int32_t{}, element) || tried(std::int64_t{}, element);
  };
  if (!tried_both(float{}) && !tried_both(double{}) && !tried_both(std::complex<float>{}) &&
      !tried_both(std::complex<double>{}))
    throw unimplemented("sparse", function, "this is there for compressed rows in USM");
}
/// Another matrix of the same types.
template <class Matrix> const Matrix &same_types(const char *function, matrix_handle_t handle, const Matrix &) {
  const auto *m = std::any_cast<Matrix>(&matrix_of(function, handle));
  if (m == nullptr)
    throw invalid_argument("sparse", function, "the matrices have elements or indices of different types");
  return *m;
}

} // namespace detail

inline void init_matmat_descr(matmat_descr_t *descr) {
  *descr = new matmat_descr;
}
inline void release_matmat_descr(matmat_descr_t *descr) {
  delete std::exchange(*descr, nullptr);
}
inline void set_matmat_data(matmat_descr_t descr, matrix_view_descr, transpose op_a, matrix_view_descr, transpose op_b,
                            matrix_view_descr) {
  *descr = {op_a, op_b, {}};
}

/// A step of c = op_a(a) * op_b(b). Buffers that a program brings are asked to hold a byte and not used; done on
/// return.
inline sycl::event matmat(sycl::queue &queue, matrix_handle_t a, matrix_handle_t b, matrix_handle_t c,
                          matmat_request request, matmat_descr_t descr, std::int64_t *size, void *,
                          const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  const auto answer = [&](std::int64_t value) { queue.memcpy(size, &value, sizeof value).wait(); };
  detail::with_any_rows("matmat", a, [&](const auto &of_a) {
    const auto &of_b = detail::same_types("matmat", b, of_a), &of_c = detail::same_types("matmat", c, of_a);
    using Index = std::decay_t<decltype(*of_a.places(0))>;
    using Element = std::decay_t<decltype(*of_a.values(0))>;
    using Product = detail::ProductRows<Index, Element>;
    const auto product = [&]() -> const Product & {
      const auto *rows = std::any_cast<Product>(&descr->rows);
      if (rows == nullptr)
        throw uninitialized("sparse", "matmat", "compute comes before this request");
      return *rows;
    };
    switch (request) {
    case matmat_request::work_estimation:
      break;
    case matmat_request::get_work_estimation_buf_size:
    case matmat_request::get_compute_structure_buf_size:
    case matmat_request::get_compute_buf_size:
      answer(1);
      break;
    case matmat_request::compute_structure:
    case matmat_request::compute: {
      const auto left = detail::turned(queue, descr->op_a, of_a), right = detail::turned(queue, descr->op_b, of_b);
      if (left.matrix.columns != right.matrix.rows)
        throw invalid_argument("sparse", "matmat", "the rows of b are not as many as the columns of a");
      descr->rows = detail::multiply_rows(queue, left.matrix, right.matrix);
      detail::set_starts(queue, product(), of_c);
      break;
    }
    case matmat_request::get_nnz:
      answer(product().all);
      break;
    case matmat_request::finalize_structure:
    case matmat_request::finalize:
      detail::set_elements(queue, product(), of_c, request == matmat_request::finalize);
      break;
    }
  });
  return {};
}

/// b = op(a), into the memory that b's handle names.
inline sycl::event omatcopy(sycl::queue &queue, transpose op, matrix_handle_t a, matrix_handle_t b,
                            const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  detail::with_any_rows("omatcopy", a, [&](const auto &from) {
    const auto &to = detail::same_types("omatcopy", b, from);
    using Index = std::decay_t<decltype(*from.places(0))>;
    using Element = std::decay_t<decltype(*from.values(0))>;
    auto *const starts = const_cast<Index *>(to.starts(0));
    auto *const columns = const_cast<Index *>(to.places(0));
    auto *const values = const_cast<Element *>(to.values(0));
    if (op != transpose::nontrans)
      return detail::transpose_into(queue, op == transpose::conjtrans, from, to.base, starts, columns, values);
    const auto shift = static_cast<Index>(to.base - from.base);
    detail::over(queue, from.rows + 1, [=](sycl::id<1> row) {
      starts[row] = from.starts(0)[row] + shift;
      if (row[0] == static_cast<std::size_t>(from.rows))
        return;
      for (auto k = from.starts(0)[row] - from.base, end = from.starts(0)[row + 1] - from.base; k < end; ++k) {
        columns[k] = from.places(0)[k] + shift;
        values[k] = from.values(0)[k];
      }
    });
  });
  return {};
}

/// Sorts each row by its columns.
inline sycl::event sort_matrix(sycl::queue &queue, matrix_handle_t handle, const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  detail::with_any_rows("sort_matrix", handle, [&](const auto &matrix) {
    using Index = std::decay_t<decltype(*matrix.places(0))>;
    using Element = std::decay_t<decltype(*matrix.values(0))>;
    auto *const columns = const_cast<Index *>(matrix.places(0));
    auto *const values = const_cast<Element *>(matrix.values(0));
    detail::over(queue, matrix.rows, [=](sycl::id<1> row) {
      const detail::Int from = matrix.starts(0)[row] - matrix.base, end = matrix.starts(0)[row + 1] - matrix.base;
      detail::sort_row(columns + from, values + from, end - from);
    });
  });
  return {};
}

} // namespace oneapi::mkl::sparse
