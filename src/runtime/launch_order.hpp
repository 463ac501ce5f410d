// Kernels of one module that are launched for the first time one after the other, in its order or
// against it: the next ones are compiled beside the program.
#pragma once

#include "runtime/kernel_slots.hpp"

namespace weft::runtime {

/// Says that a launch asked for this slot. Where first launches go through a module in order or backwards, threads of
/// the runtime's own compile the kernels that come next, as the launch before asked for its own: the more launches were
/// in order, the more kernels. A launch that wanted other code than was expected ends that. Failures are left to the
/// launches. Does nothing with WEFT_COMPILE_AHEAD=0, and on devices where that is done when they get a queue.
void note_order(const Claim &);

/// As if nothing had been launched in this process.
void forget_order();

} // namespace weft::runtime
