// Memory of a thread for the work-group that it runs.
#pragma once

#include <cstddef>

namespace weft::cpu {

/// At least `bytes`, 64-byte aligned, uninitialised; this thread's until it asks again.
std::byte *thread_scratch(std::size_t bytes);

} // namespace weft::cpu
