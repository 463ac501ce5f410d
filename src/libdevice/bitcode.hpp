// The device library as data: which bitcode defines a libdevice symbol.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace weft::libdevice {

/// The bitcode module that defines `__weft_op_*`, `__weft_math_*` or a function of the device libc; empty for other
/// names.
///
/// Modules are small (one op or one math function with all its dtypes) and call libm by its usual names.
std::span<const std::byte> bitcode_of(std::string_view symbol) noexcept;

} // namespace weft::libdevice
