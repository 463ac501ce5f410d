// The second pass of a fold: joins what the first pass left, then does what follows the fold.
#pragma once

#include "fuse/arguments.hpp"
#include "fuse/program.hpp"

namespace weft::fuse {

/// The program without what only follows its root fold.
Program first_pass(const Program &);

/// `first` is the program of the first pass, simplified; `partials` is where its results lie.
Program join_program(const Program &first, const Partials &partials, const FoldLimits &limits);

} // namespace weft::fuse
