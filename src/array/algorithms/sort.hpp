// Sorts and searches in NumPy's order: what is not a number is last.
#pragma once

#include "array/algorithms/arguments.hpp"
#include "array/array.hpp"

namespace weft::array {

/// The elements in order along one axis; descending turns the whole order. Equal elements keep theirs.
Array sort(const Array &, int axis, bool descending);

/// The places, int64, from which sort() takes the elements.
Array argsort(const Array &, int axis, bool descending);

/// The order of a real dtype's elements, or of the parts of a complex one. `one_zero`: zeros are equal whatever their
/// sign.
algorithms::KeyOrder order_of(Dtype, bool descending, bool one_zero);

/// For each needle how many of the sorted keys, of one dimension and the same dtype (complex ones too), are before it:
/// less, or with `right` equal as well. `sorter`: int64, the keys' order.
Array search_sorted(const Array &keys, const Array &needles, const Array *sorter, bool right);

/// For each needle whether it is one of the sorted keys, of which there is one at least, of one dimension and the same
/// real dtype; with `invert` whether it is none.
Array is_in_sorted(const Array &keys, const Array &needles, bool invert);

} // namespace weft::array
