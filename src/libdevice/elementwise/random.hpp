// Random bits from counts.
#pragma once

#include "libdevice/elementwise/predicates.hpp"

#include <cstdint>

namespace weft::device {

/// Philox2x32-10 (Salmon et al., SC 2011): of a place in a stream, by the 32 bits of a key that choose the stream.
template <Integer T> constexpr T philox(T place, T key) {
  constexpr std::uint32_t factor = 0xD256D193, weyl = 0x9E3779B9;
  auto left = static_cast<std::uint32_t>(place),
       right = static_cast<std::uint32_t>(static_cast<std::uint64_t>(place) >> 32);
  auto round_key = static_cast<std::uint32_t>(key);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product = static_cast<std::uint64_t>(left) * factor;
    left = static_cast<std::uint32_t>(product >> 32) ^ round_key ^ right;
    right = static_cast<std::uint32_t>(product);
    round_key += weyl;
  }
  return static_cast<T>(static_cast<std::uint64_t>(left) << 32 | right);
}

} // namespace weft::device
