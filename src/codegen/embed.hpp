// Host objects that carry kernel modules.
#pragma once

#include <span>
#include <string_view>

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// See Codegen::embed.
Bytes embed_module(const KernelModule &module, std::string_view id, std::span<const std::byte> finished);

} // namespace weft::codegen
