// Changing elements that exist: in place, by assignment.
#include <complex>

#include "array/at_once.hpp"
#include "array/build.hpp"
#include "fuse/affine.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

bool is_whole(const Array &array) {
  const fuse::Buffer &buffer = *array.buffer();
  return buffer.pending() && buffer.dtype == array.dtype() && array.offset() == 0 &&
         array.shape() == buffer.layout->shape() && array.strides() == buffer.layout->strides();
}

/// NumPy lets values have more leading dimensions of extent 1 than the target has.
Array without_leading_ones(const Array &value, std::size_t ndim) {
  Shape shape = value.shape(), strides = value.strides();
  while (shape.size() > ndim && shape[0] == 1) {
    shape.erase(0);
    strides.erase(0);
  }
  return shape.size() == value.shape().size() ? value : value.with_layout(shape, strides, value.offset());
}

/// Assigned to real elements, a complex number loses its imaginary part, as in dpctl.
Scalar without_imaginary_part(const Scalar &scalar, Dtype dtype) {
  const auto *number = std::get_if<std::complex<double>>(&scalar.value);
  const bool drops = number != nullptr && ops::kind_of(dtype) != ops::Kind::complex && dtype != Dtype::b1;
  return drops ? Scalar{number->real()} : scalar;
}

void check_target(const Array &target) {
  if (!target.writable())
    throw Error(Errc::invalid, "assignment: the target is read-only");
}

} // namespace

namespace {

/// The expression of the new values, whose old ones are `before`, in the target's dtype.
std::unique_ptr<Expr> new_values(fuse::Pending &pending, fuse::Buffer &buffer, fuse::Ref<Buffer> before,
                                 const std::function<std::unique_ptr<Expr>(Input)> &make) {
  Input old;
  old.view = buffer.layout;
  old.dtype = buffer.dtype;
  old.buffer = before;
  auto expr = make(std::move(old));
  for (Input &input : expr->inputs) // x += x
    if (input.buffer.get() == &buffer)
      input.buffer = before;
  if (expr->result == buffer.dtype)
    return expr;
  const Dtype result = expr->result;
  Input inner;
  inner.view = buffer.layout;
  inner.dtype = result;
  inner.buffer = pending.insert(buffer.queue, buffer.kind, buffer.layout, result, std::move(expr));
  return cast_expr(std::move(inner), buffer.dtype);
}

/// Not in memory yet: the new values simply are the array, and who reads the old ones goes on doing so.
bool rewrite(fuse::Pending &pending, const Array &target, const std::function<std::unique_ptr<Expr>(Input)> &make) {
  fuse::Buffer &buffer = *target.buffer();
  const auto guard = pending.lock();
  return is_whole(target) &&
         pending.rewrite(buffer, [&](fuse::Ref<Buffer> before) { return new_values(pending, buffer, before, make); });
}

} // namespace

void update(const Array &target, const std::function<std::unique_ptr<Expr>(Input)> &make) {
  fuse::Pending &pending = fuse::Pending::of(*target.queue());
  if (rewrite(pending, target, make))
    pending.settle(*target.buffer());
  else
    store(make(input_of(target, target.shape())), target);
}

namespace {

/// The value as it is assigned to elements of `target` seen in `shape`.
Operand fitted(const Array &target, const Shape &shape, const Operand &value) {
  if (const auto *scalar = std::get_if<Scalar>(&value))
    return without_imaginary_part(*scalar, target.dtype());
  const Array &source = std::get<Array>(value);
  check_queues(target, source, "assignment", Errc::invalid); // in dpctl a ValueError
  return without_leading_ones(source, shape.size());
}

} // namespace

Input assigned(const Array &target, const Shape &shape, const Operand &value) {
  const Operand source = fitted(target, shape, value);
  if (const auto *scalar = std::get_if<Scalar>(&source))
    return input_of(*scalar, holds(target.dtype(), *scalar) ? target.dtype() : default_dtype(*scalar));
  return input_of(std::get<Array>(source), shape);
}

namespace {

/// `x[a:b] += y` ends by assigning the updated view to itself.
bool is_itself(const Array &target, const Operand &value) {
  const auto *const source = std::get_if<Array>(&value);
  return source != nullptr && source->buffer() == target.buffer() && source->dtype() == target.dtype() &&
         fuse::same_elements(*source->layout(), *target.layout());
}

} // namespace

void assign(const Array &target, const Operand &value) {
  check_target(target);
  if (is_itself(target, value))
    return;
  if (!assigned_at_once(target, fitted(target, target.shape(), value)))
    store(cast_expr(assigned(target, target.shape(), value), target.dtype()), target);
}

void assign_where(const Array &target, const Array &mask, const Operand &value) {
  check_target(target);
  check_queues(target, mask, "assignment", Errc::placement);
  const Input chosen = assigned(target, target.shape(), value), condition = input_of(mask, target.shape());
  update(target, [&](Input old) {
    auto expr = std::make_unique<Expr>();
    expr->kind = ExprKind::select;
    expr->loop = {Dtype::b1, target.dtype(), target.dtype()};
    expr->result = target.dtype();
    expr->arity = 3;
    expr->inputs = {condition, chosen, std::move(old)};
    return expr;
  });
}

} // namespace weft::array
