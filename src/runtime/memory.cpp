// USM: finds whose an address is, and takes blocks from the pools and regions from devices.
#include "runtime/memory.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <mutex>
#include <sanitizer/asan_interface.h>
#include <utility>

#include "runtime/block_pool.hpp"
#include "runtime/context.hpp"
#include "runtime/platform.hpp"
#include "runtime/registered_memory.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"
#include "support/round.hpp"

namespace weft::runtime {

namespace {

constexpr std::size_t default_alignment = 64;
/// That of CUDA's allocations. Atomics of all groups on a word take half as long again if what else they read shares
/// its line of the cache.
constexpr std::size_t gpu_alignment = 256;
constexpr std::size_t largest_slab = std::size_t(2) << 20, smallest_slab = 64 << 10;
constexpr std::size_t blocks_per_slab = 64;
constexpr std::size_t gap = 512;
constexpr std::size_t largest_alignment = std::size_t(1) << 30;
constexpr std::size_t worth_waiting_for = std::size_t(1)
                                          << 20; ///< fresh pages cost more than the overlap that a wait gives up
constexpr std::size_t worth_looking_for = std::size_t(16) << 20;
constexpr std::chrono::milliseconds short_wait{10};
constexpr std::chrono::seconds long_wait{5};

/// Of one root device.
struct DeviceMemory {
  BlockPool device, host, shared;
  PoolStats stats;

