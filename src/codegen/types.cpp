// Sizes of the Builder's types.
#include "codegen/types.hpp"

namespace weft::codegen {

std::uint32_t size_of(Type type) noexcept {
  switch (type) {
  case Type::none:
    return 0;
  case Type::boolean:
  case Type::i8:
  case Type::u8:
    return 1;
  case Type::i16:
  case Type::u16:
  case Type::f16:
  case Type::bf16:
    return 2;
  case Type::i32:
  case Type::u32:
  case Type::f32:
    return 4;
  case Type::c128:
    return 16;
  default:
    return 8;
  }
}

} // namespace weft::codegen
