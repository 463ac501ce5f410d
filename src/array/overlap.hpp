// Whether writing an array would change what an expression has still to read.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// True if `expr`, or what is pending below it, reads memory that `target` covers in any other way than element for
/// element.
bool reads_elsewhere(const fuse::Expr &expr, const Array &target);

} // namespace weft::array
