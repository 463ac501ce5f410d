// What truth values select: by an algorithm, or at once where they are few.
#pragma once

#include <vector>

#include "array/array.hpp"

namespace weft::array {

/// For each dimension the index, int64, of each element that is not zero, in C order. Waits for their number.
std::vector<Array> nonzero(const Array &);

/// The elements of x where the mask, of x's shape, is not zero, in C order. Waits for their number.
Array selected(const Array &mask, const Array &x);

/// Puts values in turn where the mask, of x's shape, is not zero; they repeat. Throws Error(invalid) for no values
/// where something is selected.
void put_selected(const Array &x, const Array &mask, const Array &values);

/// The same for as many values in one dimension as the mask selects; does nothing where they are more or fewer. Gives
/// how many are selected, and waits for that.
std::size_t put_all(const Array &x, const Array &mask, const Array &values);

} // namespace weft::array
