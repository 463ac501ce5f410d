// Element types of arrays: NumPy's, as data.
#pragma once

#include <cstdint>
#include <string_view>

#include "codegen/builder.hpp"

namespace weft::array {

enum class Dtype : std::uint8_t { b1, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64, c64, c128 };
inline constexpr int dtype_count = 14;

enum class Kind : std::uint8_t { boolean, integer_signed, integer_unsigned, floating, complex };

std::uint32_t item_size(Dtype) noexcept;       ///< Bytes.
Kind kind_of(Dtype) noexcept;
std::string_view name_of(Dtype) noexcept;      ///< NumPy's: "bool", "int8", ..., "complex128".
codegen::Type storage_type(Dtype) noexcept;    ///< What the Builder calls it.
Dtype promote(Dtype, Dtype) noexcept;          ///< NumPy's promotion of two strong dtypes.
bool can_cast_safely(Dtype from, Dtype to) noexcept;

} // namespace weft::array
