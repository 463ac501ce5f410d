// Which memory a pointer points to: OpenCL devices tell whether a cast gives one.
#include "libdevice/spirv/functions.hpp"

/// Storage Class of the SPIR-V specification, 3.7.
enum Storage { Workgroup = 4, CrossWorkgroup = 5 };

WEFT_ASKS __attribute__((address_space(3))) void *__spirv_GenericCastToPtrExplicit_ToLocal(const void *, int storage);
WEFT_ASKS __attribute__((address_space(1))) void *__spirv_GenericCastToPtrExplicit_ToGlobal(const void *, int storage);

extern "C" unsigned __weft_memory_kind(const void *pointer) {
  if (__spirv_GenericCastToPtrExplicit_ToGlobal(pointer, CrossWorkgroup) != nullptr)
    return 0;
  return __spirv_GenericCastToPtrExplicit_ToLocal(pointer, Workgroup) != nullptr ? 1 : 2;
}
