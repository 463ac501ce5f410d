// Who owns an address.
#include "runtime/memory.hpp"

#include <map>
#include <mutex>

#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {

namespace {
struct Registry {
  std::mutex mutex;
  std::map<std::uintptr_t, PointerInfo> live;
};
Registry &registry() {
  static Registry *const instance = new Registry;
  return *instance;
}
} // namespace

void *allocate(std::size_t bytes, std::size_t alignment, AllocationKind kind, const std::shared_ptr<Device> &device,
               const std::shared_ptr<Context> &context) {
  void *const base = device->allocate(std::max<std::size_t>(bytes, 1), std::max<std::size_t>(alignment, 64), kind);
  const std::lock_guard lock(registry().mutex);
  registry().live[std::uintptr_t(base)] = {kind, base, bytes, device, context};
  return base;
}

void deallocate(void *base) {
  if (base == nullptr)
    return;
  PointerInfo found;
  {
    const std::lock_guard lock(registry().mutex);
    const auto position = registry().live.find(std::uintptr_t(base));
    if (position == registry().live.end())
      throw Error(Errc::invalid, "free: {} is not the start of a live allocation", base);
    found = position->second;
    registry().live.erase(position);
  }
  found.device->deallocate(base, found.size, found.kind);
}

PointerInfo find_allocation(const void *address) {
  const std::lock_guard lock(registry().mutex);
  auto position = registry().live.upper_bound(std::uintptr_t(address));
  if (position == registry().live.begin())
    return {};
  --position;
  const PointerInfo &found = position->second;
  return std::uintptr_t(address) < position->first + std::max<std::size_t>(found.size, 1) ? found : PointerInfo{};
}

std::shared_ptr<void> allocate_shared(std::size_t bytes, AllocationKind kind, const std::shared_ptr<Queue> &queue) {
  return {allocate(bytes, 0, kind, queue->device(), queue->context()), [queue](void *base) {
            for (const Event &event : queue->outstanding())
              event.wait();
            deallocate(base);
          }};
}

PoolStats pool_stats(const Device &) {
  return {};
}
void release_pool() {}

} // namespace weft::runtime
