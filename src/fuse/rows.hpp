// Which folds one kernel computes row by row, each row staying with the work-group that reads it: softmax, norms,
// variances.
#pragma once

#include <optional>
#include <span>

#include "fuse/graph.hpp"
#include "fuse/order.hpp"

namespace weft::fuse {

class Plan;

/// The order that folds below the roots share, if a kernel over rows in that order saves passes over memory: there are
/// several of them, or what is stored runs along the rows that one of them folds.
std::optional<FoldOrder> shared_rows(const Plan &, std::span<const Root> roots, const Layout &layout);

/// What arrays hold of such rows' results is stored beside what the kernel is for. Not by work-items that fold rows by
/// themselves: they would store it once for each element.
bool stores_results(const FoldOrder &rows) noexcept;

/// True if a work-group folds a row in this order, lane by lane, and `order` cuts the same rows.
bool folds_rows_alike(const Expr &reduce, const FoldOrder &order);

} // namespace weft::fuse
