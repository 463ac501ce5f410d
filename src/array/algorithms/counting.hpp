// Sorts on CPUs of keys that have few values, all of a narrow type or a window of a wide one.
#pragma once

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"

namespace weft::array {

/// Whether rows of `extent` keys of so many bytes, without their places, are sorted whole by how often each value is
/// there.
bool sorts_by_counting(const Launches &, int bytes, std::int64_t extent);

/// Sorts `rows` of `extent` keys at `source` by `order` into `target`.
void sort_by_counting(Launches &, algorithms::CountingArguments, int bytes);

/// The same of wide integers; a row whose window does not cover it is left as it is.
algorithms::Window *sort_windows_by_counting(Launches &, algorithms::CountingArguments, int bytes);

} // namespace weft::array
