// Writes each value down once, in loop indices of the root.
#include "fuse/trace.hpp"

#include <algorithm>

#include "fuse/affine.hpp"
#include "fuse/partition.hpp"
#include "fuse/plan.hpp"
#include "fuse/rows.hpp"
#include "support/error.hpp"

namespace weft::fuse {

namespace {

class Trace {
public:
  Trace(const Plan &plan, std::span<const Root> roots, const Layout &layout, const FoldOrder *rows, Program &program)
      : plan_(plan), rows_(rows), program_(program) {
    program_.clear();
    program_.dims.reserve(layout.ndim());
    program_.steps.reserve(8);
    program_.leaves.reserve(4);
    for (std::ptrdiff_t extent : layout.shape())
      program_.dims.push_back({extent, 0});
    output_ = &layout;
    // A program may have 32 dimensions, one bit each; only folds add any to the root's.
    const bool folds = std::ranges::any_of(roots, [](const Root &root) { return root.expr->folds; });
    loop_dims_ = folds ? max_dims : layout.ndim();
    const AffineMap map = AffineMap::identity(layout.ndim(), loop_dims_);
    for (const Root &root : roots) {
      const bool is_read = root.buffer != nullptr && root.buffer->uses != 0;
      const std::uint16_t step = is_read ? value(*root.buffer, map, true) : expression(*root.expr, map, true);
      program_.outputs.push_back({{}, step});
    }
  }

  bool fits_rows() const noexcept { return fits_rows_ && fits_loops_; }
  bool fits_loops() const noexcept { return fits_loops_; }

  /// The largest part that was written down whole before the loops were too many; null for none.
  Buffer *largest_part() const noexcept { return largest_part_; }

  /// What arrays hold of the rows' results becomes memory by the way; false where that would not be all of it.
  bool store_held(std::span<const Root> roots, std::vector<Buffer *> &beside) {
    for (const Seen &seen : seen_) {
      const Layout &layout = *seen.buffer->layout;
      const bool is_root = std::ranges::find(roots, seen.buffer, &Root::buffer) != roots.end();
      if (is_root || !seen.buffer->expr()->folds || !seen.buffer->held_by_array() ||
          layout.size() != static_cast<std::size_t>(rows_->results) || std::ranges::count(beside, seen.buffer) != 0)
        continue;
      if (program_.outputs.size() == Few<Buffer *>::most || !names_each_row(layout, seen.map))
        return false;
      const Input whole{Ref<Buffer>(seen.buffer), seen.buffer->layout, seen.buffer->dtype, {}};
      program_.outputs.push_back({leaf_of(whole, seen.map), seen.step});
      beside.push_back(seen.buffer);
    }
    return true;
  }

private:
  struct Seen {
    Buffer *buffer;
    AffineMap map;
    std::uint16_t step;
  };

  /// Whether each loop of the output that is not the row's is one axis of the layout, whole.
  bool names_each_row(const Layout &layout, const AffineMap &map) const {
    std::uint32_t left = 0;
    for (std::size_t d = 0; d < program_.dims.size(); ++d)
      left |= std::uint32_t(program_.dims[d].segment == 0 && program_.dims[d].extent != 1) << d;
    left &= ~program_.row;
    for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
      const std::ptrdiff_t extent = layout.shape()[axis];
      bool is_named = extent == 1;
      for (std::size_t d = 0; extent != 1 && d < map.from(); ++d) {
        const std::ptrdiff_t step = map.coefficient(axis, d);
        if (step == 0)
          continue;
        const bool is_whole = (left >> d & 1) != 0 && program_.dims[d].extent == extent &&
                              ((step == 1 && map.base(axis) == 0) || (step == -1 && map.base(axis) == extent - 1));
        if (!is_whole)
          return false;
        left &= ~(1u << d);
        is_named = true;
      }
      if (!is_named)
        return false;
    }
    return left == 0;
  }

  /// Passes over rows are written apart by those who ask for them (a mean, then a deviation): what they share is found
  /// here.
  std::optional<std::uint16_t> same_step(const Step &step) const {
    if (rows_ == nullptr || (step.code != Code::call && step.code != Code::convert && step.code != Code::select &&
                             step.code != Code::reduce))
      return std::nullopt;
    for (std::size_t i = 0; i < program_.steps.size(); ++i)
      if (is_same(program_.steps[i], step))
        return static_cast<std::uint16_t>(i);
    return std::nullopt;
  }

  bool is_same(const Step &a, const Step &b) const {
    if (a.code != b.code || a.dtype != b.dtype || a.arity != b.arity || a.inputs != b.inputs)
      return false;
    if (a.code == Code::call)
      return a.op == b.op;
    if (a.code != Code::reduce)
      return true;
    const Fold &fold = program_.folds[a.ref], &other = program_.folds[b.ref];
    return fold.kind == other.kind && fold.over_row && other.over_row && fold.loop.accumulate == other.loop.accumulate;
  }

