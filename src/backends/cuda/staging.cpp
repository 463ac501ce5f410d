// Pools pinned blocks in two sizes and copies through them.
#include "backends/cuda/staging.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include "backends/cuda/device.hpp"
#include "runtime/context.hpp"
#include "runtime/host_threads.hpp"
#include "runtime/memory.hpp"

namespace weft::cuda {

namespace {

struct Size {
  std::size_t bytes, most_kept;
};
constexpr std::array<Size, 2> sizes{{{std::size_t(64) << 10, 256}, {stage_bytes, 16}}};

constexpr std::size_t worth_sharing = std::size_t(1) << 20;
constexpr std::size_t most_threads = 8; // more gain nothing: the bus is as fast as a few threads' copies

struct Pool {
  std::mutex mutex;
  std::array<std::vector<std::byte *>, sizes.size()> free;
};

Pool &pool() {
  static Pool *const instance = new Pool; // blocks come back until the process ends
  return *instance;
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

void copy_on_host(std::byte *to, const std::byte *from, std::size_t bytes) {
  const std::size_t threads = std::clamp<std::size_t>(
      std::min<std::size_t>(bytes / (worth_sharing / 2), std::thread::hardware_concurrency() / 2), 1, most_threads);
  if (bytes < worth_sharing || threads == 1) {
    std::memcpy(to, from, bytes);
    return;
  }
  const std::size_t part = (bytes / threads + 4095) / 4096 * 4096;
  const auto copy_part = [=](std::size_t i) {
    const std::size_t start = std::min(i * part, bytes);
    std::memcpy(to + start, from + start, std::min(part, bytes - start));
  };
  std::latch done(static_cast<std::ptrdiff_t>(threads - 1));
  for (std::size_t i = 1; i < threads; ++i)
    runtime::post_to_host_thread([&, i] {
      copy_part(i);
      done.count_down();
    });
  copy_part(0);
  done.wait();
}

bool is_pageable(const CudaDevice &device, const void *pointer) {
  using runtime::AllocationKind;
  const runtime::PointerInfo known = runtime::find_allocation(pointer);
  if (known.context != nullptr && known.context->platform() == device.platform())
    return false;
  return device.find_foreign(pointer).kind == AllocationKind::unknown;
}

} // namespace weft::cuda
