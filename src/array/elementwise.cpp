// Elementwise functions: promotion, broadcasting, one node.
#include <algorithm>
#include <atomic>
#include <bit>

#include "array/at_once.hpp"
#include "array/build.hpp"
#include "array/power.hpp"
#include "ops/functions.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

/// What is known of a function's operands before any node is made.
struct Operands {
  const Array *first = nullptr; ///< The first array; it names the queue.
  AllocationKind kind = AllocationKind::host;
  std::array<Dtype, ops::max_arity> dtypes{};
  Shape shape;
};

void join_shape(Shape &shape, const Shape &other, bool first) {
  if (first || shape == other) {
    shape = other;
    return;
  }
  const Shape both[] = {shape, other};
  shape = broadcast_shapes(both);
}

std::string dtypes_text(std::span<const Dtype> dtypes) {
  std::string text;
  for (Dtype dtype : dtypes)
    text += (text.empty() ? "" : ", ") + std::string(name_of(dtype));
  return text;
}

/// Gives scalars the dtype that the arrays decide. True if there is an array.
bool find_dtypes(std::span<const Operand> operands, std::span<Dtype> dtypes, std::optional<ops::Op> op = {}) {
  std::optional<Dtype> strong;
  for (const Operand &operand : operands)
    if (const auto *array = std::get_if<Array>(&operand))
      strong = strong ? ops::promote(*strong, array->dtype()) : array->dtype();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto *scalar = std::get_if<Scalar>(&operands[i]);
    if (scalar == nullptr)
      dtypes[i] = std::get<Array>(operands[i]).dtype();
    else
      dtypes[i] = !strong ? default_dtype(*scalar)
                  : op    ? operand_dtype(*op, *scalar, *strong)
                          : weak_dtype(*scalar, *strong);
  }
  return strong.has_value();
}

Operands survey(std::string_view function, std::span<const Operand> operands, std::optional<ops::Op> op = {}) {
  Operands known;
  if (!find_dtypes(operands, std::span(known.dtypes.data(), operands.size()), op))
    throw Error(Errc::type, "{}: at least one operand has to be an array", function);
  for (const Operand &operand : operands) {
    const auto *array = std::get_if<Array>(&operand);
    if (array == nullptr)
      continue;
    if (known.first != nullptr)
      check_queues(*known.first, *array, function);
    join_shape(known.shape, array->shape(), known.first == nullptr);
    known.kind = known.first == nullptr ? array->usm_kind() : coerce(known.kind, array->usm_kind());
    if (known.first == nullptr)
      known.first = array;
  }
  return known;
}

/// ops::resolve() for up to two operands, remembered: it is called for every operator.
std::optional<ops::Loop> resolve_remembered(ops::Op op, std::span<const Dtype> dtypes) {
  enum : std::uint8_t { unknown, none, known };
  struct Entry {
    std::uint8_t state = unknown;
    Dtype first{}, second{}, result{};
  };
  static constinit std::array<std::atomic<Entry>,
                              static_cast<std::size_t>(ops::op_count * ops::dtype_count * ops::dtype_count)>
      table;
  if (dtypes.size() > 2 || ops::is_function(op))
    return ops::resolve(op, dtypes);
  const auto row = static_cast<std::size_t>(op) * ops::dtype_count + static_cast<std::size_t>(dtypes[0]);
  std::atomic<Entry> &slot = table[row * ops::dtype_count + static_cast<std::size_t>(dtypes.back())];
  Entry entry = slot.load(std::memory_order_relaxed);
  if (entry.state == unknown) {
    const auto loop = ops::resolve(op, dtypes);
    entry = loop ? Entry{known, loop->inputs[0], loop->inputs[1], loop->result} : Entry{none, {}, {}, {}};
    slot.store(entry, std::memory_order_relaxed);
  }
  if (entry.state == none)
    return std::nullopt;
  return ops::Loop{{entry.first, entry.second, entry.second}, static_cast<int>(dtypes.size()), entry.result};
}

