// USM: allocations, who owns an address, and the pool of freed blocks.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "runtime/device.hpp"

namespace weft::runtime {

/// An allocation found by address.
struct PointerInfo {
  AllocationKind kind = AllocationKind::unknown;
  void *base = nullptr;
  std::size_t size = 0;
  std::shared_ptr<Device> device;   ///< Null for host allocations.
  std::shared_ptr<Context> context; ///< Null if unknown.
};

/// What is in use and kept, in bytes.
struct PoolStats {
  std::size_t in_use = 0, pooled = 0, peak = 0;
};

/// USM of SYCL 2020, 4.8.3. A zero size gives a unique non-null pointer, as dpctl and DPC++ do. Alignment 0: 64 bytes.
/// Throws Error(memory_allocation) naming size, kind, what is pooled and what the device has;
/// Error(feature_not_supported) if the device lacks the kind.
void *allocate(std::size_t bytes, std::size_t alignment, AllocationKind, const std::shared_ptr<Device> &,
               const std::shared_ptr<Context> &);

/// Throws Error(memory_allocation) for more bytes than the device gives at once.
void check_size(std::size_t bytes, AllocationKind, const Device &);

/// Gives the block back to the pool at once: the caller knows that no task uses it. Null is ignored; throws
/// Error(invalid) for a pointer that is no live allocation's base.
void deallocate(void *base);

/// The same where tasks may use the block still: it is used again when all that was submitted to queues of its context
/// has completed. Waits for nothing.
void deallocate_after_tasks(void *base);

/// Looks up any address inside a live allocation.
PointerInfo find_allocation(const void *address);

/// The bytes of a live allocation; null and 0 where an address lies in none.
struct Extent {
  const std::byte *base = nullptr;
  std::size_t size = 0;

  const std::byte *end() const noexcept { return base + size; }
};

/// Those of all the addresses, at little cost. As many are written as there are addresses.
void find_extents(std::span<const std::byte *const> addresses, Extent *found);

/// find_allocation(), registered memory of the host, and what other libraries got from a device's driver.
PointerInfo find_any_allocation(const void *address);

/// An allocation that lives as long as somebody holds it. Its block is reused only when the tasks that were submitted
/// to the queue before the last owner let go have finished; where host code cannot reach the memory, an in-order queue
/// hands it on at once to its own later tasks. This is what array temporaries use.
std::shared_ptr<void> allocate_shared(std::size_t bytes, AllocationKind, const std::shared_ptr<Queue> &,
                                      std::size_t alignment = 0);

PoolStats pool_stats(const Device &); ///< Of the root device, all kinds together.
void release_pool();                  ///< Gives every free block back to the operating system or driver.

} // namespace weft::runtime
