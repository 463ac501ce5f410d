// The rules that decide what is fixed when a kernel is compiled.
#include "runtime/kernel_cache.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "runtime/memory.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

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

bool folds_groups(const NdRange &range, const std::array<std::size_t, 3> &most) noexcept {
  constexpr std::array<std::size_t, 3> within_reach{1, 16, 16}; // work-items that any block may have along a dimension
  const auto beyond = [&](int d) {
    return ceil_div(range.global[d], range.is_range() ? within_reach[d] : range.local[d]) > most[d];
  };
  return range.dims > 1 && (beyond(1) || beyond(2));
}

std::array<std::uint32_t, 3> told_extents(const NdRange &range) noexcept {
  constexpr std::size_t most = codegen::Specialization::most_told, fewest_in_all = 64, long_enough = 16;
  std::array<std::uint32_t, 3> told{};
  if (range.global[0] > most || range.size() < fewest_in_all || range.local[0] >= long_enough)
    return told;
  for (int d = 0; d < range.dims; ++d)
    if (range.global[d] <= most)
      told[d] = static_cast<std::uint32_t>(std::bit_ceil(range.global[d]));
  return told;
}

bool few_items(const codegen::KernelInfo &info, const NdRange &range) noexcept {
  constexpr std::size_t most = 4; // of 8, loops that compute much are faster in lanes
  return info.loops_alone && range.size() <= most;
}

bool whole_sub_groups(const codegen::KernelInfo &info, const NdRange &range, std::size_t size) noexcept {
  return info.uses_sub_groups && !range.is_range() && range.local[0] * range.local[1] * range.local[2] % size == 0;
}

std::uint32_t items_per_unit(const NdRange &range, std::size_t units) noexcept {
  using codegen::Specialization;
  std::size_t groups = 1, items = Specialization::range_group;
  if (range.is_range()) {
    groups = ceil_div(range.size(), items);
  } else {
    items = range.local[0] * range.local[1] * range.local[2];
    groups = range.size() / items;
  }
  if (units == 0 || groups > units * Specialization::most_items)
    return 0;
  const std::size_t each = std::max<std::size_t>(ceil_div(groups, units) * items, Specialization::fewest_items);
  return each <= Specialization::most_items ? static_cast<std::uint32_t>(std::bit_ceil(each)) : 0;
}

std::optional<std::int64_t> baked_value(const codegen::IntField &field, std::span<const std::byte> args) {
  WEFT_CHECK(field.offset + std::size_t(field.width) <= args.size() && (field.width == 4 || field.width == 8),
             "specialize: field at {} of width {} in {} bytes", field.offset, field.width, args.size());
  const std::int64_t value =
      field.width == 4 ? read<std::int32_t>(args, field.offset) : read<std::int64_t>(args, field.offset);
  return value >= 0 && value <= largest_baked ? std::optional(value) : std::nullopt;
}

WideIntegers wide_integers(const codegen::KernelInfo &info, std::span<const std::byte> args) {
  WideIntegers found;
  if (info.bakeable.size() > WideIntegers::most_fields)
    return found;
  std::array<std::int64_t, WideIntegers::most_fields> values{};
  for (std::size_t i = 0; i < info.bakeable.size(); ++i) {
    if (info.bakeable[i].width != 8)
      continue;
    values[i] = read<std::int64_t>(args, info.bakeable[i].offset);
    if (values[i] >= 0 && values[i] <= std::numeric_limits<std::int32_t>::max())
      found.narrow |= std::uint32_t(1) << i;
    for (std::size_t j = 0; values[i] > largest_baked && j < i; ++j)
      if (values[j] == values[i]) {
        found.repeats[i] = static_cast<std::uint8_t>(j);
        break;
      }
  }
  return found;
}

std::uint64_t distinct_pointers(std::span<const std::byte> args, std::uint64_t words) {
  constexpr std::size_t most_pointers = 16;
  constexpr std::uint64_t lowest = std::uint64_t(1) << 32, highest = std::uint64_t(1) << 48; // others are numbers
  std::array<const std::byte *, most_pointers> pointers;
  std::array<std::size_t, most_pointers> at;
  std::size_t count = 0;
  for (; words != 0; words &= words - 1) {
    const std::size_t word = std::countr_zero(words);
    if (word >= args.size() / 8)
      break;
    const auto value = static_cast<std::uint64_t>(read<std::uint64_t>(args, static_cast<std::uint32_t>(word * 8)));
    if (value < lowest || value >= highest)
      continue;
    if (count == most_pointers)
      return 0;
    at[count] = word;
    pointers[count++] = reinterpret_cast<const std::byte *>(value);
  }
  if (count < 2)
    return 0;
  std::array<Extent, most_pointers> found, before; // what ends where one begins may be meant as well
  find_extents(std::span(pointers).first(count), found.data());
  for (std::size_t i = 0; i < count; ++i)
    pointers[i] = found[i].base - (found[i].base != nullptr);
  find_extents(std::span(pointers).first(count), before.data());
  std::uint64_t bits = 0, shared = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (found[i].base == nullptr)
      continue;
    bits |= std::uint64_t(1) << at[i];
    for (std::size_t j = 0; j < count; ++j) {
      const bool same = i != j && found[j].base == found[i].base;
      const bool meant =
          before[i].base != nullptr && before[i].end() == found[i].base && found[j].base == before[i].base;
      if (same || meant)
        shared |= std::uint64_t(1) << at[i];
    }
  }
  bits &= ~shared;
  return std::has_single_bit(bits) ? 0 : bits;
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