  std::uint16_t push(Step step) {
    if (const auto same = same_step(step))
      return *same;
    WEFT_CHECK(program_.steps.size() < 0xffff, "fuse: program of {} steps", program_.steps.size());
    program_.steps.push_back(step);
    return static_cast<std::uint16_t>(program_.steps.size() - 1);
  }

  std::uint16_t converted(std::uint16_t step, Dtype to) {
    if (program_.steps[step].dtype == to)
      return step;
    Step convert{.code = Code::convert, .dtype = to, .arity = 1};
    convert.inputs[0] = step;
    return push(convert);
  }

  std::uint16_t expression(const Expr &expr, const AffineMap &map, bool epilogue) {
    switch (expr.kind) {
    case ExprKind::elementwise: {
      Step call{.code = Code::call, .dtype = expr.result, .arity = expr.arity, .op = expr.op};
      for (std::size_t i = 0; i < expr.arity; ++i)
        call.inputs[i] = converted(read(expr.inputs[i], map, epilogue), expr.loop[i]);
      return push(call);
    }
    case ExprKind::cast:
      return converted(read(expr.inputs[0], map, epilogue), expr.result);
    case ExprKind::select: {
      Step select{.code = Code::select, .dtype = expr.result, .arity = 3};
      for (std::size_t i = 0; i < 3; ++i)
        select.inputs[i] = converted(read(expr.inputs[i], map, epilogue), expr.loop[i]);
      return push(select);
    }
    case ExprKind::index:
      return position(expr, map);
    case ExprKind::gather:
      return gather(expr, map, epilogue);
    case ExprKind::reduce:
      return fold(expr, map, epilogue);
    case ExprKind::algorithm: // is memory by now
      break;
    }
    WEFT_CHECK(false, "fuse: expression of unknown kind");
  }

  std::uint16_t position(const Expr &expr, const AffineMap &map) {
    Leaf leaf;
    leaf.dtype = Dtype::i64;
    leaf.position = true;
    leaf.offset = map.base(expr.axes);
    leaf.strides.resize(map.from());
    for (std::size_t d = 0; d < map.from(); ++d)
      leaf.strides[d] = map.coefficient(expr.axes, d);
    program_.leaves.push_back(std::move(leaf));
    return push(
        {.code = Code::index, .dtype = Dtype::i64, .ref = static_cast<std::uint16_t>(program_.leaves.size() - 1)});
  }

  std::uint16_t read(const Input &input, const AffineMap &map, bool epilogue) {
    if (!input.buffer)
      return number(input.number, input.dtype);
    if (plan_.has(*input.buffer))
      return load(input, map);
    Buffer &buffer = *input.buffer;
    if (same_elements(*input.view, *buffer.layout))
      return value(buffer, map, epilogue);
    const auto positions = positions_of(*input.view, *buffer.layout);
    WEFT_CHECK(positions, "fuse: a view of {} cannot be traced", text_of(buffer.layout->shape()));
    return value(buffer, compose(*positions, map), epilogue);
  }

  /// However the only element of a buffer is read, it is one value.
  std::uint16_t value(Buffer &buffer, const AffineMap &map, bool epilogue) {
    return buffer.layout->size() == 1 ? value_at(buffer, AffineMap(map.axes(), map.from()), epilogue)
                                      : value_at(buffer, map, epilogue);
  }

  std::uint16_t value_at(Buffer &buffer, const AffineMap &map, bool epilogue) {
    for (const Seen &seen : seen_)
      if (seen.buffer == &buffer && seen.map == map)
        return seen.step;
    const std::uint16_t step = expression(*buffer.expr(), map, epilogue);
    seen_.push_back({&buffer, map, step});
    return step;
  }

  std::uint16_t number(const Number &value, Dtype dtype) {
    program_.numbers.push_back(value);
    return push({.code = Code::number, .dtype = dtype, .ref = static_cast<std::uint16_t>(program_.numbers.size() - 1)});
  }

  /// Of what is folded: the same for all folds over a row.
  std::uint16_t count(const Input &input) {
    if (rows_ == nullptr)
      return number(input.number, input.dtype);
    for (const std::uint16_t step : counts_)
      if (program_.steps[step].dtype == input.dtype && program_.numbers[program_.steps[step].ref] == input.number)
        return step;
    counts_.push_back(number(input.number, input.dtype));
    return counts_.back();
  }

