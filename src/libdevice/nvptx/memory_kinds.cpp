// Which memory a pointer points to: GPUs tell by its address.
#include "libdevice/builtins.hpp"

extern "C" unsigned __weft_memory_kind(const void *pointer) {
  return __nvvm_isspacep_shared(pointer) ? 1 : __nvvm_isspacep_local(pointer) ? 2 : 0;
}
