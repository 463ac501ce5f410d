// The second pass of a fold: joins what the first pass left, then does what follows the fold.
#pragma once

#include "fuse/arguments.hpp"
#include "fuse/program.hpp"

namespace weft::fuse {

/// The program without what only follows its root fold.
Program first_pass(const Program &);

/// `partials` is where the first pass of `program`, which is simplified, leaves its results.
Program join_program(const Program &program, const Partials &partials, const FoldTraits &traits);

} // namespace weft::fuse
