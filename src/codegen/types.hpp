// Classification of the Builder's types.
#pragma once

#include "codegen/builder.hpp"

namespace weft::codegen {

constexpr bool is_signed(Type t) {
  return t >= Type::i8 && t <= Type::i64;
}
constexpr bool is_unsigned(Type t) {
  return t >= Type::u8 && t <= Type::u64;
}
constexpr bool is_integer(Type t) {
  return is_signed(t) || is_unsigned(t);
}
constexpr bool is_float(Type t) {
  return t >= Type::f16 && t <= Type::f64;
}
constexpr bool is_complex(Type t) {
  return t == Type::c64 || t == Type::c128;
}

/// The type of one half of a complex type; any other type is itself.
constexpr Type component(Type t) {
  return t == Type::c64 ? Type::f32 : t == Type::c128 ? Type::f64 : t;
}

} // namespace weft::codegen
