// Pools pinned blocks in two sizes and copies through them.
#include "runtime/streams/staging.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "runtime/context.hpp"
#include "runtime/device.hpp"
#include "runtime/host_threads.hpp"
#include "runtime/memory.hpp"

namespace weft::runtime {

namespace {

struct Size {
  std::size_t bytes, most_kept;
};
constexpr std::array<Size, 2> sizes{{{std::size_t(64) << 10, 256}, {stage_bytes, 16}}};

constexpr std::size_t streams = 4; // of a queue
constexpr std::chrono::milliseconds longest_wait{10};

std::size_t size_of(std::size_t bytes) {
  return bytes <= sizes[0].bytes ? 0 : 1;
}

constexpr std::size_t worth_sharing = std::size_t(128) << 10;

} // namespace

std::shared_ptr<std::byte> StagePool::take(Device &device, std::size_t bytes) {
  const std::size_t size = size_of(bytes);
  std::byte *block = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!free_[size].empty()) {
      block = free_[size].back();
      free_[size].pop_back();
    }
  }
  if (block == nullptr)
    block =
        static_cast<std::byte *>(device.allocate(sizes[size].bytes, alignof(std::max_align_t), AllocationKind::host));
  return {block, [this, owner = device.shared_from_this(), size](std::byte *done) { give_back(*owner, size, done); }};
}

void StagePool::give_back(Device &device, std::size_t size, std::byte *block) {
  {
    const std::lock_guard lock(mutex_);
    if (free_[size].size() < sizes[size].most_kept) {
      free_[size].push_back(block);
      return;
    }
  }
  device.deallocate(block, sizes[size].bytes, AllocationKind::host);
}

void StagedCopies::add(const Event &copy, std::size_t bytes) {
  const std::size_t size = size_of(bytes), together = sizes[size].most_kept / 5;
  std::vector<Event> newest, oldest;
  {
    const std::lock_guard lock(mutex_);
    std::deque<Event> &copies = copies_[size];
    copies.push_back(copy);
    if (copies.size() % together != 0)
      return;
    newest.assign(copies.end() - std::ptrdiff_t(std::min(streams, together)), copies.end());
    if (copies.size() == 4 * together) {
      oldest.assign(copies.begin(), copies.begin() + std::ptrdiff_t(together));
      copies.erase(copies.begin(), copies.begin() + std::ptrdiff_t(together));
    }
  }
  for (const Event &event : newest)
    event.done(); // asked now, its place in its stream is known: waiting for it later waits for no more
  const auto deadline = std::chrono::steady_clock::now() + longest_wait;
  for (const Event &event : oldest)
    event.wait_for(std::max(deadline - std::chrono::steady_clock::now(), std::chrono::steady_clock::duration::zero()));
}

HostCopy::HostCopy(std::byte *to, const std::byte *from, std::size_t bytes, std::shared_ptr<const void> keep_alive) {
  static constinit Lazy<bool> alone;
  if (bytes < worth_sharing || alone.get([] { return std::thread::hardware_concurrency() < 4; })) {
    std::memcpy(to, from, bytes);
    return;
  }
  done_ = std::make_shared<std::latch>(1);
  post_to_host_thread([=, kept = std::move(keep_alive), done = done_] {
    std::memcpy(to, from, bytes);
    done->count_down();
  });
}

void HostCopy::wait() {
  if (done_ != nullptr)
    done_->wait();
}

bool is_pageable(const Device &device, const void *pointer) {
  const PointerInfo known = find_allocation(pointer);
  if (known.context != nullptr && known.context->platform() == device.platform())
    return false;
  return device.find_foreign(pointer).kind == AllocationKind::unknown;
}

} // namespace weft::runtime
