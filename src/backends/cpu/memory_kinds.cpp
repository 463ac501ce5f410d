// Only addresses tell: a group's memory and its work-items' stack are known, and all else is global memory.
#include "backends/cpu/memory_kinds.hpp"

#include <functional>

#include "codegen/cpu/abi.hpp"

namespace weft::cpu {

thread_local constinit RunningKernel running_kernel;

namespace {
bool lies_in(const void *pointer, const void *begin, const void *end) {
  const std::less<> before;
  return !before(pointer, begin) && before(pointer, end);
}
} // namespace

unsigned memory_kind(const void *pointer) {
  using codegen::cpu::MemoryKind;
  const auto [memory, stack_end] = running_kernel;
  MemoryKind kind = MemoryKind::global;
  if (memory != nullptr) {
    if (lies_in(pointer, __builtin_frame_address(0), stack_end) || lies_in(pointer, memory->args, memory->args_end) ||
        lies_in(pointer, memory->local_end, memory->context_end))
      kind = MemoryKind::own;
    else if (lies_in(pointer, memory->local, memory->local_end))
      kind = MemoryKind::local;
  }
  return static_cast<unsigned>(kind);
}

} // namespace weft::cpu
