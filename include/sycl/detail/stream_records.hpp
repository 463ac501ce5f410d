// What kernels leave for the host to print: one record per output operation, in the memory that a stream shares.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sycl/detail/atomic.hpp>
#include <sycl/detail/device.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Manipulators have a kind each; the numbers of setw and setprecision are payloads.
enum class stream_record : std::uint8_t {
  unwritten, ///< where the memory ended before the record did
  text,
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint64,
  float32,
  float64,
  pointer,
  precision,
  width,
  manipulator
};

/// A record is a word, its payload the words after it: work-item << 32 | bytes of payload << 8 | kind.
struct stream_memory {
  std::uint64_t used;     ///< words that were asked for, more than there are where the memory was too small
  std::uint64_t capacity; ///< words
  std::uint64_t words[1];
};

/// The payload's place for a record of the work-item that runs, or null where the memory is full.
inline std::uint64_t *add_record([[maybe_unused]] stream_memory *m, [[maybe_unused]] stream_record kind,
                                 [[maybe_unused]] std::uint32_t bytes) {
#if WEFT_DEVICE_PASS
  const std::uint64_t words = 1 + (bytes + 7) / 8;
  const std::uint64_t at = builtin_add(reinterpret_cast<unsigned long *>(&m->used), words, 0, 3);
  const std::uint64_t item =
      (__weft_global_id(2) * __weft_global_range(1) + __weft_global_id(1)) * __weft_global_range(0) +
      __weft_global_id(0);
  const bool fits = at + words <= m->capacity;
  if (at < m->capacity)
    m->words[at] = item << 32 | (fits ? bytes << 8 | static_cast<std::uint64_t>(kind) : 0);
  return fits ? m->words + at + 1 : nullptr;
#else
  __builtin_trap();
#endif
}

inline void add_word(stream_memory *m, stream_record kind, std::uint64_t value) {
  if (std::uint64_t *to = add_record(m, kind, 8))
    *to = value;
}

inline void add_text(stream_memory *m, const char *text, std::uint32_t length) {
  if (auto *to = reinterpret_cast<char *>(add_record(m, stream_record::text, length)))
    __builtin_memcpy(to, text, length);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