  std::uint16_t gather(const Expr &expr, const AffineMap &map, bool epilogue) {
    Leaf leaf = leaf_of(expr.inputs[0], map);
    leaf.index_stride = expr.index_stride;
    Step step{.code = Code::gather, .dtype = leaf.dtype, .arity = 1};
    step.inputs[0] = converted(read(expr.inputs[1], map, epilogue), Dtype::i64);
    step.ref = static_cast<std::uint16_t>(program_.leaves.size());
    program_.leaves.push_back(std::move(leaf));
    return push(step);
  }

  Leaf leaf_of(const Input &input, const AffineMap &map) const {
    const Layout &view = *input.view;
    Leaf leaf;
    leaf.dtype = input.dtype;
    if (input.buffer->pending())
      leaf.planned = input.buffer.get();
    else
      leaf.base = static_cast<std::byte *>(input.buffer->base());
    leaf.offset = view.offset();
    if (input.buffer->borrowed)
      leaf.owner = input.buffer->owner();
    leaf.strides.resize(map.from());
    for (std::size_t axis = 0; axis < view.ndim(); ++axis) {
      if (view.shape()[axis] <= 1 || view.strides()[axis] == 0)
        continue;
      leaf.offset += view.strides()[axis] * map.base(axis);
      for (std::size_t d = 0; d < map.from(); ++d)
        leaf.strides[d] += view.strides()[axis] * map.coefficient(axis, d);
    }
    return leaf;
  }

  std::uint16_t load(const Input &input, const AffineMap &map) {
    Leaf leaf = leaf_of(input, map);
    for (std::size_t i = 0; i < program_.steps.size(); ++i)
      if (program_.steps[i].code == Code::load && same(program_.leaves[program_.steps[i].ref], leaf))
        return static_cast<std::uint16_t>(i);
    program_.leaves.push_back(std::move(leaf));
    return push(
        {.code = Code::load, .dtype = input.dtype, .ref = static_cast<std::uint16_t>(program_.leaves.size() - 1)});
  }

  static bool same(const Leaf &a, const Leaf &b) {
    return a.base == b.base && a.planned == b.planned && a.dtype == b.dtype && a.offset == b.offset &&
           a.strides == b.strides;
  }

  /// The fold's body runs over the axes of its view: kept ones are the result's, folded ones are new loops.
  std::uint16_t fold(const Expr &expr, const AffineMap &map, bool epilogue) {
    const Layout &view = *expr.inputs[0].view;
    if (view.size() == 0)
      return nothing_folded(expr);
    const FoldPlan plan = plan_of(expr);
    if (program_.dims.size() + plan.count > loop_dims_)
      return beyond_loops(expr);
    const std::size_t index = program_.folds.size();
    const bool spread = plan.order.mode != FoldMode::sequential;
    Fold fold{.kind = expr.reduction, .loop = expr.reduce_loop, .order = plan.order};
    fold.over_row = rows_ != nullptr && folds_rows_alike(expr, *rows_);
    fits_rows_ &= rows_ == nullptr || fold.over_row || !spread;
    program_.folds.push_back(fold);
    if (spread) {
      WEFT_CHECK(rows_ != nullptr || (epilogue && program_.root_fold == no_fold),
                 "fuse: two folds to spread in one kernel");
      program_.root_fold = static_cast<int>(index);
    }
    AffineMap body(view.ndim(), map.from());
    for (std::size_t axis = 0, kept = 0; axis < view.ndim(); ++axis) {
      const bool is_folded = expr.axes >> axis & 1;
      const std::size_t result_axis = expr.keepdims ? axis : kept;
      kept += !is_folded;
      if (is_folded)
        continue;
      body.base(axis) = map.base(result_axis);
      for (std::size_t d = 0; d < map.from(); ++d)
        body.coefficient(axis, d) = map.coefficient(result_axis, d);
    }
    if (fold.over_row) {
      if (!shares_row(view, plan, body)) {
        fits_rows_ = false;
        return nothing_folded(expr);
      }
      for (std::size_t k = 0; k < plan.count; ++k)
        body.coefficient(plan.axes[k], row_[k]) = 1;
    } else {
      for (std::size_t k = 0; k < plan.count; ++k)
        body.coefficient(plan.axes[k], add_loop(view.shape()[plan.axes[k]],
                                                k < plan.outer_count ? outer_segment(index) : inner_segment(index))) =
            1;
    }
    const std::uint16_t element = converted(read(expr.inputs[0], body, false), expr.reduce_loop.element);
    Step reduce{.code = Code::reduce,
                .dtype = expr.reduce_loop.accumulate,
                .arity = 1,
                .ref = static_cast<std::uint16_t>(index)};
    reduce.inputs[0] = converted(element, expr.reduce_loop.accumulate);
    if (ops::info(expr.reduction).keeps_index)
      reduce.dtype = Dtype::i64;
    const std::uint16_t step = push(reduce);
    if (program_.steps[step].ref == index) {
      program_.folds[index].step = step;
    } else { // the same has been folded before, so that its body made no fold either
      program_.folds.pop_back();
      program_.root_fold = spread ? program_.steps[step].ref : program_.root_fold;
    }
    return finished(expr, step);
  }

