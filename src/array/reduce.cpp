// Reductions: dtypes, axes, one node.
#include "array/build.hpp"
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

} // namespace

Array reduce(ops::Reduction reduction, const Array &x, std::span<const int> axes, bool keepdims,
             std::optional<Dtype> dtype, const Array *out) {
  const ops::ReductionInfo &info = ops::info(reduction);
  const std::uint32_t bits = axes_bits(x, axes, info.name);
  const ops::ReductionLoop loop = loop_for(reduction, x.dtype(), dtype);
  const std::int64_t count = count_of(x, bits);
  if (count == 0 && !info.empty_allowed)
    throw Error(Errc::invalid, "{}: no result of zero elements (shape {})", info.name, fuse::text_of(x.shape()));
  const Shape shape = reduced_shape(x, bits, keepdims);
  if (out != nullptr) {
    check_out(*out, shape, loop.result, info.name);
    check_queues(x, *out, info.name);
  }
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::reduce;
  expr->reduction = reduction;
  expr->reduce_loop = loop;
  expr->result = loop.result;
  expr->axes = bits;
  expr->keepdims = keepdims;
  expr->arity = 1;
  expr->inputs[0] = input_of(x, x.shape());
  if (info.finish == ops::Finish::divide_by_count)
    expr->inputs[1] = input_of(Scalar{static_cast<double>(count)}, loop.accumulate);
  if (out == nullptr)
    return array_of(x.queue(), x.usm_kind(), fuse::dense_layout(shape, 'C'), std::move(expr));
  store(std::move(expr), *out);
  return *out;
}

} // namespace weft::array
