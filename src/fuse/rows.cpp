// Looks for folds over the same rows.
#include "fuse/rows.hpp"

#include <algorithm>

#include "fuse/partition.hpp"
#include "fuse/plan.hpp"

namespace weft::fuse {

namespace {

constexpr std::size_t most_folds = 8;      // what compiles in some tenths of a second
constexpr std::ptrdiff_t most_stored = 16; // by a work-item along a row, where neighbours store rows apart

/// A work-group folds a whole row, whose lanes see to all elements; short rows are a work-item's. Work-items of a GPU
/// that read rows apart would use a piece of all that memory gives them.
bool is_row(const FoldPlan &plan, const Expr &reduce) {
  const bool in_lanes = plan.order.mode == FoldMode::lanes || plan.order.mode == FoldMode::groups;
  const bool is_short = plan.order.mode == FoldMode::sequential && plan.count != 0 &&
                        !traits_of(*reduce.inputs[0].buffer->queue).folds.groups;
  return (in_lanes || is_short) && plan.order.blocks() == 1 && plan.outer_count == 0 &&
         reduce.reduce_loop.accumulate != Dtype::b1;
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
      if (!input.buffer || plan_.has(*input.buffer) || !input.buffer->expr()->folds || input.buffer->visit == visit_)
        continue;
      input.buffer->visit = visit_;
      if (becomes_memory(*input.buffer))
        continue;
      look_at(*input.buffer->expr());
    }
  }

  std::optional<FoldOrder> order;
  std::size_t folds = 0;

private:
  static bool becomes_memory(const Buffer &buffer) {
    return buffer.held_by_array() && buffer.expr()->kind == ExprKind::reduce &&
           !stores_results(plan_of(*buffer.expr()).order);
  }

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

/// A fold of memory, the most frequent one, has nobody to share with.
bool may_share_rows(const Root &root) {
  const auto folds = [](const Input &input) {
    return input.buffer && input.buffer->pending() && input.buffer->expr()->folds;
  };
  return root.expr->folds && (root.expr->kind != ExprKind::reduce || std::ranges::any_of(root.expr->fusible(), folds));
}

} // namespace

bool stores_results(const FoldOrder &rows) noexcept {
  return rows.mode != FoldMode::sequential;
}

bool folds_rows_alike(const Expr &reduce, const FoldOrder &order) {
  const FoldPlan plan = plan_of(reduce);
  return is_row(plan, reduce) && cut_alike(plan.order, order);
}

std::optional<FoldOrder> shared_rows(const Plan &plan, std::span<const Root> roots, const Layout &layout) {
  if (std::ranges::none_of(roots, may_share_rows))
    return std::nullopt;
  Search search(plan);
  for (const Root &root : roots)
    search.look_at(*root.expr);
  if (!search.order || search.folds > most_folds)
    return std::nullopt;
  const bool stores_rows = layout.size() == static_cast<std::size_t>(search.order->results * search.order->inner);
  const bool jumps = search.order->mode == FoldMode::sequential && stores_rows && search.order->inner > most_stored;
  return (search.folds > 1 || stores_rows) && !jumps ? search.order : std::nullopt;
}

} // namespace weft::fuse
