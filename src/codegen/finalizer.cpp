// The hash of a specialisation and the written form of a binary, as the disk cache keeps it.
#include "codegen/finalizer.hpp"

#include "codegen/byte_stream.hpp"

namespace weft::codegen {

namespace {
constexpr std::string_view magic = "WEFTBIN0";
constexpr std::uint32_t version = 1;
constexpr const char *format = "kernel binary";
} // namespace

Hash Specialization::hash() const {
  ByteWriter writer;
  for (const std::uint32_t size : local)
    writer.number(size);
  writer.number(static_cast<std::uint8_t>(ids_fit_i32 | has_offset << 1 | contract << 2));
  for (const Baked &field : baked) {
    writer.number(field.field.offset);
    writer.number(field.field.width);
    writer.number(field.value);
  }
  for (const Constant &constant : constants) {
    writer.text(constant.name);
    writer.blob(constant.value);
  }
  for (const std::uint32_t offset : distinct)
    writer.number(offset);
  return hash_bytes(writer.bytes());
}

Bytes Binary::serialize() const {
  ByteWriter body;
  body.text(entry);
  for (const std::uint32_t size : unit)
    body.number(size);
  for (const std::uint32_t field : {context_fixed, context_per_item, static_local, local_copies, sub_group_size,
                                    registers, vector_width, max_group_size})
    body.number(field);
  body.blob(image);
  return close_container(magic, version, body.bytes());
}

Binary Binary::parse(std::span<const std::byte> bytes) {
  ByteReader reader(open_container(bytes, magic, version, format), format);
  Binary binary;
  binary.entry = reader.text();
  for (std::uint32_t &size : binary.unit)
    size = reader.number<std::uint32_t>();
  for (std::uint32_t *field :
       {&binary.context_fixed, &binary.context_per_item, &binary.static_local, &binary.local_copies,
        &binary.sub_group_size, &binary.registers, &binary.vector_width, &binary.max_group_size})
    *field = reader.number<std::uint32_t>();
  const auto image = reader.blob();
  binary.image.assign(image.begin(), image.end());
  if (reader.left() != 0 || binary.unit[0] == 0 || binary.unit[1] == 0 || binary.unit[2] == 0)
    throw Error(Errc::build, "{}: not what this Weft writes; delete it", format);
  return binary;
}

} // namespace weft::codegen
