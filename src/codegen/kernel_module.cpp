// Kernel modules and their written container; the grammar is in docs/container.md.
#include "codegen/kernel_module.hpp"

#include <algorithm>
#include <bit>

#include "codegen/byte_stream.hpp"
#include "codegen/packed.hpp"
#include "support/error.hpp"

namespace weft::codegen {

namespace {
constexpr std::string_view magic = "WEFTKMOD";
constexpr std::uint32_t version = 8;
constexpr const char *format = "kernel module container";

void write(ByteWriter &writer, const std::vector<std::string> &texts) {
  writer.number(static_cast<std::uint32_t>(texts.size()));
  for (const std::string &text : texts)
    writer.text(text);
}

std::vector<std::string> read_texts(ByteReader &reader) {
  std::vector<std::string> texts(reader.count(8));
  for (std::string &text : texts)
    text = reader.text();
  return texts;
}

void write(ByteWriter &writer, const std::vector<ConstantInfo> &constants) {
  writer.number(static_cast<std::uint32_t>(constants.size()));
  for (const ConstantInfo &constant : constants) {
    writer.text(constant.name);
    writer.number(constant.size);
  }
}

std::vector<ConstantInfo> read_constants(ByteReader &reader) {
  std::vector<ConstantInfo> constants(reader.count(12));
  for (ConstantInfo &constant : constants) {
    constant.name = reader.text();
    constant.size = reader.number<std::uint32_t>();
  }
  return constants;
}

void write(ByteWriter &writer, const KernelInfo &kernel) {
  writer.text(kernel.name);
  writer.text(kernel.pretty);
  writer.number(static_cast<std::uint8_t>(kernel.form));
  writer.number(kernel.dims);
  writer.number(kernel.args_size);
  writer.number(kernel.args_align);
  writer.number(kernel.static_local);
  writer.number(static_cast<std::uint8_t>(kernel.takes_scratch));
  writer.number(static_cast<std::uint8_t>(kernel.uses_sub_groups));
  writer.number(static_cast<std::uint8_t>(kernel.loops_alone));
  writer.number(kernel.sub_group_size);
  for (const std::uint32_t size : kernel.local)
    writer.number(size);
  writer.number(static_cast<std::uint32_t>(kernel.aspects.size()));
  for (const Aspect aspect : kernel.aspects)
    writer.number(static_cast<std::uint32_t>(aspect));
  writer.number(static_cast<std::uint32_t>(kernel.bakeable.size()));
  for (const IntField &field : kernel.bakeable) {
    writer.number(field.offset);
    writer.number(field.width);
  }
  writer.number(kernel.pointer_words);
  write(writer, kernel.constants);
  write(writer, kernel.imports);
  writer.number(kernel.piece);
}

/// Rejects what no writer of ours produces, so that a launch can trust the numbers.
void check(const KernelInfo &kernel) {
  const bool power_of_two = kernel.args_align != 0 && (kernel.args_align & (kernel.args_align - 1)) == 0;
  if (kernel.form > LaunchForm::nd_range || kernel.dims < 1 || kernel.dims > 3 || !power_of_two ||
      kernel.args_align > 4096 || kernel.args_size > (1u << 20))
    throw Error(Errc::build, "{}: kernel {} has form {}, {} dimensions, {} argument bytes aligned to {}; rebuild it",
                format, kernel.name, static_cast<int>(kernel.form), kernel.dims, kernel.args_size, kernel.args_align);
  for (const IntField &field : kernel.bakeable)
    if ((field.width != 4 && field.width != 8) || field.offset > kernel.args_size ||
        field.width > kernel.args_size - field.offset)
      throw Error(Errc::build, "{}: kernel {} has an integer field at {} of {} bytes outside its {} argument bytes",
                  format, kernel.name, field.offset, field.width, kernel.args_size);
}

KernelInfo read_kernel(ByteReader &reader) {
  KernelInfo kernel;
  kernel.name = reader.text();
  kernel.pretty = reader.text();
  kernel.form = static_cast<LaunchForm>(reader.number<std::uint8_t>());
  kernel.dims = reader.number<std::uint8_t>();
  kernel.args_size = reader.number<std::uint32_t>();
  kernel.args_align = reader.number<std::uint32_t>();
  kernel.static_local = reader.number<std::uint32_t>();
  kernel.takes_scratch = reader.number<std::uint8_t>() != 0;
  kernel.uses_sub_groups = reader.number<std::uint8_t>() != 0;
  kernel.loops_alone = reader.number<std::uint8_t>() != 0;
  kernel.sub_group_size = reader.number<std::uint32_t>();
  for (std::uint32_t &size : kernel.local)
    size = reader.number<std::uint32_t>();
  kernel.aspects.resize(reader.count(4));
  for (Aspect &aspect : kernel.aspects)
    aspect = static_cast<Aspect>(reader.number<std::uint32_t>());
  kernel.bakeable.resize(reader.count(8));
  for (IntField &field : kernel.bakeable)
    field = {reader.number<std::uint32_t>(), reader.number<std::uint32_t>()};
  kernel.pointer_words = reader.number<std::uint64_t>();
  kernel.constants = read_constants(reader);
  kernel.imports = read_texts(reader);
  kernel.piece = reader.number<std::uint32_t>();
  check(kernel);
  return kernel;
}
} // namespace

std::vector<std::uint32_t> offsets_of(std::uint64_t words) {
  std::vector<std::uint32_t> offsets;
  for (; words != 0; words &= words - 1)
    offsets.push_back(8 * static_cast<std::uint32_t>(std::countr_zero(words)));
  return offsets;
}

KernelModule::KernelModule(Bytes bitcode, std::vector<KernelInfo> kernels)
    : hash_(hash_bytes(bitcode)), kernels_(std::move(kernels)) {
  pieces_.emplace_back([bytes = std::move(bitcode)] { return bytes; });
}

KernelModule::KernelModule(Hash hash, MakeBitcode make, std::vector<KernelInfo> kernels)
    : hash_(hash), kernels_(std::move(kernels)) {
  pieces_.emplace_back(std::move(make));
}

KernelModule::KernelModule(Hash hash, std::vector<MakeBitcode> pieces, std::vector<KernelInfo> kernels, Exports exports)
    : hash_(hash), kernels_(std::move(kernels)), exports_(std::move(exports)) {
  for (MakeBitcode &make : pieces)
    pieces_.emplace_back(std::move(make));
  for (const KernelInfo &kernel : kernels_)
    WEFT_CHECK(kernel.piece < pieces_.size(), "kernel {} in piece {} of {}", kernel.name, kernel.piece, pieces_.size());
}

const KernelInfo &KernelModule::kernel(std::string_view name) const {
  const auto found = std::ranges::find(kernels_, name, &KernelInfo::name);
  if (found != kernels_.end())
    return *found;
  std::string known;
  for (const KernelInfo &kernel : kernels_)
    known += (known.empty() ? "" : ", ") + kernel.name;
  throw Error(Errc::kernel, "kernel module: no kernel named {}; it has {}", name, known.empty() ? "none" : known);
}

const Bytes &KernelModule::piece(std::size_t index) const {
  WEFT_CHECK(index < pieces_.size(), "piece {} of {}", index, pieces_.size());
  const Piece &piece = pieces_[index];
  piece.made.call([&piece] { piece.bitcode = piece.make(); });
  return piece.bitcode;
}

Bytes KernelModule::serialize() const {
  ByteWriter body;
  body.number(hash_.high);
  body.number(hash_.low);
  body.number(static_cast<std::uint32_t>(kernels_.size()));
  for (const KernelInfo &kernel : kernels_)
    write(body, kernel);
  write(body, exports_.functions);
  write(body, exports_.imports);
  write(body, exports_.constants);
  body.number(static_cast<std::uint32_t>(pieces_.size()));
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    body.number(static_cast<std::uint64_t>(piece(i).size()));
    body.blob(pack(piece(i)));
  }
  return close_container(magic, version, body.bytes());
}

