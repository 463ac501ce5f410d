// Element types of arrays: NumPy's, as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "codegen/builder.hpp"

namespace weft::ops {

enum class Dtype : std::uint8_t { b1, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64, c64, c128, bf16 };
inline constexpr int dtype_count = 15;

/// Each before what holds its numbers.
inline constexpr Dtype promotion_order[dtype_count] = {Dtype::b1,   Dtype::i8,  Dtype::u8,  Dtype::i16, Dtype::u16,
                                                       Dtype::i32,  Dtype::u32, Dtype::i64, Dtype::u64, Dtype::f16,
                                                       Dtype::bf16, Dtype::f32, Dtype::f64, Dtype::c64, Dtype::c128};

enum class Kind : std::uint8_t { boolean, integer_signed, integer_unsigned, floating, complex };

std::uint32_t item_size(Dtype) noexcept;                     ///< Bytes.
Kind kind_of(Dtype) noexcept;                                ///
bool is_inexact(Dtype) noexcept;                             ///< Floating or complex.
std::string_view name_of(Dtype) noexcept;                    ///< NumPy's and ml_dtypes': "bool", ..., "complex128".
std::string_view short_name(Dtype) noexcept;                 ///< "b1", "i8", ..., as libdevice symbols end.
char char_code(Dtype) noexcept;                              ///< NumPy's: '?', 'b', 'B', ..., 'D'.
std::optional<Dtype> dtype_of_code(char) noexcept;           ///
std::optional<Dtype> dtype_named(std::string_view) noexcept; ///< By NumPy's name or the short one.
codegen::Type storage_type(Dtype) noexcept;                  ///< What the Builder calls it.
Dtype real_part(Dtype) noexcept;                             ///< Of c64 f32, of c128 f64, of others themselves.
Dtype promote(Dtype, Dtype) noexcept;                        ///< NumPy's promotion of two strong dtypes.
bool can_cast_safely(Dtype from, Dtype to) noexcept;         ///
bool can_cast_same_kind(Dtype from, Dtype to) noexcept;      ///< As NumPy's casting="same_kind".

} // namespace weft::ops
