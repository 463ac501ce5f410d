// Sums of products of four bytes each (sycl_ext_oneapi_dot_accumulate).
#pragma once

#include <cstdint>

#include <sycl/bit_cast.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// c plus the products of the bytes of a and b; each word's bytes have its signedness (codegen/nvptx/instructions.cpp).
#define WEFT_DOT_ACC(WordA, A, WordB, B)                                                                               \
  WEFT_REPLACEABLE inline std::int32_t dot_acc(WordA a, WordB b, std::int32_t c) {                                     \
    for (int i = 0; i < 4; ++i)                                                                                        \
      c += static_cast<std::int32_t>(static_cast<A>(a >> 8 * i)) *                                                     \
           static_cast<std::int32_t>(static_cast<B>(b >> 8 * i));                                                      \
    return c;                                                                                                          \
  }                                                                                                                    \
  inline std::int32_t dot_acc(vec<A, 4> a, vec<B, 4> b, std::int32_t c) {                                              \
    return dot_acc(bit_cast<WordA>(a), bit_cast<WordB>(b), c);                                                         \
  }
WEFT_DOT_ACC(std::int32_t, std::int8_t, std::int32_t, std::int8_t)
WEFT_DOT_ACC(std::int32_t, std::int8_t, std::uint32_t, std::uint8_t)
WEFT_DOT_ACC(std::uint32_t, std::uint8_t, std::int32_t, std::int8_t)
WEFT_DOT_ACC(std::uint32_t, std::uint8_t, std::uint32_t, std::uint8_t)
#undef WEFT_DOT_ACC

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
