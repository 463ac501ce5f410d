// Elements through integer indices, computed with what makes the indices and what reads or gives the elements.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// Which axes of an array indices replace, and where an index leads. Indices beyond the axis name its ends.
struct IndexedAxes {
  int first = 0, count = 1;
  std::ptrdiff_t extent = 0; ///< Of the one axis. 0: indices are offsets in elements that fit.
  std::ptrdiff_t stride = 1;
  bool clips = false; ///< Negative indices are 0, else they count from the end.
};

/// The elements that indices of an integer dtype name, in the shape of x with that of the indices in place of the
/// indexed axes. Throws Error(invalid) if that has too many axes.
Array take(const Array &x, const Array &indices, const IndexedAxes &);

/// Stores values, which broadcast to the shape that take() gives, in the elements that indices name; of several for one
/// element any may stay. Throws Error(invalid) for a read-only x and as take() does.
void put(const Array &x, const Array &indices, const IndexedAxes &, const Operand &values);

/// Where arrays of indices, one for each axis from `first` on, lead to in x: offsets in elements. Their axes have
/// elements.
Array offsets(const Array &x, std::span<const Array> indices, int first, bool clips);

/// For each place of the indices the element of its line of x along `axis`; other axes broadcast against each other.
/// `clips` as above. Throws Error(index) for an x without elements along the axis and for shapes that do not go
/// together.
Array take_along(const Array &x, const Array &indices, int axis, bool clips);

/// Stores values, which broadcast to the shape that take_along() gives, where it would read. Throws Error(invalid) for
/// shapes that do not go together.
void put_along(const Array &x, const Array &indices, int axis, bool clips, const Operand &values);

} // namespace weft::array
