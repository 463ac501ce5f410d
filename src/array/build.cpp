// Nodes, layouts of results, and the checks before them.
#include "array/build.hpp"

#include "array/overlap.hpp"
#include "fuse/plan.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "support/error.hpp"

namespace weft::array {

Input input_of(const Array &array, const Shape &shape) {
  Input input;
  input.buffer = array.buffer();
  input.view = fuse::broadcast(array.layout(), shape);
  input.dtype = array.dtype();
  return input;
}

Input input_of(const Scalar &scalar, Dtype dtype) {
  Input input;
  input.dtype = dtype;
  input.number = number_of(scalar, dtype);
  return input;
}

Array array_of(const std::shared_ptr<Queue> &queue, AllocationKind kind, LayoutRef layout, std::unique_ptr<Expr> expr) {
  const Dtype dtype = expr->result;
  auto buffer = fuse::Pending::of(*queue).add(queue, kind, layout, dtype, std::move(expr));
  return {std::move(buffer), std::move(layout), dtype};
}

namespace {

/// The expression, or one of a temporary where it reads what is about to be written.
std::unique_ptr<Expr> apart(std::unique_ptr<Expr> expr, const Array &target, const Shape &shape, bool positions_agree) {
  fuse::Pending &pending = fuse::Pending::of(*target.queue());
  const auto overlaps = [&] {
    const auto guard = pending.lock();
    return reads_elsewhere(*expr, target, positions_agree);
  };
  if (!overlaps())
    return expr;
  const Dtype dtype = expr->result;
  const Array temporary =
      array_of(target.queue(), target.buffer()->kind, fuse::dense_layout(shape, 'C'), std::move(expr));
  temporary.evaluate();
  return cast_expr(input_of(temporary, shape), dtype);
}

} // namespace

void store(std::unique_ptr<Expr> expr, const Array &target) {
  fuse::Pending &pending = fuse::Pending::of(*target.queue());
  fuse::Buffer &buffer = *target.buffer();
  pending.evaluate(buffer);
  expr = apart(std::move(expr), target, target.shape(), true);
  pending.carry_out([&](fuse::Plan &plan) {
    plan.before_write(buffer);
    plan.store({.values = expr.get()}, buffer, *target.layout(), target.dtype());
  });
}

void store_at(std::unique_ptr<Expr> values, std::unique_ptr<Expr> indices, std::ptrdiff_t index_stride,
              const fuse::Layout &layout, const Array &target) {
  fuse::Pending &pending = fuse::Pending::of(*target.queue());
  fuse::Buffer &buffer = *target.buffer();
  pending.evaluate(buffer);
  values = apart(std::move(values), target, layout.shape(), false);
  indices = apart(std::move(indices), target, layout.shape(), false);
  pending.carry_out([&](fuse::Plan &plan) {
    plan.before_write(buffer);
    plan.store({values.get(), indices.get(), index_stride}, buffer, layout, target.dtype());
  });
}

void check_order(char order, const char *function) {
  if (order != 'C' && order != 'F' && order != 'A' && order != 'K')
    throw Error(Errc::invalid, "{}: order '{}' is none of 'C', 'F', 'A', 'K'", function, order);
}

namespace {

LayoutRef result_layout(const Shape &shape, std::span<const LayoutRef> inputs, char order) {
  const LayoutRef *like = nullptr; // the first input that is as large as the result
  bool all_f = true, all_c = true;
  for (const LayoutRef &input : inputs) {
    if (like == nullptr && input->shape() == shape)
      like = &input;
    all_f &= input->f_contiguous();
    all_c &= input->c_contiguous();
  }
  if (order == 'A')
    order = all_f && !all_c && !inputs.empty() ? 'F' : 'C';
  // Empty views count as contiguous whatever their strides are, which a result's layout has to be made of.
  const bool dense = like != nullptr && (*like)->offset() == 0 && (*like)->size() != 0;
  if (dense && (order != 'F' ? (*like)->c_contiguous() : (*like)->f_contiguous()))
    return *like; // most results lie as their input does
  return order == 'K' ? fuse::dense_layout_like(shape, inputs) : fuse::dense_layout(shape, order);
}

} // namespace

Array array_like(const std::shared_ptr<Queue> &queue, AllocationKind kind, const Shape &shape,
                 std::span<const LayoutRef> inputs, char order, std::unique_ptr<Expr> expr) {
  LayoutRef layout = result_layout(shape, inputs, order);
  if (layout->offset() == 0)
    return array_of(queue, kind, std::move(layout), std::move(expr));
  const std::uint32_t backwards = fuse::backward_axes(*layout); // memory is filled forwards, and seen backwards
  for (Input &input : std::span(expr->inputs).first(expr->arity))
    if (input.view)
      input.view = fuse::reversed(input.view, backwards);
  return array_of(queue, kind, fuse::reversed(layout, backwards), std::move(expr))
      .with_layout(shape, layout->strides(), layout->offset());
}

LayoutRef in_memory(LayoutRef layout, Dtype dtype, AllocationKind kind, const Queue &queue) {
  runtime::check_size(fuse::bytes_of(*layout, dtype), kind, *queue.device());
  return layout;
}

void check_queues(const Array &a, const Array &b, std::string_view function, Errc code) {
  if (a.queue() == b.queue())
    return;
  const std::string first = runtime::filter_string(*a.queue()->device());
  const std::string second = runtime::filter_string(*b.queue()->device());
  throw Error(code, "{}: arrays live on different queues: {} {} on {}, {} {} on {}{}; copy one with to_device()",
              function, name_of(a.dtype()), fuse::text_of(a.shape()), first, name_of(b.dtype()),
              fuse::text_of(b.shape()), first == second ? "another queue of " : "", second);
}

void check_out(const Array &out, const Shape &shape, Dtype result, std::string_view function) {
  if (out.shape() != shape)
    throw Error(Errc::invalid, "{}: out has shape {}, the result {}", function, fuse::text_of(out.shape()),
                fuse::text_of(shape));
  if (!out.writable())
    throw Error(Errc::invalid, "{}: out is read-only", function);
  if (out.dtype() != result)
    throw Error(Errc::invalid, "Output array of type {} is needed for the result of {}, got {}", name_of(result),
                function, name_of(out.dtype()));
}

AllocationKind coerce(AllocationKind a, AllocationKind b) noexcept {
  if (a == AllocationKind::device || b == AllocationKind::device)
    return AllocationKind::device;
  return a == AllocationKind::shared || b == AllocationKind::shared ? AllocationKind::shared : a;
}

std::unique_ptr<Expr> cast_expr(Input input, Dtype dtype) {
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::cast;
  expr->result = dtype;
  expr->arity = 1;
  expr->inputs[0] = std::move(input);
  return expr;
}

std::unique_ptr<Expr> call_expr(ops::Op op, const ops::Loop &loop) {
  auto expr = std::make_unique<Expr>();
  expr->op = op;
  expr->loop = loop.inputs;
  expr->result = loop.result;
  expr->arity = static_cast<std::uint8_t>(loop.arity);
  return expr;
}

std::unique_ptr<Expr> index_expr(std::uint32_t axis) {
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::index;
  expr->result = Dtype::i64;
  expr->axes = axis;
  return expr;
}

} // namespace weft::array