  BlockPool &pool(AllocationKind kind) {
    return kind == AllocationKind::device ? device : kind == AllocationKind::host ? host : shared;
  }
  std::size_t free_bytes() const { return device.free_bytes() + host.free_bytes() + shared.free_bytes(); }
};

struct Memory {
  Mutex mutex;
  std::vector<std::unique_ptr<Region>> regions; ///< by address
  std::unordered_map<const Device *, DeviceMemory> devices;
};

Memory &memory() {
  static constinit Lazy<Memory> instance;
  return instance.get();
}

std::shared_ptr<Device> root_of(std::shared_ptr<Device> device) {
  while (auto parent = device->parent())
    device = std::move(parent);
  return device;
}

const char *name_of(AllocationKind kind) {
  return kind == AllocationKind::device ? "device" : kind == AllocationKind::host ? "host" : "shared";
}

/// The first region that starts after the address.
auto region_after(Memory &m, const void *address) {
  return std::ranges::upper_bound(m.regions, static_cast<const std::byte *>(address), {},
                                  [](const auto &region) { return static_cast<const std::byte *>(region->base); });
}

BlockRef find_block(Memory &m, const void *address) {
  const auto after = region_after(m, address);
  if (after == m.regions.begin())
    return {};
  Region &region = **(after - 1);
  const std::size_t index = std::size_t(static_cast<const std::byte *>(address) - region.base) / region.block_size;
  return index < region.blocks.size() ? BlockRef{&region, index} : BlockRef{};
}

void mark_live(BlockRef ref, std::size_t requested, const std::shared_ptr<Device> &device,
               const std::shared_ptr<Context> &context, DeviceMemory &owner) {
  ref.block() = {true, requested, device, context};
  owner.stats.in_use += ref.region->block_size;
  owner.stats.peak = std::max(owner.stats.peak, owner.stats.in_use);
  if (device->host_accessible(ref.region->kind))
    ASAN_UNPOISON_MEMORY_REGION(ref.address(), std::max<std::size_t>(requested, 1));
}

/// The lock of memory; what ends meanwhile dies once it is given up.
class Hold {
public:
  explicit Hold(Memory &m) : lock_(m.mutex) {}
  Ended ended;

private:
  const std::lock_guard<Mutex> lock_;
};

/// `in_use`: tasks still read or write the block, so that it must not be poisoned for a moment either.
void mark_free(BlockRef ref, DeviceMemory &owner, bool in_use, Ended &ended) {
  if (ref.region->owner->host_accessible(ref.region->kind)) {
    if (in_use)
      ASAN_UNPOISON_MEMORY_REGION(ref.address(), ref.region->block_size);
    else
      ASAN_POISON_MEMORY_REGION(ref.address(), ref.region->block_size);
  }
  ended.block = std::exchange(ref.block(), {});
  owner.stats.in_use -= ref.region->block_size;
}

constexpr std::size_t everything = ~std::size_t(0);

/// Gives `enough` bytes of unused regions of the pools back, if there are as many; called with the lock held.
void release_unused(Memory &m, DeviceMemory &owner, Ended &ended, std::size_t enough = everything) {
  for (BlockPool *const pool : {&owner.device, &owner.host, &owner.shared}) {
    pool->collect(ended);
    for (Region *const unused : pool->take_unused_regions(enough)) {
      enough -= std::min(enough, unused->bytes);
      const auto after = region_after(m, unused->base);
      const std::unique_ptr<Region> region = std::move(*(after - 1));
      m.regions.erase(after - 1);
      if (region->owner->host_accessible(region->kind))
        ASAN_UNPOISON_MEMORY_REGION(region->base, region->bytes);
      region->owner->deallocate(region->allocation.data(), region->allocation.size(), region->kind);
    }
  }
}

/// What may be kept: a quarter of the device, so that programs beside this one find memory, too.
std::size_t most_kept(const Device &device) {
  return std::max<std::size_t>(std::size_t(256) << 20, device.info().global_mem_size / 4);
}

std::unique_ptr<Region> make_region(const std::shared_ptr<Device> &root, AllocationKind kind, std::size_t block_size,
                                    std::size_t alignment) {
  auto region = std::make_unique<Region>();
  region->owner = root;
  region->kind = kind;
  region->block_size = block_size;
  const std::size_t slab = std::clamp(block_size * blocks_per_slab, smallest_slab, largest_slab);
  region->blocks.resize(std::max<std::size_t>(1, slab / block_size));
  region->bytes = region->blocks.size() * block_size;
  if (region->blocks.size() == 1 && !root->host_accessible(kind))
    region->bytes += gap; // see allocate_for()
  // Blocks are aligned as far as their size is, within limits: the alignment asked for divides it.
  const std::size_t natural = block_size & (~block_size + 1);
  const std::size_t aligned = std::max(alignment, std::min({natural, std::size_t(4096), root->max_alignment()}));
  const std::size_t given = std::min(aligned, root->max_alignment());
  const std::size_t bytes = region->bytes + aligned - given;
  region->allocation = {static_cast<std::byte *>(root->allocate(bytes, given, kind)), bytes};
  const auto address = reinterpret_cast<std::uintptr_t>(region->allocation.data());
  region->base = region->allocation.data() + (round_up(address, aligned) - address);
  return region;
}

void check_request(std::size_t bytes, std::size_t alignment, AllocationKind kind, const Device &device) {
  const Aspect needed = kind == AllocationKind::device ? Aspect::usm_device_allocations
                        : kind == AllocationKind::host ? Aspect::usm_host_allocations
                                                       : Aspect::usm_shared_allocations;
  if (kind == AllocationKind::unknown || !device.has(needed))
    throw Error(Errc::feature_not_supported, "allocate: {} has no {} allocations", device.info().name, name_of(kind));
  if (alignment != 0 && !std::has_single_bit(alignment))
    throw Error(Errc::invalid, "allocate: alignment {} is not a power of two", alignment);
  if (alignment > largest_alignment)
    throw Error(Errc::memory_allocation, "allocate: an alignment of {} bytes exceeds {}", alignment, largest_alignment);
  check_size(bytes, kind, device);
}

/// One request on its way through pools and device.
struct Request {
  std::size_t bytes, alignment, block_size;
  AllocationKind kind;
  const std::shared_ptr<Device> &device;
  const std::shared_ptr<Context> &context;
  Queue *queue; ///< null for allocations that do not follow a queue
  std::shared_ptr<Device> root;
};

/// `follows`: tasks of the request's own queue may still use the block, so that the queue's order has to keep them
/// apart.
void *take_pooled(const Request &request, bool &follows) {
  Memory &m = memory();
  Hold hold(m);
  DeviceMemory &owner = m.devices[request.root.get()];
  BlockPool &pool = owner.pool(request.kind);
  BlockRef block;
  if (request.queue != nullptr && !request.root->host_accessible(request.kind))
    block = pool.take_parked(request.block_size, request.alignment, request.queue->weak_from_this(), hold.ended);
  follows = block.region != nullptr;
  if (block.region == nullptr)
    block = pool.take(request.block_size, request.alignment);
  if (block.region == nullptr) {
    pool.collect(hold.ended);
    block = pool.take(request.block_size, request.alignment);
  }
  if (block.region == nullptr)
    return nullptr;
  mark_live(block, request.bytes, request.device, request.context, owner);
  return block.address();
}

/// Waits, not for long, until tasks let go of a block of this size.
bool wait_for_parked(const Request &request) {
  std::vector<Event> events;
  {
    Memory &m = memory();
    const std::lock_guard lock(m.mutex);
    events = m.devices[request.root.get()].pool(request.kind).holding_back(request.block_size);
  }
  const auto deadline = std::chrono::steady_clock::now() + short_wait;
  return !events.empty() && std::ranges::all_of(events, [&](const Event &event) {
    return event.wait_for(deadline - std::chrono::steady_clock::now());
  });
}

void *take_fresh(const Request &request) {
  Memory &m = memory();
  Hold hold(m);
  DeviceMemory &owner = m.devices[request.root.get()];
  const std::size_t total = request.root->info().global_mem_size;
  if (request.block_size >= worth_looking_for && (request.root->free_memory() < request.block_size ||
                                                  owner.stats.in_use + owner.free_bytes() + request.block_size > total))
    release_unused(m, owner, hold.ended);
  if (owner.stats.in_use + request.block_size > total)
    return nullptr;
  std::unique_ptr<Region> region = make_region(request.root, request.kind, request.block_size, request.alignment);
  Region &added = **m.regions.insert(region_after(m, region->base), std::move(region));
  if (request.root->host_accessible(request.kind))
    ASAN_POISON_MEMORY_REGION(added.base, added.bytes);
  added.taken = added.blocks.size();
  for (std::size_t i = added.blocks.size() - 1; i != 0; --i)
    owner.pool(request.kind).give({&added, i});
  mark_live({&added, 0}, request.bytes, request.device, request.context, owner);
  return added.base;
}

void *try_fresh(const Request &request) {
  try {
    return take_fresh(request);
  } catch (const Error &error) {
    if (error.code() != Errc::memory_allocation)
      throw;
    return nullptr;
  }
}

/// After a failure: whatever tasks still hold back and the pools keep goes back first.
void *take_after_release(const Request &request) {
  std::vector<Event> events;
  Memory &m = memory();
  {
    const std::lock_guard lock(m.mutex);
    DeviceMemory &owner = m.devices[request.root.get()];
    for (const BlockPool *const pool : {&owner.device, &owner.host, &owner.shared})
      std::ranges::copy(pool->holding_back(), std::back_inserter(events));
  }
  const auto deadline = std::chrono::steady_clock::now() + long_wait;
  for (const Event &event : events)
    event.wait_for(deadline - std::chrono::steady_clock::now());
  {
    Hold hold(m);
    release_unused(m, m.devices[request.root.get()], hold.ended);
  }
  return try_fresh(request);
}

void *take_in_order(const Request &request) {
  bool follows = false;
  void *const pooled = take_pooled(request, follows);
  if (follows && !request.queue->properties().in_order)
    request.queue->barrier_internal();
  return pooled;
}

void *take(const Request &request) {
  if (void *const pooled = take_in_order(request))
    return pooled;
  if (request.queue != nullptr && request.block_size >= worth_waiting_for && wait_for_parked(request))
    if (void *const pooled = take_in_order(request))
      return pooled;
  if (void *const fresh = try_fresh(request))
    return fresh;
  if (void *const fresh = take_after_release(request))
    return fresh;
  const PoolStats stats = pool_stats(*request.root);
  throw Error(Errc::memory_allocation,
              "allocate: {} bytes of {} memory asked for on {}, which has {}: {} in use, {} kept for reuse, {} free in "
              "the system; free arrays or allocations that are no longer needed",
              request.bytes, name_of(request.kind), request.root->info().name, request.root->info().global_mem_size,
              stats.in_use, stats.pooled, request.root->free_memory());
}

void *allocate_for(Queue *queue, std::size_t bytes, std::size_t alignment, AllocationKind kind,
                   const std::shared_ptr<Device> &device, const std::shared_ptr<Context> &context) {
  check_request(bytes, alignment, kind, *device);
  alignment = std::max(alignment, default_alignment);
  // What kernels alone reach has no allocation that begins where another ends: a pointer there means one of the two
  // (distinct_pointers()). Blocks that share a region have a byte to spare for that, others a gap behind them.
  const bool kernels_alone = !device->host_accessible(kind), apart = bytes <= largest_slab / 2 && kernels_alone;
  if (kernels_alone)
    alignment = std::max(alignment, gpu_alignment);
  const std::size_t block_size = block_size_for(bytes + (apart ? 1 : 0), alignment);
  return take({bytes, alignment, block_size, kind, device, context, queue, root_of(device)});
}

BlockRef live_block(Memory &m, const void *base) {
  const BlockRef block = find_block(m, base);
  if (block.region == nullptr || block.address() != base || !block.block().live)
    throw Error(Errc::invalid, "free: {} is not the start of a live allocation; it may have been freed before", base);
  return block;
}

void give_back(Memory &m, BlockRef block, Ended &ended) {
  DeviceMemory &owner = m.devices[block.region->owner.get()];
  mark_free(block, owner, false, ended);
  owner.pool(block.region->kind).give(block);
  const std::size_t most = most_kept(*block.region->owner);
  if (owner.free_bytes() > most)
    release_unused(m, owner, ended, owner.free_bytes() - most);
}

/// The last owner let go: the block waits for these tasks, and the queue's later ones may follow them.
void release_to(const std::shared_ptr<Queue> &queue, std::vector<Event> events, void *base) {
  Memory &m = memory();
  Hold hold(m);
  const BlockRef block = live_block(m, base);
  if (events.empty())
    return give_back(m, block, hold.ended);
  DeviceMemory &owner = m.devices[block.region->owner.get()];
  mark_free(block, owner, true, hold.ended);
  owner.pool(block.region->kind).park(block, queue, std::move(events));
}

} // namespace

void check_size(std::size_t bytes, AllocationKind kind, const Device &device) {
  if (bytes > device.info().max_mem_alloc_size)
    throw Error(Errc::memory_allocation, "allocate: {} bytes of {} memory asked for; {} gives at most {} at once",
                bytes, name_of(kind), device.info().name, device.info().max_mem_alloc_size);
}

void *allocate(std::size_t bytes, std::size_t alignment, AllocationKind kind, const std::shared_ptr<Device> &device,
               const std::shared_ptr<Context> &context) {
  return allocate_for(nullptr, bytes, alignment, kind, device, context);
}

void deallocate(void *base) {
  if (base == nullptr)
    return;
  Memory &m = memory();
  Hold hold(m);
  give_back(m, live_block(m, base), hold.ended);
}

void deallocate_after_tasks(void *base) {
  const std::shared_ptr<Context> context = find_allocation(base).context;
  if (context == nullptr)
    return deallocate(base);
  release_to({}, context->outstanding(), base);
}

namespace {
/// The block of the live allocation that the address lies in, or none.
BlockRef find_live(Memory &m, const void *address) {
  const BlockRef ref = find_block(m, address);
  if (ref.region == nullptr || !ref.block().live)
    return {};
  const std::size_t offset = std::size_t(static_cast<const std::byte *>(address) - ref.address());
  return offset < std::max<std::size_t>(ref.block().requested, 1) ? ref : BlockRef{};
}
} // namespace

PointerInfo find_allocation(const void *address) {
  Memory &m = memory();
  const std::lock_guard lock(m.mutex);
  const BlockRef ref = find_live(m, address);
  if (ref.region == nullptr)
    return {};
  const Region::Block &block = ref.block();
  return {ref.region->kind, ref.address(), block.requested,
          ref.region->kind == AllocationKind::host ? nullptr : block.device, block.context};
}

void find_extents(std::span<const std::byte *const> addresses, Extent *found) {
  Memory &m = memory();
  const std::lock_guard lock(m.mutex);
  for (const std::byte *address : addresses) {
    const BlockRef ref = find_live(m, address);
    *found++ = ref.region == nullptr ? Extent() : Extent{ref.address(), ref.block().requested};
  }
}

namespace {
/// Whether an address lies in memory of the pools, allocated or not.
bool is_of_pools(const void *address) {
  Memory &m = memory();
  const std::lock_guard lock(m.mutex);
  return find_block(m, address).region != nullptr;
}
} // namespace

PointerInfo find_any_allocation(const void *address) {
  PointerInfo found = find_allocation(address);
  if (found.kind == AllocationKind::unknown && is_of_pools(address))
    return found; // freed; drivers know nothing of that
  if (found.kind == AllocationKind::unknown)
    found = find_registered(address);
  for (const auto &platform : platforms())
    if (found.kind == AllocationKind::unknown)
      found = platform->devices().front()->find_foreign(address);
  return found;
}

std::shared_ptr<void> allocate_shared(std::size_t bytes, AllocationKind kind, const std::shared_ptr<Queue> &queue,
                                      std::size_t alignment) {
  void *const base = allocate_for(queue.get(), bytes, alignment, kind, queue->device(), queue->context());
  // What queues alone reach need not be free to be used again, and to ask a device whether it is idle costs.
  const bool reached_by_host = queue->device()->host_accessible(kind);
  // Captured by its name alone, the queue would be const like the reference, and every move of the lambda a copy.
  return {base, [queue = queue, reached_by_host](void *block) {
            const bool idle = reached_by_host && queue->idle();
            release_to(queue, idle ? std::vector<Event>() : queue->outstanding(), block);
          }};
}

PoolStats pool_stats(const Device &device) {
  const Device *root = &device;
  while (const auto parent = root->parent())
    root = parent.get();
  Memory &m = memory();
  const std::lock_guard lock(m.mutex);
  DeviceMemory &owner = m.devices[root];
  PoolStats stats = owner.stats;
  stats.pooled = owner.free_bytes();
  return stats;
}

void release_pool() {
  Memory &m = memory();
  Hold hold(m);
  for (auto &[device, owner] : m.devices)
    release_unused(m, owner, hold.ended);
}

} // namespace weft::runtime
