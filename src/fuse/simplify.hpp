// Fewer and better loops for the same program.
#pragma once

#include "fuse/program.hpp"

namespace weft::fuse {

/// Drops loops of one iteration, orders the output's loops by where its elements lie, turns loops that all run
/// backwards, and joins neighbouring loops that every leaf walks as one. Marks dims. Never moves elements between the
/// segments of a fold, whose order of adding up is fixed.
void simplify(Program &);

} // namespace weft::fuse
