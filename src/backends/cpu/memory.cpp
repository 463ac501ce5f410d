// Takes small blocks from malloc and large ones from the kernel.
#include "backends/cpu/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

#include "support/round.hpp"

namespace weft::cpu {

namespace {

constexpr std::size_t huge_page = std::size_t(2) << 20;

/// Maps more than asked for and gives back what lies outside the aligned part.
void *map_aligned(std::size_t bytes, std::size_t alignment) {
  const std::size_t span = bytes + alignment;
  if (span < bytes)
    return nullptr;
  void *const mapped = mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  auto *const start = static_cast<char *>(mapped);
  char *const base = start + (round_up(std::uintptr_t(start), alignment) - std::uintptr_t(start));
  if (base != start)
    munmap(start, std::size_t(base - start));
  munmap(base + bytes, std::size_t(start + span - (base + bytes)));
  madvise(base, bytes, MADV_HUGEPAGE);
  return base;
}

} // namespace

void *allocate_pages(std::size_t bytes, std::size_t alignment) noexcept {
  if (bytes < huge_page)
    return std::aligned_alloc(alignment, round_up(std::max<std::size_t>(bytes, 1), alignment));
  const std::size_t whole = round_up(bytes, huge_page);
  return whole < bytes ? nullptr : map_aligned(whole, std::max(alignment, huge_page));
}

void free_pages(void *base, std::size_t bytes) noexcept {
  if (bytes < huge_page)
    std::free(base);
  else
    munmap(base, round_up(bytes, huge_page));
}

} // namespace weft::cpu
