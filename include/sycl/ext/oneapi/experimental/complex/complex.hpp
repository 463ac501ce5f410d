// Complex numbers of half, float and double, their functions, and marrays of them (sycl_ext_oneapi_complex).
#pragma once

#include <sycl/ext/oneapi/experimental/complex/functions.hpp>
#include <sycl/ext/oneapi/experimental/complex/number.hpp>

#ifndef SYCL_EXT_ONEAPI_COMPLEX // programs define it so that sycl.hpp includes this
#define SYCL_EXT_ONEAPI_COMPLEX 1
#endif
