// All math functions: for each row of math.def the function of its name in weft::math.
#pragma once

#include "libdevice/math/erf.hpp"
#include "libdevice/math/exp.hpp"
#include "libdevice/math/gamma.hpp"
#include "libdevice/math/hyperbolic.hpp"
#include "libdevice/math/inverse_trig.hpp"
#include "libdevice/math/log.hpp"
#include "libdevice/math/parts.hpp"
#include "libdevice/math/pow.hpp"
#include "libdevice/math/remainder.hpp"
#include "libdevice/math/roots.hpp"
#include "libdevice/math/trig.hpp"
