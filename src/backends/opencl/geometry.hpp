// How a launch becomes work-groups.
#pragma once

#include "runtime/device.hpp"
#include "runtime/ndrange.hpp"
#include "runtime/streams/driver.hpp"

namespace weft::opencl {

class OpenclExecutable;

/// Throws Error(nd_range) naming the range where the device launches no such groups.
runtime::LaunchShape shape_for(const runtime::NdRange &, const OpenclExecutable &, const runtime::DeviceInfo &);

} // namespace weft::opencl
