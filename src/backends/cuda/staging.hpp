// Pinned host memory between the GPU and memory that the driver does not know: pageable memory would make the driver
// wait inside of calls, and copy at a fraction of the bus.
#pragma once

#include <cstddef>
#include <latch>
#include <memory>

namespace weft::cuda {

class CudaDevice;

/// Bytes of one block of pinned memory; longer copies go through several.
inline constexpr std::size_t stage_bytes = std::size_t(4) << 20;

/// A block of pinned memory of at least so many bytes, at most stage_bytes; back to the pool with the last holder.
std::shared_ptr<std::byte> take_stage(CudaDevice &, std::size_t bytes);

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

/// Not from the driver: an ordinary pointer of the host, or the CPU device's USM.
bool is_pageable(const CudaDevice &, const void *);

} // namespace weft::cuda
