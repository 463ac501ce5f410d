// Powers whose exponent is a number become what they mean.
#pragma once

#include <optional>

#include "array/build.hpp"

namespace weft::array {

/// The number that an exponent is, in the dtype `loop`: a scalar, or an array without dimensions that was made of one.
std::optional<Number> known_exponent(const Operand &, Dtype loop);

/// `base` in `shape`, cast to `loop`, to the power of a number: a root, a product, a quotient or a chain of them, with
/// NumPy's bits where NumPy has such paths (2, 0.5 and -1). Null where a general power has to be computed. `like` names
/// queue and memory; `in_place`: the expression becomes the new values of an array, whose graph may be locked.
std::unique_ptr<Expr> power_expr(Input base, const Shape &shape, const Array &like, const Number &exponent, Dtype loop,
                                 bool in_place);

} // namespace weft::array
