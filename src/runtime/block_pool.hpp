// Blocks of device memory by size, used and free: what USM allocations are cut from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/memory.hpp"
#include "runtime/queue.hpp"

namespace weft::runtime {

/// Raw memory from a device, divided into blocks of one size.
struct Region {
  struct Block {
    bool live = false;
    std::size_t requested = 0;
    std::shared_ptr<Device> device;
    std::shared_ptr<Context> context;
  };

  std::shared_ptr<Device> owner; ///< the root device that the memory is from
  AllocationKind kind = AllocationKind::unknown;
  std::span<std::byte> allocation; ///< what the device gave, which may align to less than was asked for
  std::byte *base = nullptr;
  std::size_t bytes = 0, block_size = 0;
  std::vector<Block> blocks;
  std::size_t taken = 0; ///< blocks that are live or parked

  std::byte *address(std::size_t index) const noexcept { return base + index * block_size; }
};

struct BlockRef {
  Region *region = nullptr;
  std::size_t index = 0;

  std::byte *address() const noexcept { return region->address(index); }
  bool is_aligned(std::size_t alignment) const noexcept {
    return reinterpret_cast<std::uintptr_t>(address()) % alignment == 0;
  }
  Region::Block &block() const noexcept { return region->blocks[index]; }
};

/// The size of the block that serves a request: at most a quarter larger up to a megabyte, an eighth beyond, and a
/// multiple of the alignment.
std::size_t block_size_for(std::size_t bytes, std::size_t alignment);

/// What nobody needs any more, but the caller, until it has let go of the lock of memory: the last owner of an event
/// ends a stream, and that of a context a backend's, which give memory back.
struct Ended {
  std::vector<Event> events;
  Region::Block block;
};

/// Free and parked blocks of one root device and kind. The caller holds the lock of memory.
class BlockPool {
public:
  /// A free block of this size that is aligned so, or none: others asked for less of blocks of the same size.
  BlockRef take(std::size_t block_size, std::size_t alignment);

  /// A block whose last owner was this queue and whose memory only queues reach: its tasks may not be done.
  BlockRef take_parked(std::size_t block_size, std::size_t alignment, const std::weak_ptr<const Queue> &, Ended &);

  void give(BlockRef);
  void park(BlockRef, std::weak_ptr<const Queue>, std::vector<Event>);

  /// Frees parked blocks whose tasks are done.
  void collect(Ended &);

  /// Tasks that hold back a block of this size; empty if none is parked.
  std::vector<Event> holding_back(std::size_t block_size) const;
  std::vector<Event> holding_back() const; ///< Any size.

  /// Takes regions without a live or parked block out of the pool, until they have `enough` bytes.
  std::vector<Region *> take_unused_regions(std::size_t enough);

  std::size_t free_bytes() const noexcept { return free_bytes_; }

private:
  struct Parked {
    BlockRef block;
    std::weak_ptr<const Queue> queue; ///< Another may come to live at the address of one that died.
    std::vector<Event> events;
  };

  std::unordered_map<std::size_t, std::vector<BlockRef>> free_; ///< by block size; most recently used last
  std::unordered_map<std::size_t, std::vector<Parked>> parked_; ///< the same
  std::size_t free_bytes_ = 0;
};

} // namespace weft::runtime
