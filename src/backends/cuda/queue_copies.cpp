// Copies between the GPU and pageable memory of the host, in pieces through pinned memory.
#include <algorithm>
#include <cstring>
#include <deque>

#include "backends/cuda/device.hpp"
#include "backends/cuda/queue.hpp"
#include "backends/cuda/staging.hpp"

namespace weft::cuda {

using runtime::Event;
using runtime::Events;

namespace {

constexpr std::size_t copied_later = std::size_t(256) << 10; // more than that is copied by the thread that asks
constexpr std::size_t pieces_under_way = 4;

/// One piece on its way out of the GPU.
struct Piece {
  std::shared_ptr<std::byte> stage;
  Event arrived;
  std::byte *to;
  std::size_t bytes;
};

} // namespace

Event CudaQueue::copy_in(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  auto *target = static_cast<std::byte *>(to);
  const auto *source = static_cast<const std::byte *>(from);
  std::deque<Event> under_way;
  Event last;
  for (std::size_t done = 0; done < bytes; done += std::min(stage_bytes, bytes - done)) {
    const std::size_t piece = std::min(stage_bytes, bytes - done);
    if (under_way.size() == pieces_under_way) {
      under_way.front().wait();
      under_way.pop_front();
    }
    const std::shared_ptr<std::byte> stage = take_stage(*device_, piece);
    copy_on_host(stage.get(), source + done, piece);
    last = copy_directly(target + done, stage.get(), piece, stage, done == 0 ? events : Events(&last, 1), after_all);
    under_way.push_back(last);
  }
  return last;
}

Event CudaQueue::copy_out(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  if (bytes > copied_later) {
    read_out(static_cast<std::byte *>(to), static_cast<const std::byte *>(from), bytes, events, after_all);
    return {};
  }
  const std::shared_ptr<std::byte> stage = take_stage(*device_, bytes);
  const Event arrived = copy_directly(stage.get(), from, bytes, stage, events, after_all);
  return do_host_task([stage, to, bytes] { std::memcpy(to, stage.get(), bytes); }, Events(&arrived, 1));
}

void CudaQueue::read_out(std::byte *to, const std::byte *from, std::size_t bytes, Events events, bool after_all) {
  std::deque<Piece> under_way;
  std::size_t started = 0;
  while (started < bytes || !under_way.empty()) {
    while (started < bytes && under_way.size() < pieces_under_way) {
      const std::size_t piece = std::min(stage_bytes, bytes - started);
      const std::shared_ptr<std::byte> stage = take_stage(*device_, piece);
      const Events before = under_way.empty() ? events : Events(&under_way.back().arrived, 1);
      under_way.push_back(
          {stage, copy_directly(stage.get(), from + started, piece, stage, before, after_all), to + started, piece});
      started += piece;
    }
    const Piece &first = under_way.front();
    first.arrived.wait();
    copy_on_host(first.to, first.stage.get(), first.bytes);
    under_way.pop_front();
  }
}

Event CudaQueue::copy_between_host(void *to, const void *from, std::size_t bytes, Events events) {
  return do_host_task([=] { std::memmove(to, from, bytes); }, events);
}

void CudaQueue::do_transfer(void *to, const void *from, std::size_t bytes) {
  if (bytes == 0)
    return;
  if (is_pageable(*device_, from))
    do_copy(to, from, bytes, {}, true); // what it reads has been read
  else if (is_pageable(*device_, to))
    read_out(static_cast<std::byte *>(to), static_cast<const std::byte *>(from), bytes, {}, true);
  else
    do_copy(to, from, bytes, {}, true).wait();
}

} // namespace weft::cuda
