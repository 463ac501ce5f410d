// Bytes as zstd frames, as the written formats hold what is large.
#pragma once

#include <cstdint>
#include <span>

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// One frame that says the size of its content.
Bytes pack(std::span<const std::byte> bytes);

/// Throws Error(build), naming the format, for anything else than a whole frame of `size` bytes.
Bytes unpack(std::span<const std::byte> packed, std::uint64_t size, const char *format);

} // namespace weft::codegen
