// The envelope that both written formats share: magic, version, body, checksum.
#include "codegen/byte_stream.hpp"

namespace weft::codegen {

std::span<const std::byte> open_container(std::span<const std::byte> bytes, std::string_view magic,
                                          std::uint32_t version, const char *format) {
  const std::size_t head = magic.size() + sizeof(version);
  if (bytes.size() < head + sizeof(Hash) || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    throw Error(Errc::build, "{}: {} bytes that do not start with {}; rebuild what wrote them", format, bytes.size(),
                magic);
  ByteReader reader(bytes.subspan(magic.size()), format);
  if (const auto found = reader.number<std::uint32_t>(); found != version)
    throw Error(Errc::build, "{}: version {}, this Weft reads version {}; rebuild it with this Weft", format, found,
                version);
  const auto checked = bytes.first(bytes.size() - sizeof(Hash));
  const auto body = reader.raw(checked.size() - head);
  const Hash sum{reader.number<std::uint64_t>(), reader.number<std::uint64_t>()};
  if (sum != hash_bytes(checked))
    throw Error(Errc::build, "{}: the checksum does not match, it was altered or damaged; rebuild it", format);
  return body;
}

Bytes close_container(std::string_view magic, std::uint32_t version, std::span<const std::byte> body) {
  ByteWriter writer;
  writer.raw(std::as_bytes(std::span(magic)));
  writer.number(version);
  writer.raw(body);
  const Hash sum = hash_bytes(writer.bytes());
  writer.number(sum.high);
  writer.number(sum.low);
  return writer.take();
}

} // namespace weft::codegen
