// Weighs computing an input again against storing it, and keeps big folds apart.
#include "fuse/partition.hpp"

#include "fuse/affine.hpp"
#include "fuse/order.hpp"
#include "fuse/plan.hpp"
#include "fuse/rows.hpp"
#include "support/explain.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint32_t cheap = 4;         // about what storing and loading an element costs
constexpr std::size_t few_elements = 4096; // recomputing so little is cheaper than a kernel of its own

std::string_view name_of(const Expr &expr) {
  switch (expr.kind) {
  case ExprKind::elementwise:
    return ops::shown_name(expr.op);
  case ExprKind::reduce:
    return ops::info(expr.reduction).name;
  case ExprKind::cast:
    return "cast";
  case ExprKind::select:
    return "where";
  case ExprKind::index:
    return "index";
  case ExprKind::gather:
    return "take";
  case ExprKind::algorithm:
    return expr.algorithm->name();
  }
  return "";
}

class Partition {
public:
  Partition(Plan &plan, const FoldOrder *rows)
      : plan_(plan), rows_(rows), visit_(next_visit()), inner_visit_(next_visit()) {}

  void root(const Expr &expr, const Layout &layout) {
    if (expr.kind == ExprKind::reduce)
      folded_ = true;
    below(expr, layout.size(), expr.kind != ExprKind::reduce);
  }

private:
  /// `epilogue`: expr runs once for each of the root's elements, so that a big fold may still come below.
  void below(const Expr &expr, std::size_t points, bool epilogue) {
    if (expr.kind == ExprKind::gather && !plan_.has(*expr.inputs[0].buffer))
      becomes_memory(*expr.inputs[0].buffer, "others take elements of it by indices");
    for (const Input &input : expr.fusible())
      if (input.buffer && !plan_.has(*input.buffer))
        visit(input, points, epilogue);
  }

  void visit(const Input &input, std::size_t points, bool epilogue) {
    Buffer &buffer = *input.buffer;
    const std::size_t reads = input.view->size();
    if (reads == 0) // a fold of no elements is its start value
      return;
    const bool aligned = epilogue && reads == points && reads == buffer.layout->size();
    if (const char *reason = why_not(input, aligned))
      return becomes_memory(buffer, reason);
    if (is_big_fold(*buffer.expr()))
      folded_ = true;
    plan_.computed_on_the_way(buffer);
    const bool inner = !aligned && buffer.expr()->folds; // big folds below have to be memory
    if (buffer.visit == inner_visit_ || (buffer.visit == visit_ && !inner))
      return;
    buffer.visit = inner ? inner_visit_ : visit_;
    below(*buffer.expr(), reads, aligned && buffer.expr()->kind != ExprKind::reduce);
  }

  bool is_met(const Buffer &buffer) const noexcept { return buffer.visit == visit_ || buffer.visit == inner_visit_; }

  void becomes_memory(Buffer &buffer, const char *reason) { needs_as_memory(plan_, buffer, reason); }

  const char *why_not(const Input &input, bool aligned) const {
    const Buffer &buffer = *input.buffer;
    const Expr &expr = *buffer.expr();
    if (expr.kind == ExprKind::algorithm)
      return "an algorithm computes it";
    if (!same_elements(*input.view, *buffer.layout) && !positions_of(*input.view, *buffer.layout))
      return "a view of it runs across its axes";
    if (stays_in_row(buffer) && expr.kind == ExprKind::reduce && folds_rows_alike(expr, *rows_))
      return nullptr;
    if (is_big_fold(expr)) {
      if (!aligned)
        return "a reduction that others read is finished first";
      if (folded_ && !is_met(buffer))
        return "one kernel spreads one reduction";
      if (buffer.count() > 1)
        return "a reduction that others read is finished first";
      return nullptr;
    }
    const std::size_t reads = input.view->size(), elements = buffer.layout->size();
    if (elements <= 1 || reads * expr.cost <= few_elements || is_once_a_row(buffer))
      return nullptr;
    if (plan_.recomputes(buffer) && expr.cost > 1 && !is_met(buffer))
      return "it was computed once already and others read it";
    if (expr.cost > cheap && (reads > elements || (buffer.uses > 1 && !same_elements(*input.view, *buffer.layout))))
      return "each element would be computed several times";
    return nullptr;
  }

  bool stays_in_row(const Buffer &buffer) const {
    return rows_ != nullptr && (stores_results(*rows_) || !buffer.held_by_array());
  }

  /// Made of folds of the row, for all of its elements.
  bool is_once_a_row(const Buffer &buffer) const {
    return stays_in_row(buffer) && buffer.expr()->folds &&
           buffer.layout->size() == static_cast<std::size_t>(rows_->results);
  }

  static bool is_big_fold(const Expr &expr) {
    return expr.kind == ExprKind::reduce && plan_of(expr).order.mode != FoldMode::sequential;
  }

  Plan &plan_;
  const FoldOrder *rows_;
  std::uint64_t visit_;       ///< Marks what has been met,
  std::uint64_t inner_visit_; ///< and this one what is made of folds and was met inside of other loops than the root's.
  bool folded_ = false;       ///< The root's big fold has been met.
};

} // namespace

void partition(Plan &plan, std::span<const Root> roots, const Layout &layout, const FoldOrder *rows) {
  Partition partition(plan, rows);
  for (const Root &root : roots)
    if (root.buffer == nullptr || !plan.has(*root.buffer))
      partition.root(*root.expr, layout);
}

void needs_as_memory(Plan &plan, Buffer &buffer, std::string_view reason) {
  if (explaining())
    plan.explain_later(
        fmt::format("{} of {} becomes memory: {}", name_of(*buffer.expr()), text_of(buffer.layout->shape()), reason));
  plan.need(buffer);
}

std::uint32_t distinct_nodes(std::span<const Root> roots, const Plan &plan) {
  const std::uint64_t visit = next_visit();
  std::uint32_t nodes = 0;
  for (const Root &root : roots) {
    Buffer *const buffer = root.buffer;
    if (buffer != nullptr && buffer->visit == visit)
      continue;
    if (buffer != nullptr)
      buffer->visit = visit;
    nodes += 1 + nodes_below(*root.expr, visit, [&](const Buffer &below) { return plan.has(below); });
  }
  return nodes;
}

FoldPlan plan_of(const Expr &reduce) {
  const Input &folded = reduce.inputs[0];
  const Dtype accumulate = reduce.reduce_loop.accumulate;
  const bool selects = ops::info(reduce.reduction).keeps_index || finds_extreme(reduce.reduction);
  const bool only_reads = !folded.buffer->pending(), any_order = selects || !ops::is_inexact(accumulate);
  const bool spreads = !(only_reads && any_order); // large blocks are enough for what only reads
  return plan_fold(*folded.view, reduce.axes, folded.dtype, accumulate, reduce.reduction, spreads,
                   traits_of(*folded.buffer->queue).folds);
}

} // namespace weft::fuse
