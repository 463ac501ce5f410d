// What fuses with what: decides which pending inputs a root computes on the way and which become memory first.
#pragma once

#include <string_view>

#include "fuse/graph.hpp"
#include "fuse/order.hpp"

namespace weft::fuse {

class Plan;

/// Afterwards everything below the roots that the plan does not have can be traced into one program, with at most one
/// fold that is spread over work-items; with `rows` into a program over these rows, if their folds do run over the same
/// loops. The roots share a layout; the plan may have some of them, too.
void partition(Plan &, std::span<const Root> roots, const Layout &layout, const FoldOrder *rows = nullptr);

/// Plans the buffer before what is planned next, and says why it is not fused.
void needs_as_memory(Plan &, Buffer &, std::string_view reason);

/// Nodes of all that the roots compute, themselves included, but for what the plan has.
std::uint32_t distinct_nodes(std::span<const Root> roots, const Plan &);

FoldPlan plan_of(const Expr &reduce);

} // namespace weft::fuse
