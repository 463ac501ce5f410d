// All math functions: for each row of math.def the function of its name in weft::math.
#pragma once

#include "libdevice/math/exp.hpp"
#include "libdevice/math/log.hpp"
