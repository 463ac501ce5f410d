// Expressions of few elements, which the calling thread computes: a launch takes longer.
#pragma once

#include "fuse/graph.hpp"

namespace weft::fuse {

class Pending;

/// Makes a pending buffer of few elements memory, with the bits that a kernel gives it, where all that it needs is
/// there and nothing runs on its queue; false, and nothing done, where that takes more. The caller holds the lock.
bool compute_few(Pending &, Buffer &);

/// Whether that is done at all: as WEFT_AT_ONCE says, until a test of kernels says otherwise.
void set_few_at_once(bool) noexcept;

} // namespace weft::fuse
