// A binary loaded on a device.
#pragma once

#include <memory>
#include <string>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

/// One subclass per backend. Immutable; unloads when the last holder lets go.
class Executable {
public:
  explicit Executable(codegen::Binary binary) : binary_(std::move(binary)) {}
  virtual ~Executable() = default;
  const codegen::Binary &binary() const noexcept { return binary_; } ///< Its image may have been dropped after loading.

  /// What messages call the kernel: the name that the first launch gave, kept as long as this.
  const char *name(const std::string &given) const {
    named_.call([&] { name_ = given; });
    return name_.c_str();
  }

protected:
  codegen::Binary binary_;

private:
  mutable Once named_;
  mutable std::string name_;
};

/// What a launch names: a kernel of a module. Which executable runs it follows from the device and the launch.
struct Kernel {
  std::shared_ptr<const codegen::KernelModule> module;
  const codegen::KernelInfo *info = nullptr; ///< Points into module.
};

} // namespace weft::runtime