ops::Loop loop_for(ops::Op op, std::span<const Dtype> dtypes) {
  if (const auto loop = resolve_remembered(op, dtypes))
    return *loop;
  throw Error(Errc::type, "{}: not defined for {}; cast the operands first", ops::shown_name(op), dtypes_text(dtypes));
}

Input operand_input(const Operand &operand, const Shape &shape, Dtype loop) {
  if (const auto *scalar = std::get_if<Scalar>(&operand))
    return input_of(*scalar, loop);
  return input_of(std::get<Array>(operand), shape);
}

void check_arity(ops::Op op, std::size_t count) {
  if (count != static_cast<std::size_t>(ops::info(op).arity))
    throw Error(Errc::type, "{}: takes {} operands, {} were given", ops::shown_name(op), ops::info(op).arity, count);
}

Array finish(const Operands &known, std::span<const Operand> operands, std::unique_ptr<Expr> expr, const Array *out,
             char order, std::string_view function) {
  if (out == nullptr) {
    std::array<LayoutRef, ops::max_arity> layouts;
    std::size_t count = 0;
    for (const Operand &operand : operands)
      if (const auto *array = std::get_if<Array>(&operand))
        layouts[count++] = array->layout();
    return array_like(known.first->queue(), known.kind, known.shape, std::span(layouts.data(), count), order,
                      std::move(expr));
  }
  check_out(*out, known.shape, expr->result, function);
  check_queues(*known.first, *out, function);
  store(std::move(expr), *out);
  return *out;
}

/// The expression of a power by a number, or of 2; null for all else.
std::unique_ptr<Expr> known_power(std::span<const Operand> operands, const Operands &known, const ops::Loop &loop) {
  const Dtype dtype = loop.inputs[0];
  if (const auto exponent = known_exponent(operands[1], dtype))
    return power_expr(operand_input(operands[0], known.shape, dtype), known.shape, *known.first, *exponent, dtype,
                      false);
  const auto *base = std::get_if<Scalar>(&operands[0]);
  if (base == nullptr || ops::kind_of(dtype) != ops::Kind::floating ||
      number_of(*base, dtype) != number_of(Scalar{2.0}, dtype))
    return nullptr;
  auto expr = call_expr(ops::Op::exp2, loop_for(ops::Op::exp2, std::span(&dtype, 1)));
  expr->inputs[0] = operand_input(operands[1], known.shape, dtype);
  return expr;
}

/// Integers by a power of 2: their quotient is a shift, and the rest what a mask leaves. Null for all else.
std::unique_ptr<Expr> known_division(ops::Op op, const Input &dividend, const Operand &divisor, Dtype dtype) {
  const auto *scalar = std::get_if<Scalar>(&divisor);
  const auto *by = scalar != nullptr ? std::get_if<std::int64_t>(&scalar->value) : nullptr;
  const ops::Kind kind = ops::kind_of(dtype);
  if (by == nullptr || *by <= 0 || (*by & (*by - 1)) != 0 ||
      (kind != ops::Kind::integer_signed && kind != ops::Kind::integer_unsigned))
    return nullptr;
  const std::size_t bits = 8 * item_size(dtype) - (kind == ops::Kind::integer_signed ? 1 : 0);
  const auto exponent = std::countr_zero(static_cast<std::uint64_t>(*by));
  if (static_cast<std::size_t>(exponent) >= bits)
    return nullptr; // no number of the dtype, which is refused like any other
  const bool quotient = op == ops::Op::floor_divide;
  const ops::Op simple = quotient ? ops::Op::bitwise_right_shift : ops::Op::bitwise_and;
  const std::int64_t number = quotient ? exponent : *by - 1;
  const Dtype both[] = {dtype, dtype};
  auto expr = call_expr(simple, loop_for(simple, both));
  expr->inputs[0] = dividend;
  expr->inputs[1] = input_of(Scalar{number}, dtype);
  return expr;
}

bool divides(ops::Op op) {
  return op == ops::Op::floor_divide || op == ops::Op::remainder;
}

} // namespace

