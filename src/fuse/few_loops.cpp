#include "fuse/few_loops.hpp"

#include <type_traits>
#include <utility>

#include "fuse/few_types.hpp"
#include "libdevice/elementwise/elementwise.hpp"
#include "ops/loops.hpp"

namespace weft::fuse {

namespace {

using ops::Op;

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
void call(Function function, const FewOperands &operands, std::byte *__restrict result, std::size_t count,
          std::index_sequence<I...>) {
  for (std::size_t i = 0; i < count; ++i)
    write_element(result, i, function(read_element<T>(operands[I], i)...));
}

/// The sign of the NaN that the host's library gives is its own.
constexpr bool has_own_nan(Op op) {
  return op == Op::floor_divide || op == Op::remainder;
}

template <class T> bool has_nan(const std::byte *elements, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (const T value = read_element<T>(elements, i); value != value)
      return true;
  return false;
}

template <std::size_t Arity, bool Plain, bool OwnNan, ops::Loops Loops, class Function>
bool call_in(Dtype loop, Function function, const FewOperands &operands, std::byte *result, std::size_t count) {
  return visit_few_type(loop, [&](auto type) {
    using T = decltype(type);
    if constexpr (Plain && in_set(Loops, kind<T>)) {
      call<T>(function, operands, result, count, std::make_index_sequence<Arity>());
      return !OwnNan || !std::is_floating_point_v<T> || !has_nan<T>(result, count);
    }
    return false;
  });
}

} // namespace

bool computes_few(Op op, Dtype loop) noexcept {
  static constexpr bool plain[] = {
#define WEFT_OP(name, arity, loops, result_kind, admits, numpy_name, dunder, cost, doc) is_plain(Op::name, cost),
#include "ops/elementwise.def"
#undef WEFT_OP
  };
  return plain[static_cast<std::size_t>(op)] && visit_few_type(loop, [](auto) { return true; });
}

bool compute_few(Op op, Dtype loop, const FewOperands &operands, std::byte *result, std::size_t count) {
  switch (op) {
#define WEFT_OP(name, arity, loops, result_kind, admits, numpy_name, dunder, cost, doc)                                \
  case Op::name:                                                                                                       \
    return call_in<arity, is_plain(Op::name, cost), has_own_nan(Op::name), ops::Loops::loops>(                         \
        loop, [](auto... values) { return device::name(values...); }, operands, result, count);
#include "ops/elementwise.def"
#undef WEFT_OP
  case Op::count_:
    break;
  }
  return false;
}

bool convert_few(Dtype from, const std::byte *elements, Dtype to, std::byte *result, std::size_t count) {
  return visit_few_type(from, [&](auto source) {
    return visit_few_type(to, [&](auto target) {
      using From = decltype(source);
      using To = decltype(target);
      if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>) {
        return false; // devices have rules of their own for what does not fit
      } else {
        for (std::size_t i = 0; i < count; ++i)
          write_element(result, i, static_cast<To>(read_element<From>(elements, i)));
        return true;
      }
    });
  });
}

} // namespace weft::fuse
