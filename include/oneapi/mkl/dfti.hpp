// What oneapi/mkl/dft.hpp was called first.
#pragma once

#include <oneapi/mkl/dft.hpp>
