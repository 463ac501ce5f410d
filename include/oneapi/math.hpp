// What there is of oneMKL's C++ interface by the names that oneMath has for it.
#pragma once

#include <oneapi/mkl.hpp>

namespace oneapi {
namespace math = mkl;
}
