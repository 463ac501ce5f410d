// The right matrix is packed into panels of columns (CPU), or both are staged in tiles (GPU).
#include "array/algorithms/matrix_product.hpp"

#include <array>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/blas.hpp"
#include "array/algorithms/library_product.hpp"
#include "array/build.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

using algorithms::ProductArguments;

constexpr std::int64_t panel = 64, side = 64, slice = 16, threads_of_tile = 256; // as kernels/product.cpp

/// The classes of kernels/product.cpp, which bfloat16 has none of.
int class_of(Dtype dtype) {
  using enum Dtype;
  static constexpr std::array<std::pair<Dtype, int>, dtype_count> classes{{{b1, 0},
                                                                           {i8, 1},
                                                                           {u8, 1},
                                                                           {i16, 2},
                                                                           {u16, 2},
                                                                           {i32, 3},
                                                                           {u32, 3},
                                                                           {i64, 4},
                                                                           {u64, 4},
                                                                           {f16, 5},
                                                                           {f32, 6},
                                                                           {f64, 7},
                                                                           {c64, 8},
                                                                           {c128, 9}}};
  return std::ranges::find(classes, dtype, &std::pair<Dtype, int>::first)->second;
}

Shape stack_of(const Array &x) {
  return {x.shape().data(), x.shape().size() - 2};
}

std::int64_t count_of(const Shape &shape) {
  std::int64_t count = 1;
  for (const std::ptrdiff_t extent : shape)
    count *= extent;
  return count;
}

/// Dense matrices: one, or one for each of the stack.
Array dense_stack(const Array &x, const Shape &stack) {
  if (count_of(stack_of(x)) == 1 || stack_of(x) == stack)
    return dense(x, x.dtype());
  Shape shape = stack;
  shape.push_back(x.shape()[x.shape().size() - 2]);
  shape.push_back(x.shape().back());
  return copy(x.broadcast_to(shape), 'C');
}

void multiply_by_panels(Launches &launches, ProductArguments arguments, std::int64_t batches, Dtype dtype) {
  const auto bytes = static_cast<int>(item_size(dtype));
  const std::int64_t panels = (arguments.columns + panel - 1) / panel;
  const std::int64_t packed = (arguments.b_batched != 0 ? batches : 1) * panels * panel * arguments.depth;
  arguments.packed = launches.temporary(static_cast<std::size_t>(packed * bytes));
  launches.launch_items({"product", "pack_panels", bytes}, packed, arguments);
  arguments.strip = std::min<std::int64_t>(64, arguments.rows);
  const std::int64_t strips = (arguments.rows + arguments.strip - 1) / arguments.strip;
  launches.launch_groups({"product", "product_of_panels", class_of(dtype)}, batches * strips * panels, panel,
                         arguments);
}

void multiply_by_tiles(Launches &launches, const ProductArguments &arguments, std::int64_t batches, Dtype dtype) {
  const std::int64_t across = (arguments.columns + side - 1) / side, down = (arguments.rows + side - 1) / side;
  launches.launch_groups({"product", "product_of_tiles", class_of(dtype)}, batches * across * down, threads_of_tile,
                         arguments, {}, 2 * side * slice * item_size(dtype));
}

/// Products with a vector read their matrix once, and small ones are not worth a launch of their own: sums of products
/// fuse with what is around them.
bool is_for_sums(const ProductArguments &arguments) {
  constexpr double most = 32.0 * 32.0 * 32.0;
  return arguments.rows == 1 || arguments.columns == 1 ||
         double(arguments.rows) * double(arguments.columns) * double(arguments.depth) <= most;
}

/// The last two axes, by number, as (..., first, 1, second) or (..., 1, first, second).
Array with_axis(const Array &x, std::size_t first, std::size_t second, bool in_front) {
  const std::size_t stacked = x.shape().size() - 2;
  Shape shape, strides;
  const auto add = [&](std::ptrdiff_t extent, std::ptrdiff_t stride) {
    shape.push_back(extent);
    strides.push_back(stride);
  };
  for (std::size_t axis = 0; axis < stacked; ++axis)
    add(x.shape()[axis], x.strides()[axis]);
  if (in_front)
    add(1, 0);
  add(x.shape()[stacked + first], x.strides()[stacked + first]);
  if (!in_front)
    add(1, 0);
  add(x.shape()[stacked + second], x.strides()[stacked + second]);
  return x.with_layout(shape, strides, x.offset());
}

