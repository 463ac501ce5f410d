// The driver fills with 1, 2 and 4 bytes; longer patterns are written once and doubled.
#include "runtime/streams/fill.hpp"

#include <algorithm>
#include <cstring>

namespace weft::runtime {

namespace {

bool repeats(std::span<const std::byte> pattern, std::size_t period) {
  return pattern.size() % period == 0 && std::equal(pattern.begin() + period, pattern.end(), pattern.begin());
}

} // namespace

Fill::Fill(StreamDriver &driver, void *to, std::span<const std::byte> pattern, std::size_t count)
    : driver_(driver), to_(static_cast<std::byte *>(to)), period_(pattern.size()), bytes_(pattern.size() * count) {
  if (bytes_ == 0)
    return;
  for (const unsigned width : {4u, 2u, 1u})
    if (repeats(pattern, width) && reinterpret_cast<std::uintptr_t>(to) % width == 0)
      width_ = width;
  if (width_ != 0) {
    std::memcpy(&word_, pattern.data(), width_);
  } else if (period_ <= stage_bytes) {
    const std::shared_ptr<std::byte> stage = driver.stages().take(driver.device(), period_);
    std::memcpy(stage.get(), pattern.data(), period_);
    stage_ = stage;
  }
}

void Fill::enqueue(StreamHandle stream) const {
  if (bytes_ == 0)
    return;
  if (width_ != 0)
    return driver_.fill(stream, to_, word_, width_, bytes_ / width_);
  if (stage_ != nullptr)
    driver_.copy(stream, to_, stage_.get(), period_);
  for (std::size_t done = period_; done < bytes_;) {
    const std::size_t more = std::min(done, bytes_ - done);
    driver_.copy(stream, to_ + done, to_, more);
    done += more;
  }
}

} // namespace weft::runtime