  /// Some value for what comes too late: the program is given up.
  std::uint16_t beyond_loops(const Expr &expr) {
    if (fits_loops_)
      for (const Seen &seen : seen_)
        if (seen.buffer->expr()->folds &&
            (largest_part_ == nullptr || seen.buffer->expr()->weight > largest_part_->expr()->weight))
          largest_part_ = seen.buffer;
    fits_loops_ = false;
    return nothing_folded(expr);
  }

  std::size_t add_loop(std::ptrdiff_t extent, std::uint8_t segment) {
    WEFT_CHECK(program_.dims.size() < loop_dims_, "fuse: more than {} loops", loop_dims_);
    program_.dims.push_back({extent, segment});
    return program_.dims.size() - 1;
  }

  /// The folded axes run over loops that the kept ones (`body`) do not depend on: those of the folds before, else loops
  /// of the output, which has to lie along them, and new ones where the output has none. A fold inside of another one's
  /// loop has rows of its own.
  bool shares_row(const Layout &view, const FoldPlan &plan, const AffineMap &body) {
    for (std::size_t axis = 0; axis < body.axes(); ++axis)
      for (std::size_t d = output_->ndim(); d < body.from(); ++d)
        if (body.coefficient(axis, d) != 0)
          return false;
    const auto is_free = [&](std::size_t dim) {
      for (std::size_t axis = 0; axis < body.axes(); ++axis)
        if (body.coefficient(axis, dim) != 0)
          return false;
      return true;
    };
    if (row_.empty())
      for (std::size_t d = 0; d < output_->ndim(); ++d)
        if (program_.dims[d].extent != 1 && is_free(d))
          row_.push_back(d);
    if (!row_.empty() && row_.back() < output_->ndim() && output_->strides()[row_.back()] != 1)
      return false;
    if (row_.empty())
      for (std::size_t k = 0; k < plan.count; ++k)
        row_.push_back(add_loop(view.shape()[plan.axes[k]], inner_segment(program_.folds.size() - 1)));
    bool fits = row_.size() == plan.count;
    for (std::size_t k = 0; fits && k < plan.count; ++k)
      fits = program_.dims[row_[k]].extent == view.shape()[plan.axes[k]] && is_free(row_[k]);
    for (const std::size_t dim : row_)
      program_.row |= 1u << dim;
    return fits;
  }

  std::uint16_t nothing_folded(const Expr &expr) {
    const Dtype dtype = expr.reduce_loop.accumulate;
    return finished(expr, number(ops::start_value(expr.reduction, dtype), dtype));
  }

  std::uint16_t finished(const Expr &expr, std::uint16_t step) {
    const ops::ReductionInfo &info = ops::info(expr.reduction);
    if (info.finish == ops::Finish::divide_by_count) {
      const Dtype dtype = expr.reduce_loop.accumulate;
      const ops::Op by = kind_of(dtype) == ops::Kind::complex ? ops::Op::divide_parts : ops::Op::divide;
      Step divide{.code = Code::call, .dtype = dtype, .arity = 2, .op = by};
      divide.inputs = {step, count(expr.inputs[1])};
      step = push(divide);
    }
    return converted(step, expr.reduce_loop.result);
  }

  const Plan &plan_;
  const FoldOrder *rows_; ///< Of a program over rows.
  bool fits_rows_ = true;
  bool fits_loops_ = true;
  Buffer *largest_part_ = nullptr;
  const Layout *output_ = nullptr;
  std::vector<std::size_t> row_; ///< Loops of Program::row, slowest first.
  Program &program_;
  std::size_t loop_dims_ = 0;
  std::vector<Seen> seen_;
  std::vector<std::uint16_t> counts_; ///< Steps of numbers that folds are divided by.
};

} // namespace

Traced trace(const Plan &plan, std::span<const Root> roots, const Layout &layout, Program &program) {
  const Trace trace(plan, roots, layout, nullptr, program);
  return {trace.fits_loops(), trace.largest_part()};
}

bool trace_rows(const Plan &plan, std::span<const Root> roots, const Layout &layout, const FoldOrder &rows,
                Program &program, std::vector<Buffer *> &beside) {
  Trace trace(plan, roots, layout, &rows, program);
  beside.clear();
  return trace.fits_rows() && (!stores_results(rows) || trace.store_held(roots, beside));
}

} // namespace weft::fuse
