// Pinned host memory between a device and memory that its driver does not know: pageable memory would make the driver
// wait inside of calls, and copy at a fraction of the bus.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <latch>
#include <memory>
#include <vector>

#include "runtime/event.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

class Device;

/// Bytes of one block of pinned memory; longer copies go through several.
inline constexpr std::size_t stage_bytes = std::size_t(4) << 20;

/// Blocks of pinned memory, kept for the life of the process. Thread-safe.
class StagePool {
public:
  /// A block of at least so many bytes, at most stage_bytes; comes back with its last holder. Where none is free, the
  /// device allocates one.
  std::shared_ptr<std::byte> take(Device &, std::size_t bytes);

private:
  void give_back(Device &, std::size_t size, std::byte *block);

  Mutex mutex_;
  std::array<std::vector<std::byte *>, 2> free_; ///< per size
};

/// Copies that may still hold blocks. Beyond as many blocks as the pool keeps, pinning more would cost ten times the
/// copies: the host waits for the oldest instead, though not long, since they may wait for the host. Thread-safe.
class StagedCopies {
public:
  /// `copy` is done with a block of at least so many bytes when it completes.
  void add(const Event &copy, std::size_t bytes);

private:
  Mutex mutex_;
  std::array<std::deque<Event>, 2> copies_; ///< per size, oldest first
};

/// A memcpy that another thread makes, where there is one to spare; its end waits for it.
class HostCopy {
public:
  /// `keep_alive` is held until it is done.
  HostCopy(std::byte *to, const std::byte *from, std::size_t bytes, std::shared_ptr<const void> keep_alive = {});
  ~HostCopy() { wait(); }
  HostCopy(HostCopy &&) noexcept = default;
  HostCopy &operator=(HostCopy &&) = delete;

  void wait();

private:
  std::shared_ptr<std::latch> done_; ///< null: it was made at once
};

/// Not from the device's driver: an ordinary pointer of the host, or the USM of another platform.
bool is_pageable(const Device &, const void *);

} // namespace weft::runtime