/// Of what broadcasts together, along the last axis.
Array sum_of_products(const Array &a, const Array &b) {
  const bool truth = a.dtype() == Dtype::b1;
  const Array products = binary(truth ? ops::Op::logical_and : ops::Op::multiply, a, b);
  const int depth = products.ndim() - 1;
  return truth ? reduce(ops::Reduction::any, products, std::span(&depth, 1), false)
               : reduce(ops::Reduction::sum, products, std::span(&depth, 1), false, a.dtype());
}

void check_depths(std::ptrdiff_t columns, std::ptrdiff_t rows) {
  if (columns != rows)
    throw Error(Errc::invalid, "matmul: {} columns of the first do not meet {} rows of the second", columns, rows);
}

/// The rows of a, or a alone, broadcast with b as they are.
Array product_with_vector(const Array &a, const Array &b) {
  check_queues(a, b, "matmul");
  check_depths(a.shape().back(), b.shape().back());
  if (a.dtype() == Dtype::bf16)
    return astype(sum_of_products(astype(a, Dtype::f32), astype(b, Dtype::f32)), Dtype::bf16);
  return sum_of_products(a, b);
}

double work_of(const ProductArguments &arguments) {
  return double(arguments.rows) * double(arguments.columns) * double(arguments.depth);
}

/// Some microseconds of one thread; others would come too late to help.
bool is_brief(const ProductArguments &arguments, std::int64_t batches) {
  constexpr double most = 112.0 * 112.0 * 112.0;
  return work_of(arguments) * double(batches) <= most;
}

/// Many small products are side by side in kernels.
bool is_for_blas(const ProductArguments &arguments, std::int64_t batches, const Array &a) {
  constexpr double least = 96.0 * 96.0 * 96.0;
  return (work_of(arguments) >= least || is_brief(arguments, batches)) &&
         a.queue()->device()->has(runtime::Aspect::cpu) && blas::multiplies(a.dtype());
}

/// Where a single matrix lies so that BLAS can read it, it does; else it is a dense copy.
struct Readable {
  Array array;
  bool transposed = false;
  std::int64_t apart = 1;
};

Readable readable(const Array &x, const Shape &stack) {
  const std::size_t row = x.shape().size() - 2;
  const std::ptrdiff_t rows = x.shape()[row], columns = x.shape()[row + 1];
  const std::ptrdiff_t down = x.strides()[row], along = x.strides()[row + 1];
  if (count_of(stack_of(x)) == 1) {
    if ((along == 1 || columns == 1) && down >= columns)
      return {x, false, down};
    if ((down == 1 || rows == 1) && along >= rows)
      return {x, true, along};
  }
  return {dense_stack(x, stack), false, columns};
}

Array multiplied_by_blas(const Array &a, const Array &b, const Shape &stack, ProductArguments arguments,
                         const Shape &shape, AllocationKind kind) {
  const Readable left = readable(a, stack), right = readable(b, stack);
  const bool one_left = count_of(stack_of(left.array)) == 1, one_right = count_of(stack_of(right.array)) == 1;
  std::int64_t batches = count_of(stack);
  const auto bytes = static_cast<std::int64_t>(item_size(a.dtype()));
  const std::int64_t step_a = one_left ? 0 : bytes * arguments.rows * arguments.depth;
  const std::int64_t step_b = one_right ? 0 : bytes * arguments.depth * arguments.columns;
  if (one_right && !one_left) { // rows of all
    arguments.rows *= batches;
    batches = 1;
  }
  const bool brief = is_brief(arguments, batches);
  auto record = [=, dtype = a.dtype(), a_apart = left.apart, a_turned = left.transposed, b_apart = right.apart,
                 b_turned = right.transposed](Launches &launches) {
    const std::byte *const first = launches.operand(0), *const second = launches.operand(1);
    std::byte *const result = launches.result();
    const int threads = brief ? 1 : static_cast<int>(launches.threads());
    launches.run_on_host("gemm", brief, [=](const fuse::Addresses &addresses) -> std::function<void()> {
      return [=, from = addresses[first], by = addresses[second], to = addresses[result]] {
        for (std::int64_t n = 0; n < batches; ++n)
          blas::multiply(dtype, arguments.rows, arguments.columns, arguments.depth,
                         {from + n * step_a, a_apart, a_turned}, {by + n * step_b, b_apart, b_turned},
                         to + n * bytes * arguments.rows * arguments.columns, threads);
      };
    });
  };
  return computed_by(make_algorithm("matmul", std::move(record)), {&left.array, &right.array}, shape, a.dtype(), kind);
}

} // namespace

