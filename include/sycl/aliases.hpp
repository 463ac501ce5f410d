// Short names of scalar types, which device code of other languages uses (SYCL 2020, 4.14.1; 1.2.1 had them, too).
#pragma once

#include <cstddef>
#include <cstdint>

#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {

using byte = std::uint8_t;
using schar = signed char;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;

namespace opencl {
using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
#if defined(__FLT16_MAX__)
using cl_half = half;
#endif
using cl_float = float;
using cl_double = double;
} // namespace opencl

// DPC++ had them here until 2023. Those that are other types in OpenCL's own headers are with <CL/sycl.hpp> alone.
using opencl::cl_char, opencl::cl_uchar, opencl::cl_short, opencl::cl_ushort, opencl::cl_int, opencl::cl_uint,
    opencl::cl_long, opencl::cl_ulong, opencl::cl_float, opencl::cl_double;

} // namespace _V1
} // namespace sycl
