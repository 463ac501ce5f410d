// The header's name and namespace before SYCL 2020, which still has to offer both (SYCL 2020, 4.3), and names that only
// programs of that time use.
#pragma once

#include <sycl/sycl.hpp>

namespace sycl {
using opencl::cl_bool, opencl::cl_char, opencl::cl_uchar, opencl::cl_short, opencl::cl_ushort, opencl::cl_int,
    opencl::cl_uint, opencl::cl_long, opencl::cl_ulong, opencl::cl_float, opencl::cl_double;
#if defined(__FLT16_MAX__)
using opencl::cl_half;
#endif
} // namespace sycl

namespace cl {
namespace sycl = ::sycl;
}
