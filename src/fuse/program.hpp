// A fusion as straight-line steps over loop dimensions: what the graph becomes before it becomes a kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fuse/graph.hpp"
#include "fuse/order.hpp"

namespace weft::fuse {

/// Named by letters, as in the recipes of kernels.
enum class Code : char {
  load = 'l',    ///< leaves[ref] at the loop indices
  index = 'i',   ///< leaves[ref]'s position itself, int64
  number = 'n',  ///< numbers[ref]
  call = 'c',    ///< op over the inputs, which have the loop's dtypes
  convert = 'v', ///< inputs[0] in another dtype
  select = 's',  ///< inputs[0] ? inputs[1] : inputs[2]
  gather = 'g',  ///< leaves[ref] at the loop indices and inputs[0] times its index_stride further
  reduce = 'r',  ///< reductions[ref] over inputs[0]; its value has the accumulation dtype
};

/// Whether Step::ref names a leaf.
constexpr bool has_leaf(Code code) noexcept {
  return code == Code::load || code == Code::index || code == Code::gather;
}

/// One value. Inputs are earlier steps.
struct Step {
  Code code = Code::load;
  Dtype dtype = Dtype::b1;
  std::uint8_t arity = 0;
  ops::Op op{};
  std::uint16_t ref = 0;
  std::array<std::uint16_t, ops::max_arity> inputs{};
  std::uint32_t dims = 0; ///< Bit per loop dimension that the value depends on.
};

/// Elements in memory, or positions, as an affine function of the loop indices.
struct Leaf {
  Dtype dtype = Dtype::b1;
  bool position = false; ///< No memory: the element at an index is offset + sum of strides * indices.
  std::byte *base = nullptr;
  const Buffer *planned = nullptr; ///< What will be memory once the steps before were launched; null: it is at `base`.
  std::ptrdiff_t offset = 0;
  Shape strides;                   ///< Per loop dimension; missing ones are 0. Not negative once simplified.
  std::ptrdiff_t index_stride = 0; ///< Of computed places: elements from one index to the next. Not 0 then.
  std::uint32_t reversed = 0;      ///< Bit per loop dimension that is walked from its end.
  std::uint8_t as_one = 0;         ///< In a recipe: bit per axis of the schedule that it runs along as along one loop.
  std::shared_ptr<const void> owner;

  std::ptrdiff_t stride(std::size_t dim) const noexcept { return dim < strides.size() ? strides[dim] : 0; }
};

/// A fold inside the program. Its loop dimensions carry the segments outer_segment(r) and inner_segment(r).
struct Fold {
  ops::Reduction kind{};
  ops::ReductionLoop loop{};
  FoldOrder order;
  std::uint16_t step = 0;
  bool over_row = false;       ///< Its loops are Program::row.
  bool joins_partials = false; ///< The inputs are partial results: (value), or (value, index) for argmax and argmin.

  /// Of booleans, the first that differs from the start value gives the result.
  bool decided_early() const noexcept { return loop.accumulate == Dtype::b1 && !joins_partials; }
};

/// A loop dimension. Segment 0 is the output's; the others belong to folds.
struct Dim {
  std::ptrdiff_t extent = 1;
  std::uint8_t segment = 0;
};

constexpr std::uint8_t outer_segment(std::size_t fold) noexcept {
  return static_cast<std::uint8_t>(1 + 2 * fold);
}
constexpr std::uint8_t inner_segment(std::size_t fold) noexcept {
  return static_cast<std::uint8_t>(2 + 2 * fold);
}

struct Output {
  Leaf target; ///< Where its index_stride is not 0, `index` times that further.
  std::uint16_t step = 0;
  std::uint16_t index = 0; ///< A step, int64.

  bool is_indexed() const noexcept { return target.index_stride != 0; }
  /// What storing reads.
  void add_steps_to(std::vector<std::uint16_t> &steps) const {
    steps.push_back(step);
    if (is_indexed())
      steps.push_back(index);
  }
};

inline constexpr int no_fold = -1;

struct Program {
  std::vector<Dim> dims; ///< Slowest first within a segment.
  std::vector<Step> steps;
  std::vector<Leaf> leaves;
  std::vector<Number> numbers;
  std::vector<Fold> folds;
  std::vector<Output> outputs;
  int root_fold = no_fold; ///< The fold that the schedule spreads over work-items; others run inside of one.
  std::uint32_t row = 0;   ///< Loops of a row that a work-group keeps: the folds over_row share them, and outputs may.

  void clear() noexcept; ///< Keeps the memory.

  /// Appends a step of another program with the leaf, which lies as `moved` says, or the number that it refers to; its
  /// inputs are steps of this program already. A fold's number stays.
  template <class Moved> std::uint16_t adopt(Step step, const Program &from, Moved moved) {
    const auto last = [](const auto &list) { return static_cast<std::uint16_t>(list.size() - 1); };
    if (has_leaf(step.code)) {
      leaves.push_back(moved(from.leaves[step.ref]));
      step.ref = last(leaves);
    } else if (step.code == Code::number) {
      numbers.push_back(from.numbers[step.ref]);
      step.ref = last(numbers);
    }
    steps.push_back(step);
    return last(steps);
  }

  std::uint32_t dims_of(std::uint8_t segment) const noexcept; ///< As bits.
  std::uint32_t dims_of_fold(std::size_t fold) const noexcept {
    return folds[fold].over_row ? row : dims_of(outer_segment(fold)) | dims_of(inner_segment(fold));
  }
  bool is_fold_over_row(std::size_t step) const noexcept {
    return steps[step].code == Code::reduce && folds[steps[step].ref].over_row;
  }
  std::ptrdiff_t extent_of(std::uint32_t dims) const noexcept; ///< Product.
  std::vector<std::uint16_t> output_steps() const;             ///< All that storing reads.
  std::size_t widest_leaf() const noexcept;                    ///< Bytes of an element; 1 if none is in memory.
};

/// Steps that `roots` read, roots included.
std::vector<bool> needed_by(const Program &, std::span<const std::uint16_t> roots);

/// Recomputes Step::dims from the leaves up.
void mark_dims(Program &);

/// Throws InternalError unless steps read earlier ones, dtypes agree and references exist. For stage borders in debug
/// builds.
void verify(const Program &);

/// For WEFT_EXPLAIN: the ops by name, as "subtract, square, sum[7], exp, mean[1000000]"; for what programs of a class
/// share without extents.
std::string describe(const Program &, bool extents = true);

} // namespace weft::fuse
