// The Python kernels of this process, by the hash of their recipes.
#include <mutex>
#include <unordered_map>

#include "codegen/codegen.hpp"
#include "pykernel/recipe.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::pykernel {

namespace {

codegen::KernelInfo info_of(const Recipe &recipe) {
  codegen::KernelInfo info;
  info.name = "weft_pykernel";
  info.pretty = recipe.place.empty() ? recipe.name : recipe.name + " (" + recipe.place + ")";
  info.form = recipe.is_range ? codegen::LaunchForm::range : codegen::LaunchForm::nd_range;
  info.dims = recipe.dims;
  info.args_size = recipe.args_size;
  info.loops_alone = loops_alone(recipe);
  for (const std::uint32_t offset : recipe.bakeable)
    info.bakeable.push_back({offset, 8});
  return info;
}

struct Known {
  Mutex mutex;
  std::unordered_map<Hash, std::shared_ptr<const codegen::KernelModule>> modules;
};

Known &known() {
  static constinit Lazy<Known> known;
  return known.get();
}

template <class T> std::span<const std::byte> bytes_of(const std::vector<T> &values) {
  return std::as_bytes(std::span(values));
}

} // namespace

Hash hash_of(const Recipe &recipe) {
  Hash hash = hash_text(recipe.name);
  const std::vector<std::uint32_t> numbers{recipe.is_range, recipe.dims, recipe.args_size};
  hash = combine(hash, hash_bytes(bytes_of(numbers)));
  hash = combine(hash, hash_bytes(bytes_of(recipe.bakeable)));
  for (const std::string &text : recipe.texts)
    hash = combine(hash, hash_text(text));
  return combine(hash, hash_bytes(bytes_of(recipe.code)));
}

runtime::Kernel kernel_of(const Recipe &recipe) {
  const Hash hash = hash_of(recipe);
  const std::lock_guard lock(known().mutex);
  auto &module = known().modules[combine(hash, hash_text(recipe.place))];
  if (!module) {
    const codegen::KernelInfo info = info_of(recipe);
    const auto make = [recipe, info] {
      const auto builder = codegen::codegen().language_builder(info);
      write(recipe, *builder);
      return builder->finish(true);
    };
    module = std::make_shared<const codegen::KernelModule>(hash, make, std::vector{info});
  }
  return {module, &module->kernels().front()};
}

namespace {
codegen::Specialization specialization(const std::array<std::uint32_t, 3> &local) {
  codegen::Specialization result;
  result.local = local;
  return result;
}
} // namespace

std::string listing(const Recipe &recipe, codegen::Listing what, const std::array<std::uint32_t, 3> &local) {
  const runtime::Kernel kernel = kernel_of(recipe);
  return codegen::codegen().listing(*kernel.module, kernel.info->name, specialization(local), what);
}

std::string ptx(const Recipe &recipe, unsigned arch, const std::array<std::uint32_t, 3> &local) {
  if (arch < 70)
    throw Error(Errc::invalid, "PTX for sm_{}: Weft supports sm_70 and newer", arch);
  const unsigned version = arch < 100 ? 80 : 88; // of PTX: those that know the architectures
  const runtime::Kernel kernel = kernel_of(recipe);
  const codegen::Binary binary = codegen::codegen()
                                     .finalizer({"nvptx", arch, version})
                                     ->finalize(*kernel.module, kernel.info->name, specialization(local));
  return {reinterpret_cast<const char *>(binary.image.data()), binary.image.size()};
}

} // namespace weft::pykernel
