// LU factorizations by LAPACK of the host.
#pragma once

#include "runtime/device_libraries.hpp"

namespace weft::array {

/// Whether a LAPACK of the host was found.
bool has_host_lu();

/// Factoring::lu and Factoring::lu_solve of matrices in the host's memory; `info` is there, too.
void host_lu(const runtime::Factorization &, int threads);

} // namespace weft::array
