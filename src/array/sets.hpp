// What is made of sorted elements: the distinct ones, the first ones, and membership.
#pragma once

#include "array/array.hpp"

namespace weft::array {

struct Unique {
  Array values;
  Array firsts;  ///< Where in x each value occurs first; int64.
  Array counts;  ///< How often each occurs; int64.
  Array inverse; ///< For each element the number of its value; int64.
};

/// Of the elements of x, of one dimension and one at least, in order. Counts and the inverse are made where they are
/// asked for, firsts where both are. Waits for the number of values.
Unique unique(const Array &x, bool with_counts, bool with_inverse);

struct Top {
  Array values;
  Array places; ///< Along the axis; int64.
};

/// The first k elements along an axis in the order of argsort(), and where they are.
Top top(const Array &x, std::ptrdiff_t k, int axis, bool descending);

/// For each element whether it is one of the keys, of its dtype and of one dimension, one at least; or none. Waits for
/// the keys where they are many integers on a CPU, whose range decides how they are looked up.
Array is_in(const Array &elements, const Array &keys, bool invert);

} // namespace weft::array