std::shared_ptr<const KernelModule> KernelModule::parse(std::span<const std::byte> container) {
  ByteReader reader(open_container(container, magic, version, format), format);
  const Hash hash{reader.number<std::uint64_t>(), reader.number<std::uint64_t>()};
  std::vector<KernelInfo> kernels(reader.count(1));
  for (KernelInfo &kernel : kernels)
    kernel = read_kernel(reader);
  Exports exports;
  exports.functions = read_texts(reader);
  exports.imports = read_texts(reader);
  exports.constants = read_constants(reader);
  std::vector<MakeBitcode> pieces(reader.count(16));
  for (MakeBitcode &make : pieces) {
    const auto size = reader.number<std::uint64_t>();
    const auto packed = reader.blob();
    make = [copy = Bytes(packed.begin(), packed.end()), size] { return unpack(copy, size, format); };
  }
  for (const KernelInfo &kernel : kernels)
    if (kernel.piece >= pieces.size())
      throw Error(Errc::build, "{}: kernel {} lies in piece {} of {}; rebuild it", format, kernel.name, kernel.piece,
                  pieces.size());
  if (reader.left() != 0)
    throw Error(Errc::build, "{}: {} bytes follow the bitcode; rebuild it", format, reader.left());
  return std::make_shared<const KernelModule>(hash, std::move(pieces), std::move(kernels), std::move(exports));
}

} // namespace weft::codegen