Array elementwise(ops::Op op, std::span<const Operand> operands, const Array *out, char order) {
  const std::string_view name = ops::shown_name(op);
  check_arity(op, operands.size());
  check_order(order, "elementwise");
  const Operands known = survey(name, operands, op);
  const ops::Loop loop = loop_for(op, std::span(known.dtypes.data(), operands.size()));
  auto expr = op == ops::Op::pow ? known_power(operands, known, loop) : nullptr;
  if (divides(op))
    expr = known_division(op, operand_input(operands[0], known.shape, loop.inputs[0]), operands[1], loop.inputs[0]);
  if (!expr) {
    expr = call_expr(op, loop);
    for (std::size_t i = 0; i < operands.size(); ++i)
      expr->inputs[i] = operand_input(operands[i], known.shape, loop.inputs[i]);
  }
  return finish(known, operands, std::move(expr), out, order, name);
}

Array unary(ops::Op op, const Array &x) {
  check_arity(op, 1);
  const Dtype dtypes[] = {x.dtype()};
  auto expr = call_expr(op, loop_for(op, dtypes));
  expr->inputs[0] = input_of(x, x.shape());
  return array_like(x.queue(), x.usm_kind(), x.shape(), std::span(&x.layout(), 1), 'K', std::move(expr));
}

Array binary(ops::Op op, const Array &a, const Array &b) {
  check_arity(op, 2);
  if (op == ops::Op::pow && b.ndim() == 0) // its value may be known
    return elementwise(op, std::array<Operand, 2>{a, b});
  check_queues(a, b, ops::info(op).name);
  const Dtype dtypes[] = {a.dtype(), b.dtype()};
  const ops::Loop loop = loop_for(op, dtypes);
  Shape shape = a.shape();
  join_shape(shape, b.shape(), false);
  auto expr = call_expr(op, loop);
  expr->inputs[0] = input_of(a, shape);
  expr->inputs[1] = input_of(b, shape);
  const LayoutRef layouts[] = {a.layout(), b.layout()};
  return array_like(a.queue(), coerce(a.usm_kind(), b.usm_kind()), shape, layouts, 'K', std::move(expr));
}

namespace {

Array with_scalar(ops::Op op, const Array &x, const Scalar &scalar, std::size_t scalar_at) {
  check_arity(op, 2);
  if (op == ops::Op::pow)
    return scalar_at == 1 ? elementwise(op, std::array<Operand, 2>{x, scalar})
                          : elementwise(op, std::array<Operand, 2>{scalar, x});
  Dtype dtypes[] = {x.dtype(), x.dtype()};
  dtypes[scalar_at] = operand_dtype(op, scalar, x.dtype());
  const ops::Loop loop = loop_for(op, dtypes);
  auto expr =
      scalar_at == 1 && divides(op) ? known_division(op, input_of(x, x.shape()), scalar, loop.inputs[0]) : nullptr;
  if (!expr) {
    expr = call_expr(op, loop);
    expr->inputs[scalar_at] = input_of(scalar, loop.inputs[scalar_at]);
    expr->inputs[1 - scalar_at] = input_of(x, x.shape());
  }
  return array_like(x.queue(), x.usm_kind(), x.shape(), std::span(&x.layout(), 1), 'K', std::move(expr));
}

} // namespace

Array binary(ops::Op op, const Array &x, const Scalar &y) {
  return with_scalar(op, x, y, 1);
}
Array binary(ops::Op op, const Scalar &x, const Array &y) {
  return with_scalar(op, y, x, 0);
}

namespace {

/// As dpctl, computes in the target's dtype what would promote beyond it, where the operand may be cast so.
ops::Loop inplace_loop(ops::Op op, std::span<const Dtype> dtypes) {
  const Dtype target = dtypes[0];
  const Dtype same[] = {target, target};
  const auto fits = [&](const std::optional<ops::Loop> &loop) {
    return loop && ops::can_cast_same_kind(loop->result, target);
  };
  const auto promoted = resolve_remembered(op, dtypes);
  if (fits(promoted))
    return *promoted;
  if (const auto narrow = resolve_remembered(op, same); ops::can_cast_same_kind(dtypes[1], target) && fits(narrow))
    return *narrow;
  const ops::Loop loop = loop_for(op, dtypes);
  throw Error(Errc::type, "{}: a result of dtype {} cannot be cast to {} in place", ops::info(op).name,
              name_of(loop.result), name_of(target));
}

} // namespace

