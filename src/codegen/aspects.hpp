// What devices can do and kernels can require, as SYCL counts it (SYCL 2020, 4.6.4.5).
#pragma once

#include <cstdint>

namespace weft::codegen {

enum class Aspect : std::uint8_t {
#define WEFT_ASPECT(name) name,
#include <sycl/info/aspects.def>
#undef WEFT_ASPECT
};

} // namespace weft::codegen
