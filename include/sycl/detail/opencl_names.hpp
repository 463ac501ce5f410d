// OpenCL's headers, which implementations included, have these names for everybody; theirs may come beside.
#pragma once

#include <sycl/aliases.hpp>

typedef sycl::cl_char cl_char;
typedef sycl::cl_uchar cl_uchar;
typedef sycl::cl_short cl_short;
typedef sycl::cl_ushort cl_ushort;
typedef sycl::cl_int cl_int;
typedef sycl::cl_uint cl_uint;
typedef sycl::cl_long cl_long;
typedef sycl::cl_ulong cl_ulong;
typedef sycl::cl_float cl_float;
typedef sycl::cl_double cl_double;
