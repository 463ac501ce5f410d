// Which programs share a kernel: everything its code depends on, and no address, size or number that is a field of it.
#pragma once

#include "fuse/program.hpp"
#include "fuse/schedule.hpp"
#include "support/hash.hpp"

namespace weft::fuse {

Hash key_of(const Program &, const Schedule &);

} // namespace weft::fuse
