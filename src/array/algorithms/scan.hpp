// Scans: every prefix of a fold.
#pragma once

#include "array/array.hpp"

namespace weft::array {

enum class Scan : std::uint8_t { sum, prod, logsumexp };

/// The prefixes along one axis, in `dtype` or the default. With `include_initial` the identity stands before them.
/// `out`, of the result's shape and dtype, may overlap with x.
Array scan(Scan, const Array &x, int axis, std::optional<Dtype> dtype = {}, bool include_initial = false,
           const Array *out = nullptr);

class Launches;

/// Makes counts those of all until each, in each of `rows` by itself.
void scan_counts(Launches &, std::uint32_t *counts, std::int64_t rows, std::int64_t extent);

} // namespace weft::array
