// Looks for folds over the same rows.
#include "fuse/rows.hpp"

#include <algorithm>

#include "fuse/partition.hpp"
#include "fuse/plan.hpp"

namespace weft::fuse {

namespace {

/// A work-group folds a whole row, and its lanes see to all elements.
bool is_row(const FoldPlan &plan, const Expr &reduce) {
  const bool in_lanes = plan.order.mode == FoldMode::lanes || plan.order.mode == FoldMode::groups;
  return in_lanes && plan.order.blocks() == 1 && plan.outer_count == 0 && reduce.reduce_loop.accumulate != Dtype::b1;
}

bool cut_alike(const FoldOrder &a, const FoldOrder &b) noexcept {
  return a.mode == b.mode && a.results == b.results && a.inner == b.inner && a.lanes == b.lanes;
}

class Search {
public:
  explicit Search(const Plan &plan) : plan_(plan), visit_(next_visit()) {}

  void look_at(const Expr &expr) {
    if (expr.kind == ExprKind::reduce)
      meet(expr);
    for (const Input &input : expr.fusible()) {
      if (!input.buffer || plan_.has(*input.buffer) || !input.buffer->expr->folds || input.buffer->visit == visit_)
        continue;
      input.buffer->visit = visit_;
      if (plan_.is_held(*input.buffer) && input.buffer->expr->kind == ExprKind::reduce)
        continue; // becomes memory of its own
      look_at(*input.buffer->expr);
    }
  }

  std::optional<FoldOrder> order;
  std::size_t folds = 0;

private:
  void meet(const Expr &reduce) {
    if (reduce.inputs[0].view->size() == 0)
      return;
    const FoldPlan plan = plan_of(reduce);
    if (!is_row(plan, reduce) || (order && !cut_alike(*order, plan.order)))
      return;
    order = plan.order;
    ++folds;
  }

  const Plan &plan_;
  std::uint64_t visit_;
};

} // namespace

bool folds_rows_alike(const Expr &reduce, const FoldOrder &order) {
  const FoldPlan plan = plan_of(reduce);
  return is_row(plan, reduce) && cut_alike(plan.order, order);
}

std::optional<FoldOrder> shared_rows(const Plan &plan, std::span<const Root> roots, const Layout &layout) {
  if (std::ranges::none_of(roots, [](const Root &root) { return root.expr->folds; }))
    return std::nullopt;
  Search search(plan);
  for (const Root &root : roots)
    search.look_at(*root.expr);
  const bool pays =
      search.folds > 1 ||
      (search.folds == 1 && layout.size() == static_cast<std::size_t>(search.order->results * search.order->inner));
  return pays ? search.order : std::nullopt;
}

} // namespace weft::fuse
