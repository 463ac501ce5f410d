// What a kernel requires of a device (SYCL 2020, 5.7 and 5.8.1).
#pragma once

#include <string>

#include "codegen/kernel_module.hpp"
#include "runtime/device.hpp"

namespace weft::runtime {

/// Why a device cannot run a kernel: an aspect, a work-group size or a sub-group size that it lacks. Empty: it can.
std::string missing_requirement(const codegen::KernelInfo &, const DeviceInfo &);

/// Throws Error(kernel_not_supported) that names kernel, requirement and device if it cannot.
void check_requirements(const codegen::KernelInfo &, const DeviceInfo &);

} // namespace weft::runtime
