// Expressions of one element, which the calling thread computes: a launch takes longer.
#pragma once

namespace weft::fuse {

class Pending;
class Buffer;

/// Makes a pending buffer of one element memory, with the bits that a kernel gives it, where all that it needs is there
/// and nothing runs on its queue; false, and nothing done, where that takes more. The caller holds the lock.
bool compute_single(Pending &, Buffer &);

} // namespace weft::fuse
