// The base class that the selectors of the C API derive from.
#pragma once

#include <sycl/sycl.hpp>

namespace dpctl::syclinterface {

using dpctl_device_selector = sycl::device_selector;
using dpctl_accelerator_selector = sycl::accelerator_selector;
using dpctl_default_selector = sycl::default_selector;
using dpctl_gpu_selector = sycl::gpu_selector;
using dpctl_cpu_selector = sycl::cpu_selector;
using dpctl_filter_selector = sycl::ext::oneapi::filter_selector;

} // namespace dpctl::syclinterface
