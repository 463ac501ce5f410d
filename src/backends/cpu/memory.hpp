// Raw memory of the CPU device, below the pool.
#pragma once

#include <cstddef>

namespace weft::cpu {

/// Null where the system has none. Large blocks are aligned for, and ask for, huge pages: a fresh small page costs more
/// than the arithmetic on it.
void *allocate_pages(std::size_t bytes, std::size_t alignment) noexcept;
void free_pages(void *base, std::size_t bytes) noexcept;

} // namespace weft::cpu
