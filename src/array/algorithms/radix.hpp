// Radix sorts by groups of work-items, on GPUs.
#pragma once

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"

namespace weft::array {

/// Sorts `rows` of `extent` keys of so many bytes at `source` by `order` into `target`, or their places into `places`.
void sort_by_radix(Launches &, algorithms::RadixArguments, int bytes);

} // namespace weft::array
