// The rules that decide what is fixed when a kernel is compiled.
#include "runtime/kernel_cache.hpp"

#include <cstring>

#include "support/error.hpp"

namespace weft::runtime {

namespace {

constexpr std::int64_t largest_baked = 64;
constexpr std::size_t ids_limit = std::size_t(1) << 31;

std::int64_t read_field(const codegen::IntField &field, std::span<const std::byte> args) {
  WEFT_CHECK(field.offset + std::size_t(field.width) <= args.size() && (field.width == 4 || field.width == 8),
             "specialize: field at {} of width {} in {} bytes", field.offset, field.width, args.size());
  if (field.width == 4) {
    std::int32_t value = 0;
    std::memcpy(&value, args.data() + field.offset, sizeof(value));
    return value;
  }
  std::int64_t value = 0;
  std::memcpy(&value, args.data() + field.offset, sizeof(value));
  return value;
}

} // namespace

codegen::Specialization specialize(const codegen::KernelInfo &info, const NdRange &range,
                                   std::span<const std::byte> args) {
  codegen::Specialization result;
  std::size_t ids = range.size();
  for (int d = 0; d < 3; ++d) {
    result.local[d] = std::uint32_t(range.local[d]);
    result.has_offset = result.has_offset || range.offset[d] != 0;
    ids = std::max(ids, range.global[d] + range.offset[d]);
  }
  result.ids_fit_i32 = ids < ids_limit;
  for (const codegen::IntField &field : info.bakeable)
    if (const std::int64_t value = read_field(field, args); value >= 0 && value <= largest_baked)
      result.baked.push_back({field, value});
  return result;
}

} // namespace weft::runtime
