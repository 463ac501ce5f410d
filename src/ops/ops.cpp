// Rows of elementwise.def as data, and which loop an op takes for given dtypes.
#include "ops/ops.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ops/function_info.hpp"
#include "ops/functions.hpp"
#include "ops/loops.hpp"

namespace weft::ops {

namespace {

enum class Result : std::uint8_t { same, boolean, part };
enum class Admits : std::uint8_t { any, not_bool, float64 };

struct Rule {
  Loops loops;
  Result result;
  Admits admits;
};

constexpr std::string_view dash_is_empty(std::string_view column) {
  return column == "-" ? std::string_view() : column;
}

constexpr OpInfo infos[] = {
#define WEFT_OP_INFO(shown, name, arity, numpy_name, dunder, cost, doc)                                                \
  {#name, arity, shown, dash_is_empty(#numpy_name), dash_is_empty(#dunder), cost, doc},
#define WEFT_OP(name, arity, loops, result, admits, numpy_name, dunder, cost, doc)                                     \
  WEFT_OP_INFO(true, name, arity, numpy_name, dunder, cost, doc)
#define WEFT_INTERNAL_OP(name, arity, loops, result, admits, numpy_name, dunder, cost, doc)                            \
  WEFT_OP_INFO(false, name, arity, numpy_name, dunder, cost, doc)
#include "ops/elementwise.def"
#undef WEFT_OP
#undef WEFT_INTERNAL_OP
#undef WEFT_OP_INFO
};

constexpr Rule rules[] = {
#define WEFT_OP(name, arity, loops, result, admits, ...) {Loops::loops, Result::result, Admits::admits},
#include "ops/elementwise.def"
#undef WEFT_OP
};

const Rule &rule_of(Op op) noexcept {
  return rules[static_cast<std::size_t>(op)];
}

Dtype result_of(Result result, Dtype loop) noexcept {
  switch (result) {
  case Result::same:
    return loop;
  case Result::boolean:
    return Dtype::b1;
  case Result::part:
    return real_part(loop);
  }
  return loop;
}

Loop uniform_loop(Op op, Dtype dtype) noexcept {
  Loop loop;
  loop.arity = info(op).arity;
  loop.inputs.fill(dtype);
  loop.result = result_of(rule_of(op).result, dtype);
  return loop;
}

Loop mixed_loop(Op op, Dtype first, Dtype second) noexcept {
  Loop loop = uniform_loop(op, first);
  loop.inputs[1] = second;
  return loop;
}

/// Every loop of the op in the order they are tried. `visit` returns true to stop there.
template <class Visit> void each_loop(Op op, Visit visit) {
  const Loops set = rule_of(op).loops;
  for (const Dtype dtype : promotion_order) {
    if (!in_set(set, kind_of(dtype)))
      continue;
    if (set == Loops::ordered && dtype == Dtype::u64)
      if (visit(mixed_loop(op, Dtype::i64, Dtype::u64)) || visit(mixed_loop(op, Dtype::u64, Dtype::i64)))
        return;
    if (visit(uniform_loop(op, dtype)))
      return;
  }
}

bool takes(const Loop &loop, std::span<const Dtype> inputs) noexcept {
  return std::ranges::equal(inputs, loop.input_dtypes(), can_cast_safely);
}

/// As NumPy, dpctl divides integers in float64 although float16 would hold the narrowest ones.
bool too_narrow(const Loop &loop, std::span<const Dtype> inputs) noexcept {
  return std::ranges::none_of(inputs, is_inexact) && loop.result != Dtype::f64;
}

} // namespace

const OpInfo &info(Op op) noexcept {
  return is_function(op) ? function_info(op) : infos[static_cast<std::size_t>(op)];
}

std::string_view shown_name(Op op) noexcept {
  const std::string_view name = info(op).name;
  return name.substr(0, name.find('#'));
}

std::optional<Op> op_named(std::string_view name) noexcept {
  const auto found = std::ranges::find(infos, name, &OpInfo::name);
  if (found == std::end(infos))
    return function_named(name);
  return static_cast<Op>(found - std::begin(infos));
}

std::optional<Loop> resolve(Op op, std::span<const Dtype> inputs) noexcept {
  if (is_function(op))
    return function(op).loop;
  const Admits admits = rule_of(op).admits;
  if (inputs.size() != static_cast<std::size_t>(info(op).arity))
    return std::nullopt;
  if (admits == Admits::not_bool && std::ranges::all_of(inputs, [](Dtype each) { return each == Dtype::b1; }))
    return std::nullopt;
  std::optional<Loop> chosen;
  each_loop(op, [&](const Loop &loop) {
    if (!takes(loop, inputs) || (admits == Admits::float64 && too_narrow(loop, inputs)))
      return false;
    chosen = loop;
    return true;
  });
  return chosen;
}

std::optional<Loop> loop_at(Op op, int n) noexcept {
  std::optional<Loop> chosen;
  each_loop(op, [&](const Loop &loop) {
    if (n-- == 0)
      chosen = loop;
    return chosen.has_value();
  });
  return chosen;
}

std::string function_name(Op op, std::span<const Dtype> loop_inputs) {
  std::string name = fmt::format("__weft_op_{}_{}", info(op).name, short_name(loop_inputs.front()));
  const auto differs = std::ranges::find_if(loop_inputs, [&](Dtype each) { return each != loop_inputs.front(); });
  if (differs != loop_inputs.end())
    fmt::format_to(std::back_inserter(name), "_{}", short_name(*differs));
  return name;
}

} // namespace weft::ops
