// Queries, checks and a readable form of programs.
#include "fuse/program.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "support/error.hpp"

namespace weft::fuse {

void Program::clear() noexcept {
  dims.clear();
  steps.clear();
  leaves.clear();
  numbers.clear();
  folds.clear();
  outputs.clear();
  root_fold = no_fold;
  row = 0;
}

std::uint32_t Program::dims_of(std::uint8_t segment) const noexcept {
  std::uint32_t bits = 0;
  for (std::size_t d = 0; d < dims.size(); ++d)
    bits |= std::uint32_t(dims[d].segment == segment) << d;
  return bits;
}

std::ptrdiff_t Program::extent_of(std::uint32_t bits) const noexcept {
  std::ptrdiff_t extent = 1;
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (bits >> d & 1)
      extent *= dims[d].extent;
  return extent;
}

std::vector<std::uint16_t> Program::output_steps() const {
  std::vector<std::uint16_t> output_steps;
  for (const Output &output : outputs)
    output.add_steps_to(output_steps);
  return output_steps;
}

std::size_t Program::widest_leaf() const noexcept {
  std::size_t widest = 1;
  for (const Leaf &leaf : leaves)
    if (!leaf.position)
      widest = std::max<std::size_t>(widest, item_size(leaf.dtype));
  return widest;
}

std::vector<bool> needed_by(const Program &program, std::span<const std::uint16_t> roots) {
  std::vector<bool> needed(program.steps.size());
  for (const std::uint16_t root : roots)
    needed[root] = true;
  for (std::size_t s = program.steps.size(); s-- > 0;)
    for (std::size_t i = 0; needed[s] && i < program.steps[s].arity; ++i)
      needed[program.steps[s].inputs[i]] = true;
  return needed;
}

void mark_dims(Program &program) {
  for (Step &step : program.steps) {
    step.dims = 0;
    if (has_leaf(step.code))
      for (std::size_t d = 0; d < program.dims.size(); ++d)
        step.dims |= std::uint32_t(program.leaves[step.ref].stride(d) != 0) << d;
    for (std::size_t i = 0; i < step.arity; ++i)
      step.dims |= program.steps[step.inputs[i]].dims;
    if (step.code == Code::reduce)
      step.dims &= ~program.dims_of_fold(step.ref);
  }
}

void verify(const Program &program) {
  WEFT_CHECK(program.dims.size() <= max_dims, "fuse: {} loops", program.dims.size());
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const Step &step = program.steps[s];
    for (std::size_t i = 0; i < step.arity; ++i)
      WEFT_CHECK(step.inputs[i] < s, "fuse: step {} reads step {}", s, step.inputs[i]);
    switch (step.code) {
    case Code::load:
      WEFT_CHECK(step.ref < program.leaves.size() && program.leaves[step.ref].dtype == step.dtype, "fuse: load {}", s);
      break;
    case Code::gather:
      WEFT_CHECK(step.ref < program.leaves.size() && program.leaves[step.ref].index_stride != 0 && step.arity == 1 &&
                     program.steps[step.inputs[0]].dtype == Dtype::i64,
                 "fuse: gather {}", s);
      break;
    case Code::index:
      WEFT_CHECK(step.ref < program.leaves.size() && step.dtype == Dtype::i64, "fuse: index {}", s);
      break;
    case Code::number:
      WEFT_CHECK(step.ref < program.numbers.size(), "fuse: number {}", s);
      break;
    case Code::call:
      WEFT_CHECK(step.arity == ops::info(step.op).arity, "fuse: {} has {} inputs", ops::info(step.op).name, step.arity);
      break;
    case Code::select:
      WEFT_CHECK(program.steps[step.inputs[0]].dtype == Dtype::b1, "fuse: condition of step {} is no bool", s);
      break;
    case Code::reduce:
      WEFT_CHECK(step.ref < program.folds.size() && program.folds[step.ref].step == s, "fuse: fold {}", s);
      break;
    case Code::convert:
      break;
    }
  }
  for (const Output &output : program.outputs)
    WEFT_CHECK(output.step < program.steps.size() &&
                   (!output.is_indexed() ||
                    (output.index < program.steps.size() && program.steps[output.index].dtype == Dtype::i64)),
               "fuse: output of step {}", output.step);
}

std::string describe(const Program &program, bool extents) {
  std::string text;
  for (const Step &step : program.steps) {
    std::string name;
    if (step.code == Code::call)
      name = ops::shown_name(step.op);
    else if (step.code == Code::select)
      name = "where";
    else if (step.code == Code::gather)
      name = "take";
    else if (step.code == Code::convert)
      name = fmt::format("to {}", name_of(step.dtype));
    else if (step.code == Code::reduce)
      name = ops::info(program.folds[step.ref].kind).name;
    else
      continue;
    if (extents && step.code == Code::reduce)
      name += fmt::format("[{}]", program.extent_of(program.dims_of_fold(step.ref)));
    text += text.empty() ? name : ", " + name;
  }
  if (std::ranges::any_of(program.outputs, &Output::is_indexed))
    text += text.empty() ? "put" : ", put";
  return text.empty() ? "copy" : text;
}

} // namespace weft::fuse
