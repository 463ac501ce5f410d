// One block per thread, which only grows.
#include "backends/cpu/scratch.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace weft::cpu {

namespace {

struct Scratch {
  std::byte *base = nullptr;
  std::size_t size = 0;

  ~Scratch() {
    std::free(base);
    base = nullptr;
    size = 0;
  }
};

} // namespace

std::byte *thread_scratch(std::size_t bytes) {
  constexpr std::size_t alignment = 64, smallest = 16 << 10;
  static thread_local Scratch scratch;
  if (bytes > scratch.size) {
    const std::size_t size = (std::max(bytes, smallest) + alignment - 1) / alignment * alignment;
    void *const base = std::aligned_alloc(alignment, size);
    if (base == nullptr)
      throw std::bad_alloc();
    std::free(scratch.base);
    scratch.base = static_cast<std::byte *>(base);
    scratch.size = size;
  }
  return scratch.base;
}

} // namespace weft::cpu
