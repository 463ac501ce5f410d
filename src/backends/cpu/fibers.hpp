// Work-items that wait for each other take turns on one thread.
#pragma once

#include <cstdint>

namespace weft::cpu {

/// Calls body(context, n) for n in [0, count) in order, each on a stack of its own; one that calls codegen's yield_name
/// goes on after the others had their turn. Throws Error(kernel) where too many wait at the same time.
void take_turns(std::uint64_t count, void (*body)(void *context, std::uint64_t n), void *context);

void yield_turn(); ///< What they call; does nothing elsewhere.

} // namespace weft::cpu
