// Little-endian writing and bounds-checked reading of the written formats (kernel module container, binary).
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "codegen/kernel_module.hpp"
#include "support/error.hpp"

namespace weft::codegen {

static_assert(std::endian::native == std::endian::little, "formats are written little-endian");

/// Appends fixed-width numbers and length-prefixed blobs.
class ByteWriter {
public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void number(T value) {
    raw(std::as_bytes(std::span(&value, 1)));
  }
  void raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void blob(std::span<const std::byte> bytes) {
    number(static_cast<std::uint64_t>(bytes.size()));
    raw(bytes);
  }
  void text(std::string_view value) { blob(std::as_bytes(std::span(value))); }

  const Bytes &bytes() const noexcept { return bytes_; }
  Bytes take() { return std::move(bytes_); }

private:
  Bytes bytes_;
};

/// Reads what ByteWriter wrote. Every read past the end throws Error(build) naming the format.
class ByteReader {
public:
  ByteReader(std::span<const std::byte> bytes, const char *format) : rest_(bytes), format_(format) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T number() {
    T value;
    std::memcpy(&value, raw(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::span<const std::byte> raw(std::uint64_t size) {
    if (size > rest_.size())
      throw Error(Errc::build, "{}: truncated, {} bytes wanted and {} left; rebuild what wrote it", format_, size,
                  rest_.size());
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  std::span<const std::byte> blob() { return raw(number<std::uint64_t>()); }
  std::string text() {
    const auto bytes = blob();
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  }
  /// A count of elements of at least `element_size` bytes each, which the rest must be able to hold.
  std::uint32_t count(std::size_t element_size) {
    const auto n = number<std::uint32_t>();
    if (n > rest_.size() / element_size)
      throw Error(Errc::build, "{}: {} elements announced, {} bytes left; rebuild what wrote it", format_, n,
                  rest_.size());
    return n;
  }
  std::size_t left() const noexcept { return rest_.size(); }

private:
  std::span<const std::byte> rest_;
  const char *format_;
};

/// Opens a checked container: magic, version, body, checksum over all before it. Gives the body.
std::span<const std::byte> open_container(std::span<const std::byte> bytes, std::string_view magic,
                                          std::uint32_t version, const char *format);

/// Writes such a container around `body`.
Bytes close_container(std::string_view magic, std::uint32_t version, std::span<const std::byte> body);

} // namespace weft::codegen
