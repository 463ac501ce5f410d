// Looks kernels up by key, or makes them from their recipes.
#include "fuse/kernels.hpp"

#include <mutex>
#include <unordered_map>

#include "fuse/emit.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

namespace {

constexpr std::size_t most_kernels = 16384;

struct Cache {
  Mutex mutex;
  std::unordered_map<Hash, std::shared_ptr<const FusedKernel>> kernels;
};

Cache &cache() {
  static constinit Lazy<Cache> cache;
  return cache.get();
}

std::shared_ptr<const FusedKernel> make_kernel(const Hash &key, std::span<const std::byte> bytes) {
  auto recipe = std::make_shared<const Recipe>(bytes);
  auto module = std::make_shared<const codegen::KernelModule>(
      key, [recipe] { return emit(*recipe); }, std::vector{kernel_info(*recipe)});
  const codegen::KernelInfo *kernel = &module->kernels().front();
  return std::make_shared<const FusedKernel>(recipe->layout(), runtime::Kernel{std::move(module), kernel});
}

} // namespace

std::shared_ptr<const FusedKernel> find_kernel(const Program &program, const Schedule &schedule) {
  const std::span<const std::byte> recipe = serialise(program, schedule);
  const Hash key = hash_bytes(recipe);
  Cache &known = cache();
  {
    const std::lock_guard guard(known.mutex);
    if (const auto found = known.kernels.find(key); found != known.kernels.end())
      return found->second;
  }
  auto kernel = make_kernel(key, recipe);
  const std::lock_guard guard(known.mutex);
  if (known.kernels.size() >= most_kernels)
    known.kernels.clear();
  return known.kernels.emplace(key, std::move(kernel)).first->second;
}

} // namespace weft::fuse
