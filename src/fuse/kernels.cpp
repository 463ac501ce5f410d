// Looks kernels up by key, or makes the recipe for one.
#include "fuse/kernels.hpp"

#include <shared_mutex>
#include <unordered_map>

#include "fuse/emit.hpp"
#include "fuse/key.hpp"

namespace weft::fuse {

namespace {

constexpr std::size_t most_kernels = 16384;

struct Cache {
  std::shared_mutex mutex;
  std::unordered_map<Hash, std::shared_ptr<const FusedKernel>> kernels;
};

Cache &cache() {
  static Cache cache;
  return cache;
}

/// The program without what is no part of the recipe.
Program recipe_of(const Program &program) {
  Program recipe = program;
  for (Leaf &leaf : recipe.leaves)
    leaf.owner = nullptr;
  for (Output &output : recipe.outputs)
    output.target.owner = nullptr;
  return recipe;
}

std::shared_ptr<const FusedKernel> make_kernel(const Hash &key, const Program &program, const Schedule &schedule) {
  ArgumentLayout layout(program, schedule);
  codegen::KernelInfo info = kernel_info(program, schedule, layout);
  auto make = [recipe = recipe_of(program), schedule, layout] { return emit(recipe, schedule, layout); };
  auto module = std::make_shared<const codegen::KernelModule>(key, std::move(make), std::vector{std::move(info)});
  const codegen::KernelInfo *kernel = &module->kernels().front();
  return std::make_shared<const FusedKernel>(std::move(layout), runtime::Kernel{std::move(module), kernel});
}

} // namespace

std::shared_ptr<const FusedKernel> find_kernel(const Program &program, const Schedule &schedule) {
  const Hash key = key_of(program, schedule);
  Cache &known = cache();
  {
    const std::shared_lock guard(known.mutex);
    if (const auto found = known.kernels.find(key); found != known.kernels.end())
      return found->second;
  }
  auto kernel = make_kernel(key, program, schedule);
  const std::unique_lock guard(known.mutex);
  if (known.kernels.size() >= most_kernels)
    known.kernels.clear();
  return known.kernels.emplace(key, std::move(kernel)).first->second;
}

} // namespace weft::fuse
