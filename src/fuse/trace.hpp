// From graph to program: walks what a root reads down to memory and numbers.
#pragma once

#include <span>

#include "fuse/program.hpp"

namespace weft::fuse {

class Plan;

/// Whether a program has loops enough for all that is folded; if not, what may become memory first: the largest part
/// that was written down until then, null for none.
struct Traced {
  bool whole;
  Buffer *largest_part;
};

/// What the plan has is read as memory; partition() has run. Roots share `layout`; there are as many outputs, whose
/// targets are left for the caller. What `program` held is forgotten, its memory used.
Traced trace(const Plan &, std::span<const Root> roots, const Layout &layout, Program &program);

/// The same for a program over rows (shared_rows), for which partition() has run; false if some fold runs over others
/// than the rest. What arrays hold of the rows' results, `beside` the roots, are outputs behind theirs.
bool trace_rows(const Plan &, std::span<const Root> roots, const Layout &layout, const FoldOrder &rows,
                Program &program, std::vector<Buffer *> &beside);

} // namespace weft::fuse
