// What is made of sorted elements: the distinct ones, and membership.
#pragma once

#include "array/array.hpp"

namespace weft::array {

struct Unique {
  Array values;
  Array begins;  ///< Where in the order each value occurs first; int64.
  Array counts;  ///< How often each occurs; int64.
  Array inverse; ///< For each element the number of its value; int64.
};

/// Of elements in order, of one dimension and one at least. Begins and counts are made where they are asked for, the
/// inverse where the places are given that the elements were at before they were sorted. Waits for the number of
/// values.
Unique unique(const Array &ordered, bool with_counts, const Array *places);

/// For each element whether it is one of the keys, in order, of its dtype and of one dimension, one at least; or none.
Array is_in(const Array &elements, const Array &keys, bool invert);

} // namespace weft::array
