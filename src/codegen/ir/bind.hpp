// Fills the holes of generic kernels.
#pragma once

#include <span>
#include <string_view>

#include "codegen/codegen.hpp"

namespace weft::codegen::ir {

/// See Codegen::bind.
Bytes bind(std::span<const std::byte> bitcode, std::string_view kernel, std::span<const Binding> bindings);

} // namespace weft::codegen::ir
