// The part of oneMKL's C++ interface that programs beside dpctl use: it only includes what there is of it.
#pragma once

#include <oneapi/mkl/blas.hpp>
#include <oneapi/mkl/dft.hpp>
#include <oneapi/mkl/exceptions.hpp>
#include <oneapi/mkl/lapack.hpp>
#include <oneapi/mkl/rng.hpp>
#include <oneapi/mkl/spblas.hpp>
#include <oneapi/mkl/stats.hpp>
#include <oneapi/mkl/types.hpp>
#include <oneapi/mkl/vm.hpp>
