// The builtins for NVIDIA GPUs as data.
#pragma once

#include <cstddef>
#include <span>

namespace weft::libdevice {

/// Bitcode of builtins.cpp beside this, for nvptx64; linked whole into each kernel and stripped to what it uses.
std::span<const std::byte> nvptx_builtins() noexcept;

} // namespace weft::libdevice
