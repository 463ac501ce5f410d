// Random numbers inside kernels.
#pragma once

#include <oneapi/mkl/rng/distributions.hpp>
#include <oneapi/mkl/rng/engines.hpp>
