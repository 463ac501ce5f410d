// What a launch has to fulfil before a backend sees it.
#pragma once

#include "runtime/device.hpp"
#include "runtime/queue.hpp"

namespace weft::runtime {

/// Throws Error(nd_range, kernel, kernel_argument or memory_allocation) naming ranges and limits. Queue::launch() asks
/// it; whoever submits by submit_internal() what users wrote asks it, too.
void check_launch(const Launch &, const DeviceInfo &);

} // namespace weft::runtime