Array matrix_product(const Array &a, const Array &b) {
  WEFT_CHECK(a.dtype() == b.dtype() && a.ndim() >= 2 && b.ndim() >= 2, "product: {} of {} and {} of {} dimensions",
             name_of(a.dtype()), a.ndim(), name_of(b.dtype()), b.ndim());
  check_queues(a, b, "matmul");
  const std::array<Shape, 2> stacks{stack_of(a), stack_of(b)};
  const Shape stack = broadcast_shapes(stacks);
  ProductArguments arguments;
  arguments.rows = a.shape()[a.shape().size() - 2];
  arguments.depth = a.shape().back();
  arguments.columns = b.shape().back();
  check_depths(arguments.depth, b.shape()[b.shape().size() - 2]);
  const bool by_library = is_for_library(a, b, stack);
  if (a.dtype() == Dtype::bf16 && !by_library)
    return astype(matrix_product(astype(a, Dtype::f32), astype(b, Dtype::f32)), Dtype::bf16);
  if (!by_library && is_for_sums(arguments))
    return sum_of_products(with_axis(a, 0, 1, false), with_axis(b, 1, 0, true));
  Shape shape = stack;
  shape.push_back(arguments.rows);
  shape.push_back(arguments.columns);
  const AllocationKind kind = coerce(a.usm_kind(), b.usm_kind());
  std::int64_t batches = count_of(stack);
  if (batches * arguments.rows * arguments.columns == 0)
    return Array::empty(shape, a.dtype(), a.queue(), kind);
  if (by_library)
    return multiplied_by_library(a, b, stack, shape, kind);
  if (is_for_blas(arguments, batches, a))
    return multiplied_by_blas(a, b, stack, arguments, shape, kind);
  const Array left = dense_stack(a, stack), right = dense_stack(b, stack);
  const bool one_left = count_of(stack_of(left)) == 1, one_right = count_of(stack_of(right)) == 1;
  arguments.a_batch = one_left ? 0 : arguments.rows * arguments.depth;
  arguments.b_batched = !one_right;
  if (one_right && !one_left) { // rows of all
    arguments.rows *= batches;
    batches = 1;
  }
  auto record = [=, dtype = a.dtype()](Launches &launches) {
    ProductArguments filled = arguments;
    filled.a = launches.operand(0);
    filled.b = launches.operand(1);
    filled.c = launches.result();
    if (launches.alone())
      multiply_by_panels(launches, filled, batches, dtype);
    else
      multiply_by_tiles(launches, filled, batches, dtype);
  };
  return computed_by(make_algorithm("matmul", std::move(record)), {&left, &right}, shape, a.dtype(), kind);
}

Array matmul(const Array &a, const Array &b) {
  if (b.ndim() == 1)
    return product_with_vector(a, b);
  if (a.ndim() != 1)
    return matrix_product(a, b);
  const Array product = matrix_product(a.with_layout({1, a.shape()[0]}, {0, a.strides()[0]}, a.offset()), b);
  Shape shape = product.shape(), strides = product.strides();
  shape.erase(shape.size() - 2);
  strides.erase(strides.size() - 2);
  return product.with_layout(shape, strides, product.offset());
}

} // namespace weft::array
