// A kernel of an algorithm becomes a module of its own; what it is called and bound to is the module's identity.
#include "array/algorithms/kernels.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include <fmt/format.h>

#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::array {

namespace {

using codegen::Binding;
using codegen::KernelInfo;
using codegen::KernelModule;

/// As include/sycl/detail/kernel.hpp makes it.
std::string symbol_of(const KernelName &kernel) {
  const std::string_view form = kernel.form == codegen::LaunchForm::range ? "12range_kernel" : "15nd_range_kernel";
  return fmt::format("_ZTSN4sycl3_V16detail{}ILi1EN4weft10algorithms{}{}ILi{}EEEEE", form, kernel.name.size(),
                     kernel.name, kernel.parameter);
}

std::string text_of(const KernelName &kernel, std::span<const Binding> bindings) {
  std::string text =
      fmt::format("{}/{}<{}>{}", kernel.file, kernel.name, kernel.parameter, kernel.in_lanes ? "" : " by itself");
  for (const Binding &binding : bindings)
    text += fmt::format(" {}={}", binding.hole, binding.function);
  return text;
}

runtime::Kernel make_kernel(const KernelName &kernel, std::size_t args_size, std::size_t args_align,
                            std::span<const Binding> bindings, const std::string &text) {
  const std::span<const std::byte> bitcode = algorithm_bitcode(kernel.file);
  WEFT_CHECK(!bitcode.empty(), "algorithms: no bitcode of {}", kernel.file);
  KernelInfo info;
  info.name = symbol_of(kernel);
  info.pretty = text;
  info.form = kernel.form;
  info.uses_sub_groups = info.form == codegen::LaunchForm::nd_range;
  info.sub_group_size = kernel.in_lanes ? 0 : 1;
  info.args_size = static_cast<std::uint32_t>(args_size);
  info.args_align = static_cast<std::uint32_t>(args_align);
  auto make = [bitcode, symbol = info.name, filled = std::vector(bindings.begin(), bindings.end())] {
    return codegen::codegen().bind(bitcode, symbol, filled);
  };
  const Hash hash = combine(hash_bytes(bitcode), hash_text(text));
  auto module = std::make_shared<const KernelModule>(hash, std::move(make), std::vector{std::move(info)});
  const KernelInfo *found = &module->kernels().front();
  return {std::move(module), found};
}

/// Looked up without writing its text.
struct Known {
  std::string file, name;
  int parameter;
  bool in_lanes;
  std::vector<Binding> bindings;
  runtime::Kernel kernel;

  bool is(const KernelName &other, std::span<const Binding> others) const {
    return name == other.name && file == other.file && parameter == other.parameter && in_lanes == other.in_lanes &&
           std::ranges::equal(bindings, others, [](const Binding &a, const Binding &b) {
             return a.function == b.function && a.hole == b.hole;
           });
  }
};

std::size_t hash_of(const KernelName &kernel, std::span<const Binding> bindings) {
  std::size_t hash = std::hash<std::string_view>()(kernel.name) + static_cast<std::size_t>(kernel.parameter);
  for (const Binding &binding : bindings)
    hash = hash * 31 + std::hash<std::string_view>()(binding.function);
  return hash;
}

} // namespace

runtime::Kernel find_algorithm_kernel(const KernelName &kernel, std::size_t args_size, std::size_t args_align,
                                      std::span<const Binding> bindings) {
  static constinit Mutex mutex;
  static constinit Lazy<std::unordered_multimap<std::size_t, Known>> known;
  const std::size_t hash = hash_of(kernel, bindings);
  const std::lock_guard guard(mutex);
  const auto [first, last] = known.get().equal_range(hash);
  for (auto each = first; each != last; ++each)
    if (each->second.is(kernel, bindings))
      return each->second.kernel;
  Known made{std::string(kernel.file),
             std::string(kernel.name),
             kernel.parameter,
             kernel.in_lanes,
             {bindings.begin(), bindings.end()},
             make_kernel(kernel, args_size, args_align, bindings, text_of(kernel, bindings))};
  return known.get().emplace(hash, std::move(made))->second.kernel;
}

} // namespace weft::array
