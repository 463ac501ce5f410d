// All op functions: for each row of ops/elementwise.def the template of its name in weft::device.
#pragma once

#include "libdevice/elementwise/comparison.hpp"
#include "libdevice/elementwise/division.hpp"
#include "libdevice/elementwise/divisors.hpp"
#include "libdevice/elementwise/inverse_trigonometric.hpp"
#include "libdevice/elementwise/logical.hpp"
#include "libdevice/elementwise/parts.hpp"
#include "libdevice/elementwise/random.hpp"
#include "libdevice/elementwise/rounding.hpp"
#include "libdevice/elementwise/special.hpp"
