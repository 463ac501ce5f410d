// A device that computes nothing: for tests of all that stands above a device.
#pragma once

#include "backends/null/streams.hpp"
#include "runtime/device.hpp"

namespace weft::null {

inline constexpr runtime::Backend this_backend{"null", runtime::ToldBackend::null, true};

/// Memory, copies, fills and the order of work are real; kernels are compiled to nothing and run as kernels.hpp says.
/// Fails where failures.hpp says.
class NullDevice final : public runtime::Device {
public:
  NullDevice(std::weak_ptr<runtime::Platform>, bool fp64);

  const runtime::Backend &backend() const noexcept override { return this_backend; }
  std::shared_ptr<runtime::Platform> platform() const override { return platform_.lock(); }
  std::shared_ptr<runtime::Queue> make_queue(std::shared_ptr<runtime::Context>,
                                             const runtime::QueueProperties &) override;
  void *allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) override;
  void deallocate(void *pointer, std::size_t bytes, runtime::AllocationKind) noexcept override;
  bool host_accessible(runtime::AllocationKind kind) const override { return kind != runtime::AllocationKind::device; }
  const codegen::Finalizer &finalizer() const override;
  std::shared_ptr<runtime::Executable> load(const codegen::Binary &) override;
  std::string target() const override { return "null"; }

private:
  std::weak_ptr<runtime::Platform> platform_;
  NullStreams streams_{*this};
};

} // namespace weft::null
