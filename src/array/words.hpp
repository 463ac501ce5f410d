// Elements as words of their size, for what only moves or compares bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::array {

struct Wide {
  std::array<std::uint64_t, 2> words;
};

/// Calls work() with an unsigned number of 1, 2, 4 or 8 bytes.
template <class Work> auto with_word(std::size_t bytes, const Work &work) {
  switch (bytes) {
  case 1:
    return work(std::uint8_t{});
  case 2:
    return work(std::uint16_t{});
  case 4:
    return work(std::uint32_t{});
  default:
    return work(std::uint64_t{});
  }
}

/// The same, or with Wide for 16 bytes.
template <class Work> auto with_word_or_wide(std::size_t bytes, const Work &work) {
  return bytes == sizeof(Wide) ? work(Wide{}) : with_word(bytes, work);
}

} // namespace weft::array
