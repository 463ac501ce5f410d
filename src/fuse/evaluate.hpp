// Runs pending expressions: partition, trace, simplify, schedule, emit, launch.
#pragma once

#include <memory>

#include "fuse/pending.hpp"
#include "fuse/program.hpp"

namespace weft::fuse {

/// Turns pending buffers of one layout into memory; several only without folds. Called under Pending's lock; leaves
/// them as they were if something throws.
void run(Pending &, std::span<Buffer *const>);

/// Computes `expr` (index space: that of `target`) into the elements that `target` names in memory. The caller has
/// called before_write() and sees to overlap. Called under Pending's lock.
void run_into(Pending &, const std::shared_ptr<Queue> &, const Expr &expr, const Layout &target, Dtype, std::byte *base,
              std::shared_ptr<const void> owner);

/// Launches a traced program whose outputs have targets.
void execute(const std::shared_ptr<Queue> &, Program);

} // namespace weft::fuse
