// Fills of any pattern, of words that the driver knows.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "runtime/streams/driver.hpp"

namespace weft::runtime {

/// Words of 1, 2 and 4 bytes are the driver's; longer patterns are copied once, from pinned memory, and doubled.
class Fill {
public:
  Fill(StreamDriver &, void *to, std::span<const std::byte> pattern, std::size_t count);

  /// True for a pattern beyond what is pinned in one piece: to be copied there before enqueue() doubles it.
  bool begun_by_copy() const noexcept { return width_ == 0 && stage_ == nullptr && bytes_ != 0; }
  const std::shared_ptr<const void> &stage() const noexcept { return stage_; } ///< To be held until it is done.
  void enqueue(StreamHandle) const;

private:
  StreamDriver &driver_;
  std::byte *to_;
  std::size_t period_, bytes_;
  unsigned width_ = 0; ///< of a word; 0: none will do
  std::uint32_t word_ = 0;
  std::shared_ptr<const void> stage_; ///< the pattern
};

} // namespace weft::runtime
