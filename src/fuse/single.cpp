#include "fuse/single.hpp"

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "fuse/pending.hpp"
#include "libdevice/elementwise/elementwise.hpp"
#include "ops/loops.hpp"
#include "runtime/device.hpp"
#include "support/float_modes.hpp"

namespace weft::fuse {

namespace {

using ops::Op;

struct Value {
  Dtype dtype;
  Number number;
};

template <class T> T read(const Number &number) {
  T value;
  std::memcpy(&value, number.data(), sizeof value);
  return value;
}
template <class T> void write(Number &number, T value) {
  std::memcpy(number.data(), &value, sizeof value);
}

/// What `visit` returns for a value of the type; false for types that single elements rarely have.
template <class Visit> bool visit_type(Dtype dtype, Visit visit) {
  switch (dtype) {
  case Dtype::f64:
    return visit(double());
  case Dtype::i64:
    return visit(std::int64_t());
  case Dtype::f32:
    return visit(float());
  case Dtype::i32:
    return visit(std::int32_t());
  case Dtype::b1:
    return visit(bool());
  default:
    return false;
  }
}

template <class To, class From> std::optional<To> converted(From value) {
  if constexpr (std::is_same_v<To, bool>)
    return value != From();
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return std::nullopt; // devices have rules of their own for what does not fit
  else
    return static_cast<To>(value);
}

bool convert(Value &value, Dtype to) {
  if (value.dtype == to)
    return true;
  return visit_type(value.dtype, [&](auto from) {
    return visit_type(to, [&](auto target) {
      const auto made = converted<decltype(target)>(read<decltype(from)>(value.number));
      if (!made)
        return false;
      write(value.number, *made);
      value.dtype = to;
      return true;
    });
  });
}

/// Functions of few operations, each with one right result: of nothing that libraries approximate.
constexpr bool is_plain(Op op, int cost) {
  switch (op) {
  case Op::round:
    return false;
  case Op::divide:
  case Op::floor_divide:
  case Op::reciprocal:
  case Op::remainder:
  case Op::rsqrt:
  case Op::sqrt:
    return true;
  default:
    constexpr int most = 2;
    return cost <= most;
  }
}

template <class T>
constexpr ops::Kind kind = std::is_same_v<T, bool> ? ops::Kind::boolean
                           : std::is_integral_v<T> ? ops::Kind::integer_signed
                                                   : ops::Kind::floating;

template <class T, class Function, std::size_t... I>
void call(Function function, const Operands &operands, Number &result, std::index_sequence<I...>) {
  write(result, function(read<T>(operands[I])...));
}

template <std::size_t Arity, bool Plain, ops::Loops Loops, class Function>
bool call_in(Dtype loop, Function function, const Operands &operands, Number &result) {
  return visit_type(loop, [&](auto type) {
    using T = decltype(type);
    if constexpr (Plain && in_set(Loops, kind<T>)) {
      call<T>(function, operands, result, std::make_index_sequence<Arity>());
      return true;
    }
    return false;
  });
}

} // namespace

bool compute_single(Op op, Dtype loop, const Operands &operands, Number &result) {
  switch (op) {
#define WEFT_OP(name, arity, loops, result_kind, admits, numpy_name, dunder, cost, doc)                                \
  case Op::name:                                                                                                       \
    return call_in<arity, is_plain(Op::name, cost), ops::Loops::loops>(                                                \
        loop, [](auto... values) { return device::name(values...); }, operands, result);
#include "ops/elementwise.def"
#undef WEFT_OP
  case Op::count_:
    break;
  }
  return false;
}

namespace {

std::optional<Value> called(const Expr &expr, const Operands &operands) {
  for (std::size_t i = 1; i < expr.arity; ++i)
    if (expr.loop[i] != expr.loop[0])
      return std::nullopt;
  Value value{expr.result, {}};
  if (!compute_single(expr.op, expr.loop[0], operands, value.number))
    return std::nullopt;
  return value;
}

std::optional<Value> value_of(const Expr &);

std::optional<Value> value_of(const Input &input) {
  if (!input.buffer)
    return Value{input.dtype, input.number};
  const Buffer &buffer = *input.buffer;
  if (buffer.pending())
    return buffer.layout->size() == 1 && buffer.dtype == input.dtype ? value_of(*buffer.expr()) : std::nullopt;
  Value value{input.dtype, {}};
  const std::size_t bytes = ops::item_size(input.dtype);
  const auto *const first = static_cast<const std::byte *>(buffer.base());
  std::memcpy(value.number.data(), first + input.view->offset() * static_cast<std::ptrdiff_t>(bytes), bytes);
  return value;
}

std::optional<Value> value_of(const Expr &expr) {
  Operands operands;
  for (std::size_t i = 0; i < expr.arity; ++i) {
    auto operand = value_of(expr.inputs[i]);
    if (!operand || !convert(*operand, expr.kind == ExprKind::cast ? expr.result : expr.loop[i]))
      return std::nullopt;
    operands[i] = operand->number;
  }
  switch (expr.kind) {
  case ExprKind::cast:
    return Value{expr.result, operands[0]};
  case ExprKind::select:
    return Value{expr.result, operands[read<bool>(operands[0]) ? 1 : 2]};
  case ExprKind::elementwise:
    return called(expr, operands);
  default:
    return std::nullopt;
  }
}

/// Out of line: nothing of it moves out of the scope in which denormals are flushed.
[[gnu::noinline]] std::optional<Value> evaluated(const Expr &expr) {
  return value_of(expr);
}

} // namespace

bool compute_single(Pending &pending, Buffer &buffer) {
  constexpr std::uint32_t most_nodes = 16;
  const Expr *const expr = buffer.expr();
  if (buffer.layout->size() != 1 || expr == nullptr || expr->folds || expr->weight > most_nodes)
    return false;
  Queue &queue = *buffer.queue;
  if (!queue.device()->has(runtime::Aspect::cpu) || !queue.idle())
    return false;
  const FlushedDenormals mode(!queue.device()->info().fp_denormals); // as in tasks
  const auto value = evaluated(*expr);
  if (!value)
    return false;
  buffer.allocate();
  std::memcpy(buffer.base(), value->number.data(), ops::item_size(value->dtype));
  pending.remove(buffer);
  return true;
}

} // namespace weft::fuse
