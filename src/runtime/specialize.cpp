// The rules that decide what is fixed when a kernel is compiled.
#include "runtime/kernel_cache.hpp"

#include <algorithm>
#include <cstring>

#include "support/error.hpp"

namespace weft::runtime {

namespace {

constexpr std::int64_t largest_baked = 64;
constexpr std::size_t ids_limit = std::size_t(1) << 31;

template <class T> std::int64_t read(std::span<const std::byte> args, std::uint32_t offset) {
  T value = 0;
  std::memcpy(&value, args.data() + offset, sizeof(value));
  return value;
}

} // namespace

bool ids_fit_i32(const NdRange &range) noexcept {
  std::size_t largest = range.size();
  for (int d = 0; d < 3; ++d)
    largest = std::max(largest, range.global[d] + range.offset[d]);
  return largest < ids_limit;
}

bool has_offset(const NdRange &range) noexcept {
  return (range.offset[0] | range.offset[1] | range.offset[2]) != 0;
}

std::optional<std::int64_t> baked_value(const codegen::IntField &field, std::span<const std::byte> args) {
  WEFT_CHECK(field.offset + std::size_t(field.width) <= args.size() && (field.width == 4 || field.width == 8),
             "specialize: field at {} of width {} in {} bytes", field.offset, field.width, args.size());
  const std::int64_t value =
      field.width == 4 ? read<std::int32_t>(args, field.offset) : read<std::int64_t>(args, field.offset);
  return value >= 0 && value <= largest_baked ? std::optional(value) : std::nullopt;
}

codegen::Specialization specialize(const codegen::KernelInfo &info, const NdRange &range,
                                   std::span<const std::byte> args) {
  codegen::Specialization result;
  for (int d = 0; d < 3; ++d)
    result.local[d] = std::uint32_t(range.local[d]);
  result.has_offset = has_offset(range);
  result.ids_fit_i32 = ids_fit_i32(range);
  for (const codegen::IntField &field : info.bakeable)
    if (const auto value = baked_value(field, args))
      result.baked.push_back({field, *value});
  return result;
}

} // namespace weft::runtime
