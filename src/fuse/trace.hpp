// From graph to program: walks what a root reads down to memory and numbers.
#pragma once

#include "fuse/program.hpp"

namespace weft::fuse {

/// Appends nothing to the graph; partition() has run. The output's target is left for the caller.
Program trace(const Expr &root, const Layout &layout);

} // namespace weft::fuse
