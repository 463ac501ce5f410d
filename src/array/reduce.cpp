// Reductions: dtypes, axes, one node.
#include "array/algorithms/algorithm.hpp"
#include "array/build.hpp"
#include "array/derived.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

std::uint32_t axes_bits(const Array &x, std::span<const int> axes, std::string_view function) {
  std::uint32_t bits = 0;
  for (int axis : axes) {
    if (axis < 0 || axis >= x.ndim() || (bits >> axis & 1))
      throw Error(Errc::invalid, "{}: axis {} is out of range for {} dimensions or named twice", function, axis,
                  x.ndim());
    bits |= 1u << axis;
  }
  return bits;
}

Shape reduced_shape(const Array &x, std::uint32_t axes, bool keepdims) {
  Shape shape;
  for (std::size_t i = 0; i < x.shape().size(); ++i)
    if ((axes >> i & 1) == 0)
      shape.push_back(x.shape()[i]);
    else if (keepdims)
      shape.push_back(1);
  return shape;
}

std::int64_t count_of(const Array &x, std::uint32_t axes) {
  std::int64_t count = 1;
  for (std::size_t i = 0; i < x.shape().size(); ++i)
    if (axes >> i & 1)
      count *= x.shape()[i];
  return count;
}

ops::ReductionLoop loop_for(ops::Reduction reduction, Dtype input, std::optional<Dtype> dtype) {
  if (const auto loop = ops::resolve(reduction, input, dtype))
    return *loop;
  throw Error(Errc::type, "{}: not defined for {}{}", ops::info(reduction).name, name_of(input),
              dtype ? fmt::format(" in {}", name_of(*dtype)) : "");
}

std::unique_ptr<Expr> fold_of(ops::Reduction reduction, const Array &x, std::uint32_t axes, bool keepdims,
                              const ops::ReductionLoop &loop) {
  const ops::ReductionInfo &info = ops::info(reduction);
  const std::int64_t count = count_of(x, axes);
  if (count == 0 && !info.empty_allowed)
    throw Error(Errc::invalid, "{}: no result of zero elements (shape {})", info.name, fuse::text_of(x.shape()));
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::reduce;
  expr->reduction = reduction;
  expr->reduce_loop = loop;
  expr->result = loop.result;
  expr->axes = axes;
  expr->keepdims = keepdims;
  expr->arity = 1;
  expr->inputs[0] = input_of(x, x.shape());
  if (info.finish == ops::Finish::divide_by_count)
    expr->inputs[1] = input_of(Scalar{static_cast<double>(count)}, loop.accumulate);
  return expr;
}

/// What is pending for the same fold already, else a node of its own.
Array folded(std::unique_ptr<Expr> fold, const Array &x, const Shape &shape, bool only_read) {
  fuse::LayoutRef layout = fuse::dense_layout(shape, 'C');
  if (auto same = fuse::Pending::of(*x.queue()).find_same_fold(*fold, only_read))
    return {std::move(same), std::move(layout), fold->result};
  return array_of(x.queue(), x.usm_kind(), std::move(layout), std::move(fold));
}

/// Whether exponentials around the largest number are quicker than joining logarithms one by one, which reads once and
/// computes two functions for each. GPUs compute those of float32 while they read.
bool reads_twice(const Array &x, Dtype accumulate) {
  constexpr std::size_t much = 1 << 14, much_for_gpus = 1 << 22;
  return works_alone(*x.queue()) ? x.size() >= much : item_size(accumulate) > 4 && x.size() >= much_for_gpus;
}

Array reduced_to(const Array &result, const Shape &shape, const Array *out) {
  Array view = result.reshaped_view(shape).value();
  if (out == nullptr)
    return view;
  assign(*out, view);
  return *out;
}

} // namespace

Array reduce(ops::Reduction reduction, const Array &x, std::span<const int> axes, bool keepdims,
             std::optional<Dtype> dtype, const Array *out) {
  const ops::ReductionInfo &info = ops::info(reduction);
  const std::uint32_t bits = axes_bits(x, axes, info.name);
  const ops::ReductionLoop loop = loop_for(reduction, x.dtype(), dtype);
  const Shape shape = reduced_shape(x, bits, keepdims);
  if (out != nullptr) {
    check_out(*out, shape, loop.result, info.name);
    check_queues(x, *out, info.name);
  }
  if (reduction == ops::Reduction::logsumexp && reads_twice(x, loop.accumulate))
    return reduced_to(astype(log_sum_exp(astype(x, loop.accumulate, 'K', false), axes), loop.result, 'K', false), shape,
                      out);
  std::unique_ptr<Expr> fold = fold_of(reduction, x, bits, keepdims, loop);
  if (out == nullptr)
    return folded(std::move(fold), x, shape, false);
  store(std::move(fold), *out);
  return *out;
}

Array reduce_to_read(ops::Reduction reduction, const Array &x, std::span<const int> axes, bool keepdims) {
  const std::uint32_t bits = axes_bits(x, axes, ops::info(reduction).name);
  std::unique_ptr<Expr> fold = fold_of(reduction, x, bits, keepdims, loop_for(reduction, x.dtype(), {}));
  return folded(std::move(fold), x, reduced_shape(x, bits, keepdims), true);
}

} // namespace weft::array
