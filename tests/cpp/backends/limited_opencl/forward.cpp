// Hands on what limited.cpp does not answer itself to the loader that WEFT_REAL_OPENCL names.
#include <cstdlib>
#include <dlfcn.h>

#include "backends/opencl/driver.hpp"

#define WEFT_JUMP(symbol)                                                                                              \
  extern "C" __attribute__((visibility("hidden"))) void *real_##symbol = nullptr;                                      \
  asm(".text\n.weak " #symbol "\n.type " #symbol ", @function\n" #symbol ":\n  jmp *real_" #symbol "(%rip)\n");
#define WEFT_FORWARD(name, symbol, parameters) WEFT_JUMP(symbol)
WEFT_OPENCL_FUNCTIONS(WEFT_FORWARD)
#undef WEFT_FORWARD
#define WEFT_FORWARD(result, name, symbol, parameters) WEFT_JUMP(symbol)
WEFT_OPENCL_MAKERS(WEFT_FORWARD)
#undef WEFT_FORWARD

namespace {

__attribute__((constructor)) void find_real() {
  void *library = dlopen(std::getenv("WEFT_REAL_OPENCL"), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    std::abort();
#define WEFT_FORWARD(name, symbol, parameters) real_##symbol = dlsym(library, #symbol);
  WEFT_OPENCL_FUNCTIONS(WEFT_FORWARD)
#undef WEFT_FORWARD
#define WEFT_FORWARD(result, name, symbol, parameters) real_##symbol = dlsym(library, #symbol);
  WEFT_OPENCL_MAKERS(WEFT_FORWARD)
#undef WEFT_FORWARD
}

} // namespace
