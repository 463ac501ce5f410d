// A device of an OpenCL implementation.
#pragma once

#include <memory>
#include <string>

#include "backends/opencl/driver.hpp"
#include "backends/opencl/streams.hpp"
#include "runtime/device.hpp"
#include "support/lock.hpp"

namespace weft::opencl {

inline constexpr runtime::Backend this_backend{"opencl", runtime::ToldBackend::opencl};

class OpenclPlatform;

/// One device and a context of its own, which is made on first use: discovery only asks for attributes.
class OpenclDevice final : public runtime::Device {
public:
  OpenclDevice(std::weak_ptr<OpenclPlatform> platform, cl_device_id handle);

  const runtime::Backend &backend() const noexcept override { return this_backend; }
  std::shared_ptr<runtime::Platform> platform() const override;

  std::shared_ptr<runtime::Queue> make_queue(std::shared_ptr<runtime::Context>,
                                             const runtime::QueueProperties &) override;

  void *allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) override;
  std::size_t max_alignment() const noexcept override { return 128; } ///< The largest type's, which devices grant.
  void deallocate(void *pointer, std::size_t bytes, runtime::AllocationKind) noexcept override;
  bool runs_groups_together() const noexcept override { return false; } ///< OpenCL promises no order and no turns.
  bool host_accessible(runtime::AllocationKind kind) const override { return kind != runtime::AllocationKind::device; }
  runtime::PointerInfo find_foreign(const void *address) const override;

  const codegen::Finalizer &finalizer() const override;
  std::shared_ptr<runtime::Executable> load(const codegen::Binary &) override;
  std::string target() const override;

  cl_device_id handle() const noexcept { return handle_; }
  cl_context context() const; ///< Thread-safe.
  const MemoryFunctions &memory() const noexcept { return memory_; }
  const std::string &build_options() const noexcept { return build_options_; }
  std::uint32_t sub_group_size() const noexcept { return sub_group_size_; } ///< What kernels ask for; 0: none known.

private:
  void describe();
  void describe_sub_groups();
  void find_aspects();

  std::weak_ptr<OpenclPlatform> platform_;
  cl_device_id handle_;
  MemoryFunctions memory_;
  std::string extensions_, build_options_;
  std::uint32_t sub_group_size_ = 0;
  mutable Once context_made_;
  mutable cl_context context_ = nullptr;
  mutable Once finalizer_made_;
  mutable std::unique_ptr<codegen::Finalizer> finalizer_;
  runtime::StagePool stages_;
  OpenclStreams streams_;
};

} // namespace weft::opencl
