// Packs at a level that costs little beside compiling.
#include "codegen/packed.hpp"

#include <zstd.h>

#include "support/error.hpp"

namespace weft::codegen {

namespace {
constexpr std::uint64_t largest_content = std::uint64_t{1} << 31;
}

Bytes pack(std::span<const std::byte> bytes) {
  Bytes packed(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 9);
  WEFT_CHECK(!ZSTD_isError(size), "zstd: {}", ZSTD_getErrorName(size));
  packed.resize(size);
  return packed;
}

Bytes unpack(std::span<const std::byte> packed, std::uint64_t size, const char *format) {
  if (size > largest_content || ZSTD_getFrameContentSize(packed.data(), packed.size()) != size)
    throw Error(Errc::build, "{}: {} packed bytes announced, their frame says otherwise; rebuild it", format, size);
  Bytes bytes(size);
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size)
    throw Error(Errc::build, "{}: its content does not decompress ({}); rebuild it", format,
                ZSTD_isError(got) ? ZSTD_getErrorName(got) : "short frame");
  return bytes;
}

} // namespace weft::codegen
