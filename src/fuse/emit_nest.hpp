// The kernel that a nest describes.
#pragma once

#include "fuse/emit_values.hpp"

namespace weft::fuse {

void emit_nest(Builder &, Values &, const Program &, const Schedule &);

} // namespace weft::fuse
