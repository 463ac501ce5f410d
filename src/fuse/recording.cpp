// Addresses that stand for memory: no number that a kernel is given looks like one.
#include "fuse/recording.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "support/error.hpp"

namespace weft::fuse {

namespace {

// Mark, place, offset. Places: operands, the result, temporaries.
constexpr std::uint64_t mark = 0xa5a;
constexpr int mark_shift = 52, place_shift = 44;
constexpr std::size_t result_place = ops::max_arity, first_temporary = result_place + 1, most_places = 256;

std::byte *stand_in(std::size_t place, std::ptrdiff_t offset) noexcept {
  return reinterpret_cast<std::byte *>((mark << mark_shift | std::uint64_t{place} << place_shift) +
                                       static_cast<std::uint64_t>(offset));
}

bool stands_for_memory(std::uint64_t word) noexcept {
  return word >> mark_shift == mark;
}

std::size_t place_of(std::uint64_t word) noexcept {
  return word >> place_shift & 0xff;
}

std::uint64_t word_at(std::span<const std::byte> arguments, std::size_t word) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, &arguments[word * sizeof value], sizeof value);
  return value;
}

/// Operands in one buffer have one place, as has one that is the result.
std::size_t place_of(const Expr &expr, const Buffer &result, std::size_t operand) noexcept {
  const Buffer *const buffer = expr.inputs[operand].buffer.get();
  if (buffer == &result)
    return result_place;
  for (std::size_t i = 0; i < operand; ++i)
    if (expr.inputs[i].buffer.get() == buffer)
      return i;
  return operand;
}

} // namespace

Recording::Recording(const Expr &expr, const Buffer &result, std::ptrdiff_t result_offset, Recorded &recorded,
                     std::vector<std::byte> &arguments)
    : expr_(expr), result_(result), result_offset_(result_offset), recorded_(recorded), arguments_(arguments) {
  part_.first_launch = recorded.launches.size();
  part_.first_temporary = recorded.temporaries.size();
}

const std::byte *Recording::operand(std::size_t operand) const noexcept {
  const Input &input = expr_.inputs[operand];
  return stand_in(place_of(expr_, result_, operand),
                  input.view->offset() * static_cast<std::ptrdiff_t>(item_size(input.dtype)));
}

std::byte *Recording::result() const noexcept {
  return stand_in(result_place, result_offset_);
}

std::byte *Recording::temporary(std::size_t bytes) {
  const std::size_t place = first_temporary + recorded_.temporaries.size() - part_.first_temporary;
  WEFT_CHECK(place < most_places && bytes >> place_shift == 0, "algorithm {}: temporary {} of {} bytes",
             expr_.algorithm->name(), place, bytes);
  recorded_.temporaries.push_back(bytes);
  return stand_in(place, 0);
}

void Recording::launch(const runtime::Kernel &kernel, const runtime::NdRange &range,
                       std::span<const std::byte> arguments, std::size_t local_bytes) {
  RecordedLaunch &launch = recorded_.launches.emplace_back();
  launch.kernel = kernel;
  launch.range = range;
  launch.arguments = arguments_.size();
  launch.bytes = arguments.size();
  launch.local_bytes = static_cast<std::uint32_t>(local_bytes);
  if (queue().device()->code_traits().by_distinct_pointers)
    launch.distinct = distinct_words(arguments);
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
}

void Recording::call(RecordedCall call) {
  recorded_.launches.emplace_back().call = std::move(call);
}

RecordedPart Recording::part() const noexcept {
  RecordedPart part = part_;
  part.launches = recorded_.launches.size() - part.first_launch;
  part.temporaries = recorded_.temporaries.size() - part.first_temporary;
  return part;
}

/// Over borrowed memory other buffers may lie.
std::uint64_t Recording::distinct_words(std::span<const std::byte> arguments) const {
  const auto is_borrowed = [&](std::size_t place) {
    return place == result_place ? result_.borrowed : place < result_place && expr_.inputs[place].buffer->borrowed;
  };
  std::uint64_t pointers = 0, distinct = 0;
  const std::size_t words = std::min<std::size_t>(arguments.size() / sizeof(std::uint64_t), 64);
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t value = word_at(arguments, word), bit = std::uint64_t{1} << word;
    if (!stands_for_memory(value))
      continue;
    bool alone = !is_borrowed(place_of(value));
    for (std::uint64_t rest = pointers; rest != 0; rest &= rest - 1) {
      const auto other = static_cast<std::size_t>(std::countr_zero(rest));
      if (place_of(word_at(arguments, other)) != place_of(value))
        continue;
      alone = false;
      distinct &= ~(std::uint64_t{1} << other);
    }
    pointers |= bit;
    distinct |= alone ? bit : 0;
  }
  return std::has_single_bit(distinct) ? 0 : distinct;
}

void Addresses::resolve(std::span<std::byte> arguments) const noexcept {
  for (std::size_t word = 0; word < arguments.size() / sizeof(std::uint64_t); ++word) {
    const std::uint64_t value = word_at(arguments, word);
    if (!stands_for_memory(value))
      continue;
    const std::byte *const address = (*this)[reinterpret_cast<const void *>(value)];
    std::memcpy(&arguments[word * sizeof address], &address, sizeof address);
  }
}

std::byte *Addresses::operator[](const void *stand_in) const noexcept {
  constexpr std::uint64_t offsets = (std::uint64_t{1} << place_shift) - 1;
  const auto value = reinterpret_cast<std::uint64_t>(stand_in);
  return base_of(place_of(value)) + (value & offsets);
}

std::byte *Addresses::base_of(std::size_t place) const noexcept {
  if (place >= first_temporary)
    return temporaries_[place - first_temporary];
  return static_cast<std::byte *>(place == result_place ? result_.base() : expr_.inputs[place].buffer->base());
}

} // namespace weft::fuse
