// XXH3 behind weft::Hash.
#include "support/hash.hpp"

#include <array>

#include <fmt/format.h>
#include <xxhash.h>

namespace weft {

namespace {
Hash from(XXH128_hash_t value) {
  return {value.high64, value.low64};
}
} // namespace

std::string Hash::hex() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

Hash hash_bytes(std::span<const std::byte> bytes) {
  return from(XXH3_128bits(bytes.data(), bytes.size()));
}

Hash hash_text(std::string_view text) {
  return from(XXH3_128bits(text.data(), text.size()));
}

Hash combine(Hash a, Hash b) {
  const std::array<std::uint64_t, 4> parts{a.high, a.low, b.high, b.low};
  return from(XXH3_128bits(parts.data(), sizeof(parts)));
}

} // namespace weft
