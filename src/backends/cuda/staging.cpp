// Pools pinned blocks in two sizes and copies through them.
#include "backends/cuda/staging.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "backends/cuda/device.hpp"
#include "runtime/context.hpp"
#include "runtime/host_threads.hpp"
#include "runtime/memory.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

namespace {

struct Size {
  std::size_t bytes, most_kept;
};
constexpr std::array<Size, 2> sizes{{{std::size_t(64) << 10, 256}, {stage_bytes, 16}}};

constexpr std::size_t worth_sharing = std::size_t(128) << 10;

struct Pool {
  Mutex mutex;
  std::array<std::vector<std::byte *>, sizes.size()> free;
};

Pool &pool() {
  static constinit Lazy<Pool> instance;
  return instance.get();
}

void give_back(CudaDevice &device, std::size_t size, std::byte *block) {
  {
    const std::lock_guard lock(pool().mutex);
    if (pool().free[size].size() < sizes[size].most_kept) {
      pool().free[size].push_back(block);
      return;
    }
  }
  device.deallocate(block, sizes[size].bytes, runtime::AllocationKind::host);
}

} // namespace

std::shared_ptr<std::byte> take_stage(CudaDevice &device, std::size_t bytes) {
  const std::size_t size = bytes <= sizes[0].bytes ? 0 : 1;
  std::byte *block = nullptr;
  {
    const std::lock_guard lock(pool().mutex);
    std::vector<std::byte *> &free = pool().free[size];
    if (!free.empty()) {
      block = free.back();
      free.pop_back();
    }
  }
  if (block == nullptr) // portable: every GPU may use it later
    block = static_cast<std::byte *>(device.allocate(sizes[size].bytes, 0, runtime::AllocationKind::host));
  const auto owner = std::static_pointer_cast<CudaDevice>(device.shared_from_this());
  return {block, [owner, size](std::byte *done) { give_back(*owner, size, done); }};
}

HostCopy::HostCopy(std::byte *to, const std::byte *from, std::size_t bytes, std::shared_ptr<const void> keep_alive) {
  static constinit Lazy<bool> alone;
  if (bytes < worth_sharing || alone.get([] { return std::thread::hardware_concurrency() < 4; })) {
    std::memcpy(to, from, bytes);
    return;
  }
  done_ = std::make_shared<std::latch>(1);
  runtime::post_to_host_thread([=, kept = std::move(keep_alive), done = done_] {
    std::memcpy(to, from, bytes);
    done->count_down();
  });
}

void HostCopy::wait() {
  if (done_ != nullptr)
    done_->wait();
}

bool is_pageable(const CudaDevice &device, const void *pointer) {
  using runtime::AllocationKind;
  const runtime::PointerInfo known = runtime::find_allocation(pointer);
  if (known.context != nullptr && known.context->platform() == device.platform())
    return false;
  return device.find_foreign(pointer).kind == AllocationKind::unknown;
}

} // namespace weft::cuda
