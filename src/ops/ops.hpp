// The ops table as C++ sees it, generated from elementwise.def and reductions.def.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codegen/builder.hpp"

namespace weft::ops {

enum class Op : std::uint16_t {
#define WEFT_OP(name, ...) name,
#include "ops/elementwise.def"
#undef WEFT_OP
};

enum class Reduction : std::uint16_t {
#define WEFT_REDUCTION(name, ...) name,
#include "ops/reductions.def"
#undef WEFT_REDUCTION
};

} // namespace weft::ops
