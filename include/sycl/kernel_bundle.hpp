// Types of kernels and kernel bundles, as far as extension authors name them (SYCL 2020, 4.11).
#pragma once

#include <string>
#include <vector>

#include <sycl/context.hpp>

namespace weft::codegen {
class KernelModule;
}
namespace weft::runtime {
struct Kernel;
}

namespace sycl {

enum class bundle_state { input, object, executable };

/// One kernel of a bundle.
class kernel : public detail::shared_object<kernel, const weft::runtime::Kernel> {
public:
  kernel() = delete;

private:
  explicit kernel(std::shared_ptr<const weft::runtime::Kernel> impl) noexcept : shared_object(std::move(impl)) {}
  friend struct detail::access;
};

/// Kernels ready to run; only executable bundles exist here.
template <bundle_state State>
class kernel_bundle : public detail::shared_object<kernel_bundle<State>, const weft::codegen::KernelModule> {
  static_assert(State == bundle_state::executable, "only executable kernel bundles exist in Weft");
  using base = detail::shared_object<kernel_bundle, const weft::codegen::KernelModule>;

public:
  kernel_bundle() = delete;

private:
  explicit kernel_bundle(std::shared_ptr<const weft::codegen::KernelModule> impl) noexcept : base(std::move(impl)) {}
  friend struct detail::access;
};

} // namespace sycl

template <> struct std::hash<sycl::kernel> : sycl::detail::hash_by_identity<sycl::kernel> {};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>> : sycl::detail::hash_by_identity<sycl::kernel_bundle<State>> {};