void elementwise_inplace(ops::Op op, const Array &x, const Operand &y) {
  const Operand operands[] = {x, y};
  const std::string_view name = ops::info(op).name;
  check_arity(op, 2);
  if (!x.writable())
    throw Error(Errc::invalid, "{}: the array to change is read-only", name);
  const Operands known = survey(name, operands, op);
  if (known.shape != x.shape())
    throw Error(Errc::invalid, "{}: a result of shape {} cannot be put into one of {}", name,
                fuse::text_of(known.shape), fuse::text_of(x.shape()));
  const ops::Loop loop = inplace_loop(op, std::span(known.dtypes.data(), 2));
  const bool is_of_one_dtype = loop.inputs[0] == x.dtype() && loop.inputs[1] == x.dtype() && loop.result == x.dtype();
  if (is_of_one_dtype && updated_at_once(op, x, y))
    return;
  const auto exponent = op == ops::Op::pow ? known_exponent(y, loop.inputs[0]) : std::nullopt;
  update(x, [&](Input old) {
    if (exponent)
      if (auto power = power_expr(old, x.shape(), x, *exponent, loop.inputs[0], true))
        return power;
    if (divides(op))
      if (auto quotient = known_division(op, old, y, loop.inputs[0]))
        return quotient;
    auto expr = call_expr(op, loop);
    expr->inputs[0] = std::move(old);
    expr->inputs[1] = operand_input(y, x.shape(), loop.inputs[1]);
    return expr;
  });
}

Array where(const Array &condition, const Operand &x1, const Operand &x2, const Array *out, char order) {
  check_order(order, "where");
  const Operand operands[] = {condition, x1, x2};
  Operands known = survey("where", operands);
  const Operand branches[] = {x1, x2};
  const Dtype dtype = result_type(branches);
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::select;
  expr->loop = {Dtype::b1, dtype, dtype};
  expr->result = dtype;
  expr->arity = 3;
  for (std::size_t i = 0; i < 3; ++i)
    expr->inputs[i] = operand_input(operands[i], known.shape, expr->loop[i]);
  return finish(known, operands, std::move(expr), out, order, "where");
}

Shape broadcast_shapes(std::span<const Shape> shapes) {
  Shape result;
  for (const Shape &shape : shapes)
    result.resize(std::max(result.size(), shape.size()));
  std::fill(result.begin(), result.end(), 1);
  for (const Shape &shape : shapes)
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::ptrdiff_t &extent = result[result.size() - shape.size() + i];
      if (shape[i] != 1 && extent != 1 && shape[i] != extent) {
        std::string text;
        for (const Shape &each : shapes)
          text += (text.empty() ? "" : " and ") + fuse::text_of(each);
        throw Error(Errc::invalid, "operands could not be broadcast together with shapes {}", text);
      }
      if (shape[i] != 1)
        extent = shape[i];
    }
  return result;
}

Dtype result_type(std::span<const Operand> operands) {
  std::vector<Dtype> dtypes(operands.size());
  if (operands.empty())
    throw Error(Errc::type, "result_type: at least one operand is needed");
  find_dtypes(operands, dtypes);
  Dtype result = dtypes[0];
  for (Dtype dtype : dtypes)
    result = ops::promote(result, dtype);
  return result;
}

Dtype result_type(ops::Op op, std::span<const Operand> operands) {
  check_arity(op, operands.size());
  std::array<Dtype, ops::max_arity> dtypes{};
  const std::span used(dtypes.data(), operands.size());
  find_dtypes(operands, used, op);
  return loop_for(op, used).result;
}

} // namespace weft::array
