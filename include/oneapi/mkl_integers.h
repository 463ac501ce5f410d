// Integers by MKL's names, which programs in C++ use, too.
#pragma once

#include <oneapi/mkl_version.h>

#ifndef MKL_INT
#ifdef MKL_ILP64
#define MKL_INT long long
#else
#define MKL_INT int
#endif
#endif
#ifndef MKL_LONG
#define MKL_UINT unsigned MKL_INT
#define MKL_LONG long
#define MKL_INT64 long long
#endif
