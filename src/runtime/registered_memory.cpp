// Keeps the registered ranges by address, and has the drivers pin them.
#include "runtime/registered_memory.hpp"

#include <cstdint>
#include <map>
#include <mutex>

#include <unistd.h>

#include "runtime/context.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

struct Range {
  std::size_t bytes;
  std::shared_ptr<Context> context;
};

struct Registered {
  Mutex mutex;
  std::map<std::uintptr_t, Range> ranges; ///< by address; none overlaps another
};

Registered &registered() {
  static constinit Lazy<Registered> instance;
  return instance.get();
}

std::uintptr_t number(const void *address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

void check_devices(const Context &context) {
  for (const auto &device : context.devices())
    if (!device->registers_host_memory())
      throw Error(Errc::feature_not_supported, "register_host_memory: {} cannot reach memory that it did not allocate",
                  device->info().name);
}

void check_pages(const void *base, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (base == nullptr || bytes == 0 || number(base) % page != 0 || bytes % page != 0)
    throw Error(Errc::invalid, "register_host_memory: {} bytes at {} are not whole pages of {} bytes", bytes, base,
                page);
  if (number(base) + bytes < bytes)
    throw Error(Errc::invalid, "register_host_memory: {} bytes at {} reach beyond the address space", bytes, base);
}

/// The range that the address lies in or, if none, the first one behind it; called with the lock held.
auto around(Registered &r, std::uintptr_t address) {
  const auto after = r.ranges.upper_bound(address);
  if (after == r.ranges.begin())
    return after;
  const auto before = std::prev(after);
  return address - before->first < before->second.bytes ? before : after;
}

} // namespace

void register_host_memory(void *base, std::size_t bytes, const std::shared_ptr<Context> &context, bool read_only) {
  check_devices(*context);
  check_pages(base, bytes);
  Registered &r = registered();
  const std::lock_guard lock(r.mutex);
  if (const auto next = around(r, number(base)); next != r.ranges.end() && next->first < number(base) + bytes)
    throw Error(Errc::runtime, "register_host_memory: {} bytes at {} overlap the {} at {}, which are registered", bytes,
                base, next->second.bytes, reinterpret_cast<void *>(next->first));
  context->devices().front()->register_host_memory(base, bytes, read_only);
  r.ranges[number(base)] = {bytes, context};
}

void unregister_host_memory(void *base, const std::shared_ptr<Context> &context) {
  check_devices(*context);
  Registered &r = registered();
  const std::lock_guard lock(r.mutex);
  const auto found = r.ranges.find(number(base));
  if (found == r.ranges.end() || found->second.context != context)
    throw Error(Errc::runtime, "unregister_host_memory: no memory of the context is registered at {}", base);
  context->devices().front()->unregister_host_memory(base);
  r.ranges.erase(found);
}

PointerInfo find_registered(const void *address) {
  Registered &r = registered();
  const std::lock_guard lock(r.mutex);
  const auto found = around(r, number(address));
  if (found == r.ranges.end() || number(address) < found->first)
    return {};
  return {AllocationKind::host, reinterpret_cast<void *>(found->first), found->second.bytes, nullptr,
          found->second.context};
}

} // namespace weft::runtime
