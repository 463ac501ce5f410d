// The hash of a specialisation and the written form of a binary, as the disk cache keeps it.
#include "codegen/finalizer.hpp"

#include "codegen/byte_stream.hpp"

namespace weft::codegen {

namespace {
constexpr std::string_view magic = "WEFTBIN0";
constexpr std::uint32_t version = 2;
constexpr const char *format = "kernel binary";
} // namespace

Hash Specialization::hash() const {
  ByteWriter writer;
  const auto list = [&writer](const auto &all, auto write) {
    writer.number(static_cast<std::uint32_t>(all.size()));
    for (const auto &each : all)
      write(each);
  };
  for (const std::uint32_t size : local)
    writer.number(size);
  writer.number(static_cast<std::uint8_t>(ids_fit_i32 | has_offset << 1 | contract << 2));
  list(baked, [&](const Baked &field) {
    writer.number(field.field.offset);
    writer.number(field.field.width);
    writer.number(field.value);
  });
  list(repeated, [&](const Repeated &field) {
    writer.number(field.offset);
    writer.number(field.earlier);
  });
  list(narrow, [&](std::uint32_t offset) { writer.number(offset); });
  list(constants, [&](const Constant &constant) {
    writer.text(constant.name);
    writer.blob(constant.value);
  });
  list(distinct, [&](std::uint32_t offset) { writer.number(offset); });
  writer.number(items_per_unit);
  return hash_bytes(writer.bytes());
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
