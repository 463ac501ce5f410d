// Work-items that wait for each other take turns on one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft::cpu {

/// Calls body(context, n) for n in [0, count) in order; one that calls codegen's yield_name goes on after the others
/// had their turn. Calls all_wait(seconds, how many) once where all have waited for long. Throws Error(kernel) where
/// too many wait at the same time.
void take_turns(std::uint64_t count, void (*body)(void *context, std::uint64_t n), void *context,
                const std::function<void(double, std::size_t)> &all_wait);

/// What such a body calls to have a part of its work done in the same way; returns when all of it is.
void share_turns(std::uint64_t count, void (*body)(void *context, std::uint64_t n), void *context);

void yield_turn(); ///< What they call; does nothing elsewhere.

} // namespace weft::cpu
