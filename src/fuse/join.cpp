// Replaces the root fold by a fold over partial results.
#include "fuse/join.hpp"

#include "support/error.hpp"

namespace weft::fuse {

namespace {

class Join {
public:
  Join(const Program &first, const Partials &partials, const FoldTraits &traits)
      : first_(first), traits_(traits), old_(first.folds[static_cast<std::size_t>(first.root_fold)]) {
    add_dims();
    steps_.assign(first.steps.size(), unset);
    steps_[old_.step] = add_fold(partials);
    for (const Output &output : first.outputs) {
      Output moved{with_output_dims(output.target), copy(output.step)};
      if (output.is_indexed())
        moved.index = copy(output.index);
      program_.outputs.push_back(std::move(moved));
    }
  }

  Program take() { return std::move(program_); }

private:
  static constexpr int unset = -1;

  /// The output's loops, then one over the partial results; loops of folds in the epilogue follow in copy().
  void add_dims() {
    for (const Dim &dim : first_.dims)
      if (dim.segment == 0)
        program_.dims.push_back(dim);
    outputs_ = program_.dims.size();
    program_.dims.push_back({old_.order.partials(), inner_segment(0)});
  }

  Leaf with_output_dims(Leaf leaf) const {
    leaf.strides.resize(std::min(leaf.strides.size(), outputs_));
    return leaf;
  }

  /// As the first pass stores them: by result, but columns[partial][result].
  Leaf partial_leaf(Dtype dtype, std::byte *base) const {
    Leaf leaf;
    leaf.dtype = dtype;
    leaf.base = base;
    leaf.strides.resize(outputs_ + 1);
    const bool by_result = old_.order.mode != FoldMode::columns;
    std::ptrdiff_t results = 1;
    for (std::size_t d = outputs_; d-- > 0;) {
      leaf.strides[d] = results * (by_result ? old_.order.partials() : 1);
      results *= program_.dims[d].extent;
    }
    leaf.strides[outputs_] = by_result ? 1 : results;
    return leaf;
  }

  int add_load(Dtype dtype, std::byte *base) {
    program_.leaves.push_back(partial_leaf(dtype, base));
    program_.steps.push_back(
        {.code = Code::load, .dtype = dtype, .ref = static_cast<std::uint16_t>(program_.leaves.size() - 1)});
    return static_cast<int>(program_.steps.size() - 1);
  }

  int add_fold(const Partials &partials) {
    const Dtype dtype = old_.loop.accumulate;
    Step reduce{.code = Code::reduce, .dtype = first_.steps[old_.step].dtype, .arity = 1, .ref = 0};
    reduce.inputs[0] = static_cast<std::uint16_t>(add_load(dtype, partials.values));
    if (ops::info(old_.kind).keeps_index) {
      reduce.arity = 2;
      reduce.inputs[1] = static_cast<std::uint16_t>(add_load(Dtype::i64, partials.indices));
    }
    program_.steps.push_back(reduce);
    Fold fold = old_;
    fold.order = order_of_join(old_.order.results, old_.order.partials(), old_.order.mode, item_size(dtype), traits_);
    fold.step = static_cast<std::uint16_t>(program_.steps.size() - 1);
    fold.joins_partials = true;
    program_.root_fold = fold.order.mode != FoldMode::sequential ? 0 : no_fold;
    program_.folds.push_back(fold);
    return fold.step;
  }

  /// A step of the epilogue with all that it reads.
  std::uint16_t copy(std::uint16_t old) {
    if (steps_[old] != unset)
      return static_cast<std::uint16_t>(steps_[old]);
    Step step = first_.steps[old];
    if (step.code == Code::reduce)
      step.ref = add_inner_fold(first_.folds[step.ref], step.ref);
    for (std::size_t i = 0; i < step.arity; ++i)
      step.inputs[i] = copy(step.inputs[i]);
    steps_[old] = program_.adopt(step, first_, [&](const Leaf &leaf) { return moved_leaf(leaf); });
    if (step.code == Code::reduce)
      program_.folds[step.ref].step = static_cast<std::uint16_t>(steps_[old]);
    return static_cast<std::uint16_t>(steps_[old]);
  }

  std::uint16_t add_inner_fold(const Fold &fold, std::size_t old_index) {
    const std::size_t index = program_.folds.size();
    for (std::size_t d = 0; d < first_.dims.size(); ++d)
      if (first_.dims_of_fold(old_index) >> d & 1) {
        moved_.push_back({d, program_.dims.size()});
        program_.dims.push_back({first_.dims[d].extent, inner_segment(index)});
      }
    program_.folds.push_back(fold);
    return static_cast<std::uint16_t>(index);
  }

  Leaf moved_leaf(const Leaf &old) const {
    Leaf leaf = with_output_dims(old);
    leaf.reversed &= (1u << outputs_) - 1;
    leaf.strides.resize(program_.dims.size());
    for (const auto &[from, to] : moved_) {
      leaf.strides[to] = old.stride(from);
      leaf.reversed |= (old.reversed >> from & 1u) << to;
    }
    return leaf;
  }

  struct Moved {
    std::size_t from, to;
  };

  const Program &first_;
  const FoldTraits &traits_;
  const Fold &old_;
  Program program_;
  std::size_t outputs_ = 0;
  std::vector<int> steps_;
  std::vector<Moved> moved_;
};

} // namespace

Program first_pass(const Program &program) {
  Program first;
  first.dims = program.dims;
  first.root_fold = program.root_fold;
  const std::uint16_t root = program.folds[static_cast<std::size_t>(program.root_fold)].step;
  const std::vector<bool> needed = needed_by(program, std::span(&root, 1));
  first.folds = program.folds; // those of the epilogue stay, unused, so that segments keep their numbers
  std::vector<std::uint16_t> moved(program.steps.size());
  for (std::size_t s = 0; s <= root; ++s) {
    if (!needed[s])
      continue;
    Step step = program.steps[s];
    for (std::size_t i = 0; i < step.arity; ++i)
      step.inputs[i] = moved[step.inputs[i]];
    moved[s] = first.adopt(step, program, [](const Leaf &leaf) { return leaf; });
    if (step.code == Code::reduce)
      first.folds[step.ref].step = moved[s];
  }
  return first;
}

Program join_program(const Program &first, const Partials &partials, const FoldTraits &traits) {
  return Join(first, partials, traits).take();
}

} // namespace weft::fuse
