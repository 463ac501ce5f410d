// What fuses with what: decides which pending inputs a root computes on the way and which become memory first.
#pragma once

#include "fuse/order.hpp"
#include "fuse/pending.hpp"

namespace weft::fuse {

/// Afterwards everything pending below the roots, which share a layout and some of which may have become memory, can be
/// traced into one program, with at most one fold that is spread over work-items.
void partition(Pending &, std::span<const Root> roots, const Layout &layout);

const FoldLimits &limits_of(const Queue &) noexcept;
FoldPlan plan_of(const Expr &reduce);

} // namespace weft::fuse
