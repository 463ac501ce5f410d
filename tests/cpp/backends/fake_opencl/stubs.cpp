// Every function of the ICD loader that Weft calls; those that discovery.cpp does not define refuse.
#include "backends/opencl/driver.hpp"

using namespace weft::opencl;

constexpr cl_int invalid_operation = -59;

#define WEFT_STUB(name, symbol, parameters)                                                                            \
  extern "C" __attribute__((weak)) cl_int symbol parameters {                                                          \
    return invalid_operation;                                                                                          \
  }
WEFT_OPENCL_FUNCTIONS(WEFT_STUB)
#undef WEFT_STUB

#define WEFT_STUB(result, name, symbol, parameters)                                                                    \
  extern "C" __attribute__((weak)) result symbol parameters {                                                          \
    return nullptr;                                                                                                    \
  }
WEFT_OPENCL_MAKERS(WEFT_STUB)
#undef WEFT_STUB
