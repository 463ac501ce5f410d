// Elements as bytes: what kernels move, whatever the dtype.
#pragma once

#include <cstdint>
#include <type_traits>

namespace weft::algorithms {

template <int Bytes>
using Word = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

struct Pair {
  std::uint64_t words[2];
};

/// A parameter of kernels for keys is their bytes, and 16 more where places go along.
constexpr bool with_places(int parameter) {
  return parameter >= 16;
}
template <int Parameter> using Key = Word<Parameter % 16>;

template <int Bytes> using Element = std::conditional_t<Bytes == 16, Pair, Word<Bytes>>;

} // namespace weft::algorithms
