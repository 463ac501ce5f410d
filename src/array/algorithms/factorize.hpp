// Factorizations of stacks of matrices by a library of the device's vendor, or of the host.
#pragma once

#include <vector>

#include "array/array.hpp"
#include "runtime/device_libraries.hpp"

namespace weft::array {

/// Whether a library is there that factorizes such elements.
bool factorizes(const Array &);

/// Whether that, or one of the host, does Factoring::lu and Factoring::lu_solve of such elements.
bool factorizes_lu(const Array &);

/// What one call reads and writes, as runtime::Factorization names it: dense stacks in C order, whose last two axes are
/// columns and rows of what the library sees. Those that a factorization has none of are default-made.
struct Factors {
  Array a, b, pivots, u, v;
};

/// In place, one matrix after the other; waits. On the host what the device has no library for, LU alone. Gives the
/// library's number for each: 0, or what went wrong where.
std::vector<int> factorize(runtime::Factoring, char option, const Factors &);

} // namespace weft::array
