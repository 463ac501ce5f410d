// A kernel of an algorithm becomes a module of its own; what it is called and bound to is the module's identity.
#include "array/algorithms/kernels.hpp"

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
  return fmt::format("_ZTSN4sycl6detail{}ILi1EN4weft10algorithms{}{}ILi{}EEEEE", form, kernel.name.size(), kernel.name,
                     kernel.parameter);
}

std::string text_of(const KernelName &kernel, std::span<const Binding> bindings) {
  std::string text = fmt::format("{}/{}<{}>", kernel.file, kernel.name, kernel.parameter);
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

} // namespace

runtime::Kernel find_algorithm_kernel(const KernelName &kernel, std::size_t args_size, std::size_t args_align,
                                      std::span<const Binding> bindings) {
  static constinit Mutex mutex;
  static constinit Lazy<std::unordered_map<std::string, runtime::Kernel>> known;
  const std::string text = text_of(kernel, bindings);
  const std::lock_guard guard(mutex);
  auto &kernels = known.get();
  const auto found = kernels.find(text);
  if (found != kernels.end())
    return found->second;
  return kernels.emplace(text, make_kernel(kernel, args_size, args_align, bindings, text)).first->second;
}

} // namespace weft::array
