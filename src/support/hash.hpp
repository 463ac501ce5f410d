// The 128-bit content hash that names kernel modules and cache entries (XXH3).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace weft {

struct Hash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  auto operator<=>(const Hash &) const = default;
  std::string hex() const; ///< 32 hexadecimal digits.
};

Hash hash_bytes(std::span<const std::byte> bytes);
Hash hash_text(std::string_view text);
Hash combine(Hash a, Hash b);

} // namespace weft

template <> struct std::hash<weft::Hash> {
  std::size_t operator()(const weft::Hash &h) const noexcept { return h.high ^ h.low; }
};
