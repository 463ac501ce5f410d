// Rows after each other are the columns of the transposed matrix: a library of columns is asked for b^T a^T.
#include "array/algorithms/library_product.hpp"

#include <optional>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/library_element.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {

using runtime::LibraryMatrix;

/// The distance between matrices, where that is the same all over the stack.
std::optional<std::ptrdiff_t> step_of(const Array &x, const Shape &stack) {
  const std::size_t own = x.shape().size() - 2;
  std::ptrdiff_t step = 0, covered = 1;
  for (std::size_t back = 1; back <= stack.size(); ++back) {
    const std::ptrdiff_t extent = stack[stack.size() - back];
    if (extent == 1)
      continue;
    const bool repeats = back > own || x.shape()[own - back] == 1;
    const std::ptrdiff_t stride = repeats ? 0 : x.strides()[own - back];
    if (covered == 1)
      step = stride;
    else if (stride != step * covered)
      return std::nullopt;
    covered *= extent;
  }
  if (step < 0)
    return std::nullopt;
  return step;
}

/// As the columns of its transposed matrix; nothing where it must be copied first.
std::optional<LibraryMatrix> as_it_lies(const Array &x, const Shape &stack) {
  const std::size_t row = x.shape().size() - 2;
  const std::ptrdiff_t rows = x.shape()[row], columns = x.shape()[row + 1];
  const std::ptrdiff_t down = x.strides()[row], along = x.strides()[row + 1];
  const auto step = step_of(x, stack);
  if (!step)
    return std::nullopt;
  if ((along == 1 || columns == 1) && down >= columns)
    return LibraryMatrix{nullptr, down, *step, false};
  if ((down == 1 || rows == 1) && along >= rows)
    return LibraryMatrix{nullptr, along, *step, true};
  return std::nullopt;
}

struct Readable {
  Array array;
  LibraryMatrix matrix;
};

Readable readable(const Array &x, const Shape &stack) {
  if (const auto matrix = as_it_lies(x, stack))
    return {x, *matrix};
  const Array copied = copy(x, 'C'); // of its own stack: what is broadcast stays so
  if (const auto matrix = as_it_lies(copied, stack))
    return {copied, *matrix};
  Shape shape = stack;
  shape.push_back(x.shape()[x.shape().size() - 2]);
  shape.push_back(x.shape().back());
  const Array whole = copy(x.broadcast_to(shape), 'C');
  return {whole, *as_it_lies(whole, stack)};
}

} // namespace

bool is_for_library(const Array &a, const Array &b, const Shape &stack) {
  const std::ptrdiff_t rows = a.shape()[a.shape().size() - 2], columns = b.shape().back(), depth = a.shape().back();
  double work = double(rows) * double(columns) * double(depth);
  for (const std::ptrdiff_t extent : stack)
    work *= double(extent);
  // Products with a vector read their matrix once, and small ones are launches: both fuse with what is around them.
  constexpr double least = 64.0 * 64.0 * 64.0;
  if (rows == 1 || columns == 1 || work < least || !library_element(a.dtype()))
    return false;
  runtime::DeviceLibraries *const libraries = a.queue()->device()->libraries();
  return libraries != nullptr && libraries->has(runtime::LibraryKind::blas);
}

Array multiplied_by_library(const Array &a, const Array &b, const Shape &stack, const Shape &shape,
                            AllocationKind kind) {
  runtime::DeviceLibraries &libraries = *a.queue()->device()->libraries();
  const Readable left = readable(a, stack), right = readable(b, stack);
  runtime::LibraryProduct product{.element = *library_element(a.dtype()),
                                  .rows = b.shape().back(),
                                  .columns = a.shape()[a.shape().size() - 2],
                                  .depth = a.shape().back(),
                                  .batches = 1,
                                  .a = right.matrix,
                                  .b = left.matrix,
                                  .c = {.element = *library_element(a.dtype())}};
  product.c.apart = product.rows;
  product.c.step = product.rows * product.columns;
  for (const std::ptrdiff_t extent : stack)
    product.batches *= extent;
  const bool rows_follow = !left.matrix.transposed && left.matrix.step == product.columns * left.matrix.apart;
  if (product.batches > 1 && right.matrix.step == 0 && rows_follow) { // rows of all
    product.columns *= product.batches;
    product.batches = 1;
  }
  auto record = [=, &libraries](Launches &launches) {
    const std::byte *const first = launches.operand(0), *const second = launches.operand(1);
    std::byte *const result = launches.result();
    launches.call_library("gemm", [=, &libraries](const fuse::Addresses &addresses) -> runtime::LibraryCall {
      explain("array", "product of ({}, {}) and ({}, {}), {} times: by {}", product.columns, product.depth,
              product.depth, product.rows, product.batches, libraries.path(runtime::LibraryKind::blas));
      runtime::LibraryProduct placed = product;
      placed.a.first = addresses[second];
      placed.b.first = addresses[first];
      placed.c.first = addresses[result];
      return [placed, &libraries](std::uintptr_t stream) { libraries.multiply(stream, placed); };
    });
  };
  return computed_by(make_algorithm("matmul", std::move(record)), {&left.array, &right.array}, shape, a.dtype(), kind);
}

} // namespace weft::array
