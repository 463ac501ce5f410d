// The written form of code that programs carry.
#include "codegen/finished_code.hpp"

#include "codegen/byte_stream.hpp"
#include "codegen/packed.hpp"

namespace weft::codegen {

namespace {
constexpr std::string_view magic = "WEFTCODE";
constexpr std::uint32_t version = 3;
constexpr const char *format = "finished code";

void write(ByteWriter &writer, const Hash &hash) {
  writer.number(hash.high);
  writer.number(hash.low);
}

Hash read_hash(ByteReader &reader) {
  const auto high = reader.number<std::uint64_t>();
  return {high, reader.number<std::uint64_t>()};
}
} // namespace

Bytes serialize(const Specialization &specialization) {
  ByteWriter writer;
  const auto count = [&](const auto &list) { writer.number(static_cast<std::uint32_t>(list.size())); };
  for (const auto &sizes : {specialization.local, specialization.extents})
    for (const std::uint32_t size : sizes)
      writer.number(size);
  writer.number(static_cast<std::uint8_t>(specialization.ids_fit_i32 | specialization.has_offset << 1 |
                                          specialization.contract << 2 | specialization.whole_sub_groups << 3 |
                                          specialization.folded_groups << 4 | specialization.few_items << 5));
  count(specialization.baked);
  for (const Specialization::Baked &baked : specialization.baked) {
    writer.number(baked.field.offset);
    writer.number(baked.field.width);
    writer.number(baked.value);
  }
  count(specialization.repeated);
  for (const Specialization::Repeated &repeated : specialization.repeated) {
    writer.number(repeated.offset);
    writer.number(repeated.earlier);
  }
  count(specialization.narrow);
  for (const std::uint32_t offset : specialization.narrow)
    writer.number(offset);
  count(specialization.constants);
  for (const Specialization::Constant &constant : specialization.constants) {
    writer.text(constant.name);
    writer.blob(constant.value);
  }
  count(specialization.distinct);
  for (const std::uint32_t offset : specialization.distinct)
    writer.number(offset);
  writer.number(specialization.items_per_unit);
  return writer.take();
}

Specialization parse_specialization(std::span<const std::byte> bytes) {
  ByteReader reader(bytes, format);
  Specialization read;
  for (auto *const sizes : {&read.local, &read.extents})
    for (std::uint32_t &size : *sizes)
      size = reader.number<std::uint32_t>();
  const auto flags = reader.number<std::uint8_t>();
  read.ids_fit_i32 = (flags & 1) != 0;
  read.has_offset = (flags & 2) != 0;
  read.contract = (flags & 4) != 0;
  read.whole_sub_groups = (flags & 8) != 0;
  read.folded_groups = (flags & 16) != 0;
  read.few_items = (flags & 32) != 0;
  read.baked.resize(reader.count(16));
  for (Specialization::Baked &baked : read.baked) {
    baked.field.offset = reader.number<std::uint32_t>();
    baked.field.width = reader.number<std::uint32_t>();
    baked.value = reader.number<std::int64_t>();
  }
  read.repeated.resize(reader.count(8));
  for (Specialization::Repeated &repeated : read.repeated) {
    repeated.offset = reader.number<std::uint32_t>();
    repeated.earlier = reader.number<std::uint32_t>();
  }
  read.narrow.resize(reader.count(4));
  for (std::uint32_t &offset : read.narrow)
    offset = reader.number<std::uint32_t>();
  read.constants.resize(reader.count(16));
  for (Specialization::Constant &constant : read.constants) {
    constant.name = reader.text();
    const auto value = reader.blob();
    constant.value.assign(value.begin(), value.end());
  }
  read.distinct.resize(reader.count(4));
  for (std::uint32_t &offset : read.distinct)
    offset = reader.number<std::uint32_t>();
  read.items_per_unit = reader.number<std::uint32_t>();
  if (reader.left() != 0 || serialize(read) != Bytes(bytes.begin(), bytes.end()))
    throw Error(Errc::build, "{}: a specialisation is not what this Weft writes; rebuild it", format);
  return read;
}

Bytes FinishedCode::serialize() const {
  ByteWriter body;
  write(body, build);
  write(body, module);
  body.number(static_cast<std::uint32_t>(kernels.size()));
  for (const FinishedKernel &kernel : kernels) {
    body.text(kernel.name);
    body.number(static_cast<std::uint32_t>(kernel.targets.size()));
    for (const std::string &target : kernel.targets)
      body.text(target);
    body.blob(codegen::serialize(kernel.specialization));
    body.number(kernel.size);
    body.blob(kernel.packed);
  }
  return close_container(magic, version, body.bytes());
}

FinishedCode FinishedCode::parse(std::span<const std::byte> bytes) {
  ByteReader reader(open_container(bytes, magic, version, format), format);
  FinishedCode code;
  code.build = read_hash(reader);
  code.module = read_hash(reader);
  code.kernels.resize(reader.count(1));
  for (FinishedKernel &kernel : code.kernels) {
    kernel.name = reader.text();
    kernel.targets.resize(reader.count(8));
    for (std::string &target : kernel.targets)
      target = reader.text();
    kernel.specialization = parse_specialization(reader.blob());
    kernel.size = reader.number<std::uint64_t>();
    kernel.packed = reader.blob();
  }
  if (reader.left() != 0)
    throw Error(Errc::build, "{}: {} bytes follow the last kernel; rebuild it", format, reader.left());
  return code;
}

Binary unpack_binary(std::span<const std::byte> packed, std::uint64_t size) {
  return Binary::parse(unpack(packed, size, format));
}

} // namespace weft::codegen
