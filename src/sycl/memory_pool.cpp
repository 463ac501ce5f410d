// Pools count what they gave out; memory itself is the runtime's, which has pools for all (DESIGN.md, 12).
#include <sycl/ext/oneapi/experimental/async_alloc/async_alloc.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include <sycl/usm.hpp>

#include "support/lock.hpp"
#include "sycl/bridge.hpp"
#include "sycl/graph.hpp"

namespace weft::sycl_api {

class MemoryPool {
public:
  ::sycl::context context;
  ::sycl::device device;
  ::sycl::usm::alloc kind;
  ::sycl::detail::pool_limits limits;
  std::size_t used = 0, most_used = 0;
};

namespace {

using Pool = std::shared_ptr<MemoryPool>;

struct Pools {
  Mutex mutex; ///< also for what the pools count
  struct Allocation {
    Pool pool;
    std::size_t bytes;
  };
  std::map<const void *, Allocation> allocations;
  std::vector<std::weak_ptr<MemoryPool>> defaults; ///< for as long as they are known or hold something
};

Pools &pools() {
  static constinit Lazy<Pools> instance;
  return instance.get();
}

[[noreturn]] void throw_no_memory(std::size_t bytes, const char *why) {
  throw Error(Errc::memory_allocation, "async_malloc: {} bytes: {}", bytes, why);
}

void *allocate(const Pool &pool, std::size_t bytes) {
  Pools &all = pools();
  {
    const std::lock_guard lock(all.mutex);
    if (bytes > pool->limits.maximum - std::min(pool->used, pool->limits.maximum))
      throw_no_memory(bytes, "more than the pool's maximum_size");
    pool->used += bytes; // other threads see it taken meanwhile
  }
  void *const memory = ::sycl::malloc(bytes, pool->device, pool->context, pool->kind);
  const std::lock_guard lock(all.mutex);
  if (memory == nullptr) {
    pool->used -= bytes;
    throw_no_memory(bytes, "the device has no more memory");
  }
  all.allocations[memory] = {pool, bytes};
  pool->most_used = std::max(pool->most_used, pool->used);
  return memory;
}

Pool default_pool(const ::sycl::context &c, const ::sycl::device &d, ::sycl::usm::alloc kind) {
  Pools &all = pools();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.defaults, [](const auto &pool) { return pool.expired(); });
  for (const auto &known : all.defaults)
    if (Pool pool = known.lock(); pool && pool->context == c && pool->device == d && pool->kind == kind)
      return pool;
  auto pool = std::make_shared<MemoryPool>(MemoryPool{c, d, kind, {}});
  all.defaults.push_back(pool);
  return pool;
}

/// Its pool may be gone then.
void release(void *pointer, const ::sycl::context &c) {
  Pool pool;
  {
    Pools &all = pools();
    const std::lock_guard lock(all.mutex);
    if (const auto found = all.allocations.find(pointer); found != all.allocations.end()) {
      pool = found->second.pool;
      pool->used -= found->second.bytes;
      all.allocations.erase(found);
    }
  }
  ::sycl::free(pointer, c);
}

bool is_recorded(const ::sycl::queue &q) {
  return recorder_of(queue_of(q), {}) != nullptr;
}

template <class T> T counted(const T &number) {
  const std::lock_guard lock(pools().mutex);
  return number;
}

} // namespace
} // namespace weft::sycl_api

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
using ext::oneapi::experimental::memory_pool;

memory_pool context::ext_oneapi_get_default_memory_pool(const device &d, usm::alloc kind) const {
  return translated([&] { return detail::access::make<memory_pool>(default_pool(*this, d, kind)); });
}

namespace ext::oneapi::experimental {

memory_pool::memory_pool(const context &c, const device &d, usm::alloc kind, const sycl::detail::pool_limits &limits)
    : memory_pool(std::make_shared<MemoryPool>(MemoryPool{c, d, kind, limits})) {
  translated([&] {
    if (kind == usm::alloc::unknown || !context_of(c)->contains(*device_of(d)))
      throw weft::Error(weft::Errc::invalid, "memory_pool: it is for a kind of memory, and a device of the context");
  });
}

context memory_pool::get_context() const {
  return impl_->context;
}
device memory_pool::get_device() const {
  return impl_->device;
}
usm::alloc memory_pool::get_alloc_kind() const {
  return impl_->kind;
}
std::size_t memory_pool::get_threshold() const {
  return counted(impl_->limits.threshold);
}
void memory_pool::increase_threshold_to(std::size_t bytes) {
  const std::lock_guard lock(pools().mutex);
  impl_->limits.threshold = std::max(impl_->limits.threshold, bytes);
}
std::size_t memory_pool::get_used_size_current() const {
  return counted(impl_->used);
}
std::size_t memory_pool::get_used_size_high() const {
  return counted(impl_->most_used);
}
void memory_pool::reset_used_size_high() {
  const std::lock_guard lock(pools().mutex);
  impl_->most_used = impl_->used;
}

void *async_malloc_from_pool(handler &h, std::size_t bytes, const memory_pool &pool) {
  const Pool &from = sycl::detail::access::impl(pool);
  void *const memory = bytes == 0 ? nullptr : translated([&] { return allocate(from, bytes); });
  if (memory != nullptr && from->limits.zeroes)
    h.memset(memory, 0, bytes);
  return memory;
}
void *async_malloc_from_pool(const queue &q, std::size_t bytes, const memory_pool &pool) {
  void *memory = nullptr;
  const event made = queue(q).submit([&](handler &h) { memory = async_malloc_from_pool(h, bytes, pool); });
  if (!q.is_in_order() && !is_recorded(q)) // nothing else orders its first use
    event(made).wait();
  return memory;
}
void *async_malloc(handler &h, usm::alloc kind, std::size_t bytes) {
  const queue &q = sycl::detail::handler_access::queue_of(h);
  return async_malloc_from_pool(h, bytes, q.ext_oneapi_get_default_memory_pool(kind));
}
void *async_malloc(const queue &q, usm::alloc kind, std::size_t bytes) {
  const memory_pool pool = q.ext_oneapi_get_default_memory_pool(kind);
  return bytes == 0 ? nullptr : translated([&] { return allocate(sycl::detail::access::impl(pool), bytes); });
}

void async_free(handler &h, void *pointer) {
  const queue &q = sycl::detail::handler_access::queue_of(h);
  const auto give_back = [c = q.get_context()](void *memory) { release(memory, c); };
  if (!is_recorded(q))
    give_back(pointer);
  else
    h.host_task([kept = std::shared_ptr<void>(pointer, give_back)] {});
}
void async_free(const queue &q, void *pointer) {
  if (is_recorded(q))
    queue(q).submit([&](handler &h) { async_free(h, pointer); });
  else
    release(pointer, q.get_context());
}

} // namespace ext::oneapi::experimental

} // namespace sycl::inline _V1
