// Whether writing an array would change what an expression has still to read.
#pragma once

#include <span>

#include "array/array.hpp"

namespace weft::array {

/// True if `expr`, or what is pending below it, reads memory that `target` covers; if its positions are the target's,
/// in any other way than element for element.
bool reads_elsewhere(const fuse::Expr &expr, const Array &target, bool positions_agree = true);

/// True where what is below reads elements of the target, wherever.
bool reads_any(std::span<const fuse::Input>, const Array &target);

} // namespace weft::array
