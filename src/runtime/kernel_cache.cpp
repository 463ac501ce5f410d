// Finds or makes the executable of a kernel.
#include "runtime/kernel_cache.hpp"

#include <map>
#include <mutex>

#include "runtime/queue.hpp"

namespace weft::runtime {

namespace {
struct Cache {
  std::mutex mutex;
  std::map<std::pair<Device *, Hash>, std::shared_ptr<Executable>> executables;
  CacheStats stats;
};

Cache &cache() {
  static Cache *const instance = new Cache;
  return *instance;
}
} // namespace

std::shared_ptr<Executable> find_executable(Device &device, const Kernel &kernel,
                                            const codegen::Specialization &specialization) {
  Cache &c = cache();
  const std::lock_guard lock(c.mutex);
  const Hash key = combine(combine(kernel.module->hash(), hash_text(kernel.info->name)), specialization.hash());
  auto &slot = c.executables[{&device, key}];
  if (slot == nullptr) {
    slot = device.load(device.finalizer().finalize(*kernel.module, kernel.info->name, specialization));
    ++c.stats.compiled;
  } else {
    ++c.stats.memory_hits;
  }
  return slot;
}

std::shared_ptr<Executable> find_executable(Device &device, const Launch &launch) {
  return find_executable(device, launch.kernel, specialize(*launch.kernel.info, launch.range, launch.args));
}

CacheStats cache_stats() {
  const std::lock_guard lock(cache().mutex);
  return cache().stats;
}

void clear_memory_cache() {
  const std::lock_guard lock(cache().mutex);
  cache().executables.clear();
}

} // namespace weft::runtime
