// From graph to program: walks what a root reads down to memory and numbers.
#pragma once

#include "fuse/program.hpp"

namespace weft::fuse {

class Plan;

/// What the plan has is read as memory; partition() has run. Roots share `layout`; there are as many outputs, whose
/// targets are left for the caller.
Program trace(const Plan &, std::span<const Root> roots, const Layout &layout);

} // namespace weft::fuse
