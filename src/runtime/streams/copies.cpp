// Copies between a device and pageable memory of the host, in pieces through pinned memory.
#include <algorithm>
#include <cstring>
#include <deque>

#include "runtime/streams/queue.hpp"
#include "runtime/streams/staging.hpp"

namespace weft::runtime {

namespace {

constexpr std::size_t copied_later = std::size_t(256) << 10; // more than that is copied before the call returns
constexpr std::size_t pieces_under_way = 4;

/// Pieces that several threads copy while others are on the bus.
std::size_t piece_of(std::size_t bytes) {
  constexpr std::size_t smallest = std::size_t(256) << 10;
  return std::clamp((bytes / (2 * pieces_under_way) + 4095) / 4096 * 4096, smallest, stage_bytes);
}

/// One piece on its way out of the device.
struct Arriving {
  std::shared_ptr<std::byte> stage;
  Event arrived;
  std::byte *to;
  std::size_t bytes;
};

/// One piece on its way into pinned memory.
struct Filling {
  std::shared_ptr<std::byte> stage;
  HostCopy copy;
  std::size_t offset, bytes;
};

} // namespace

Event StreamQueue::copy_in(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  if (bytes <= driver_->reads_at_once())
    return copy_small(to, from, bytes, events, after_all);
  auto *target = static_cast<std::byte *>(to);
  const auto *source = static_cast<const std::byte *>(from);
  const std::size_t most = piece_of(bytes);
  std::deque<Filling> filling;
  std::deque<Event> under_way;
  Event last;
  for (std::size_t started = 0; started < bytes || !filling.empty();) {
    if (started < bytes && filling.size() < pieces_under_way) {
      const std::size_t piece = std::min(most, bytes - started);
      const std::shared_ptr<std::byte> stage = driver_->stages().take(*device(), piece);
      filling.push_back({stage, HostCopy(stage.get(), source + started, piece), started, piece});
      started += piece;
      continue;
    }
    Filling &full = filling.front();
    full.copy.wait();
    const Events before = full.offset == 0 ? events : Events(&last, 1);
    last = copy_directly(target + full.offset, full.stage.get(), full.bytes, full.stage, before, after_all);
    staged_.add(last, full.bytes);
    filling.pop_front();
    under_way.push_back(last);
    if (under_way.size() > pieces_under_way) {
      under_way.front().wait();
      under_way.pop_front();
    }
  }
  return last;
}

Event StreamQueue::copy_in_later(void *to, const void *from, std::size_t bytes, Events events) {
  if (bytes > copied_later) {
    for (const Event &event : events)
      event.wait();
    if (properties().in_order)
      for (const Event &event : outstanding())
        event.wait();
    return copy_in(to, from, bytes, events, false);
  }
  const std::shared_ptr<std::byte> stage = driver_->stages().take(*device(), bytes);
  const Event read = do_host_task([stage, from, bytes] { std::memcpy(stage.get(), from, bytes); }, events);
  const Event copied = copy_directly(to, stage.get(), bytes, stage, Events(&read, 1), false);
  staged_.add(copied, bytes);
  return copied;
}

Event StreamQueue::copy_out(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  if (bytes > copied_later) {
    read_out(static_cast<std::byte *>(to), static_cast<const std::byte *>(from), bytes, events, after_all);
    return {};
  }
  const std::shared_ptr<std::byte> stage = driver_->stages().take(*device(), bytes);
  const Event copied =
      copy_directly(stage.get(), from, bytes, stage, events, after_all, std::make_shared<Delivery>(stage, to, bytes));
  staged_.add(copied, bytes);
  return copied;
}

void StreamQueue::read_out(std::byte *to, const std::byte *from, std::size_t bytes, Events events, bool after_all) {
  const std::size_t most = piece_of(bytes);
  std::deque<Arriving> arriving;
  std::deque<HostCopy> emptying;
  for (std::size_t started = 0; started < bytes || !arriving.empty();) {
    if (started < bytes && arriving.size() < pieces_under_way) {
      const std::size_t piece = std::min(most, bytes - started);
      const std::shared_ptr<std::byte> stage = driver_->stages().take(*device(), piece);
      const Events before = arriving.empty() ? events : Events(&arriving.back().arrived, 1);
      arriving.push_back(
          {stage, copy_directly(stage.get(), from + started, piece, stage, before, after_all), to + started, piece});
      started += piece;
      continue;
    }
    if (emptying.size() == 2 * pieces_under_way)
      emptying.pop_front(); // waits
    const Arriving &first = arriving.front();
    first.arrived.wait();
    emptying.emplace_back(first.to, first.stage.get(), first.bytes, first.stage);
    arriving.pop_front();
  }
}

Event StreamQueue::copy_between_host(void *to, const void *from, std::size_t bytes, Events events) {
  return do_host_task([=] { std::memmove(to, from, bytes); }, events);
}

void StreamQueue::do_transfer(void *to, const void *from, std::size_t bytes) {
  if (bytes == 0)
    return;
  if (is_pageable(*device(), from))
    copy_in(to, from, bytes, {}, true);
  else if (is_pageable(*device(), to))
    read_out(static_cast<std::byte *>(to), static_cast<const std::byte *>(from), bytes, {}, true);
  else
    do_copy(to, from, bytes, {}, true).wait();
}

} // namespace weft::runtime
