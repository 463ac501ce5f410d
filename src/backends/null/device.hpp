// A device that computes nothing: for tests of all that stands above a device.
#pragma once

#include "runtime/device.hpp"

namespace weft::null {

inline constexpr runtime::Backend this_backend{"null", runtime::ToldBackend::null, true};

/// Memory is real, copies and fills are done at once; kernels are compiled to nothing and run as nothing. Fails where
/// failures.hpp says.
class NullDevice final : public runtime::Device {
public:
  NullDevice(std::weak_ptr<runtime::Platform>, bool fp64);

  const runtime::Backend &backend() const noexcept override { return this_backend; }
  std::shared_ptr<runtime::Platform> platform() const override { return platform_.lock(); }
  std::shared_ptr<runtime::Queue> make_queue(std::shared_ptr<runtime::Context>,
                                             const runtime::QueueProperties &) override;
  void *allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) override;
  void deallocate(void *pointer, std::size_t bytes, runtime::AllocationKind) noexcept override;
  const codegen::Finalizer &finalizer() const override;
  std::shared_ptr<runtime::Executable> load(const codegen::Binary &) override;
  std::string target() const override { return "null"; }

private:
  std::weak_ptr<runtime::Platform> platform_;
};

} // namespace weft::null
