// Which memory the pointers of a running kernel point to, for kernels that ask (codegen::cpu::memory_kind_name).
#pragma once

#include <cstddef>

namespace weft::cpu {

/// Of a call of a kernel's entry. What lives across barriers follows local memory, and is the work-items' own.
struct KernelMemory {
  const std::byte *args, *args_end, *local, *local_end, *context_end;
};

/// What this thread runs: null for kernels that do not ask. What lies on the stack below is the work-item's own.
struct RunningKernel {
  const KernelMemory *memory = nullptr;
  const void *stack_end = nullptr;
};
extern thread_local constinit RunningKernel running_kernel;

/// What kernels call; a codegen::cpu::MemoryKind.
unsigned memory_kind(const void *pointer);

} // namespace weft::cpu
