// Sorts on CPUs with wide vectors: keys are spread to buckets, and Highway's vqsort sorts each.
#pragma once

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"

namespace weft::array {

/// Whether keys of so many bytes can be sorted so on the algorithm's device.
bool sorts_in_buckets(const Launches &, int bytes);

/// Sorts `rows` of `extent` keys at `source` by `order` into `result`: keys, or their places as int64.
void sort_in_buckets(Launches &, algorithms::BucketArguments, int bytes, bool with_places, void *result);

} // namespace weft::array
