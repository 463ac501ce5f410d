// The hash of a specialisation and the written form of a binary, as the disk cache keeps it.
#include "codegen/finalizer.hpp"

#include "codegen/byte_stream.hpp"
#include "codegen/finished_code.hpp"

namespace weft::codegen {

namespace {
constexpr std::string_view magic = "WEFTBIN0";
constexpr std::uint32_t version = 2;
constexpr const char *format = "kernel binary";
} // namespace

Hash Specialization::hash() const {
  return hash_bytes(codegen::serialize(*this));
}

Bytes Binary::serialize() const {
  ByteWriter body;
  body.text(entry);
  body.number(sub_group_size);
  body.number(vector_width);
  body.blob(launched_by);
  body.blob(image);
  return close_container(magic, version, body.bytes());
}

Binary Binary::parse(std::span<const std::byte> bytes) {
  ByteReader reader(open_container(bytes, magic, version, format), format);
  Binary binary;
  binary.entry = reader.text();
  binary.sub_group_size = reader.number<std::uint32_t>();
  binary.vector_width = reader.number<std::uint32_t>();
  for (Bytes *const blob : {&binary.launched_by, &binary.image}) {
    const auto bytes = reader.blob();
    blob->assign(bytes.begin(), bytes.end());
  }
  if (reader.left() != 0)
    throw Error(Errc::build, "{}: not what this Weft writes; delete it", format);
  return binary;
}

void Binary::throw_other_target() const {
  throw Error(Errc::build, "{} {}: made for another target", format, entry);
}

} // namespace weft::codegen
