// An NVIDIA GPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cuda/driver.hpp"
#include "backends/cuda/libraries.hpp"
#include "backends/cuda/streams.hpp"
#include "runtime/device.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

inline constexpr runtime::Backend this_backend{"cuda", runtime::ToldBackend::cuda};

class CudaPlatform;

/// One GPU and its primary context, which is retained on first use: discovery only asks for attributes.
class CudaDevice final : public runtime::Device {
public:
  CudaDevice(std::weak_ptr<CudaPlatform> platform, CUdevice handle);

  const runtime::Backend &backend() const noexcept override { return this_backend; }
  std::shared_ptr<runtime::Platform> platform() const override;

  bool can_access_peer(const runtime::Device &) const override;
  bool has_peer_atomics(const runtime::Device &) const override;
  void enable_peer_access(const runtime::Device &) override;
  void disable_peer_access(const runtime::Device &) override;

  std::size_t groups_together(const runtime::Launch &) override;
  std::uint32_t registers(const runtime::Launch &) override;
  std::shared_ptr<runtime::Queue> make_queue(std::shared_ptr<runtime::Context>,
                                             const runtime::QueueProperties &) override;

  void *allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) override;
  std::size_t max_alignment() const noexcept override { return 256; } ///< The least that the driver aligns memory to.
  bool host_accessible(runtime::AllocationKind kind) const override { return kind != runtime::AllocationKind::device; }
  int native_number() const noexcept override { return handle_; }
  std::uintptr_t native_context() const override { return reinterpret_cast<std::uintptr_t>(context()); }
  bool owns_stream(std::uintptr_t native) const override;
  runtime::Event adopt_event(std::uintptr_t native) override;
  runtime::PointerInfo find_foreign(const void *address) const override;
  bool registers_host_memory() const override;
  void register_host_memory(void *, std::size_t bytes, bool read_only) override;
  void unregister_host_memory(void *) override;
  std::uint64_t free_memory() const override;
  void deallocate(void *pointer, std::size_t bytes, runtime::AllocationKind) noexcept override;

  runtime::DeviceLibraries *libraries() override { return &libraries_; }
  const codegen::Finalizer &finalizer() const override;
  std::shared_ptr<runtime::Executable> load(const codegen::Binary &) override;
  std::string target() const override;

  CUdevice handle() const noexcept { return handle_; }
  CUcontext context() const;                                                ///< The primary context; thread-safe.
  unsigned architecture() const noexcept { return architecture_; }          ///< 90 for sm_90.
  std::size_t max_local_bytes() const noexcept { return max_local_bytes_; } ///< With the opt-in above 48 KiB.

  /// What to say after a result that ended the GPU's work: names the GPU and the tasks under way. Keeps the first text.
  std::string describe_failure(CUresult) const;

private:
  int attribute(Attribute) const;
  runtime::BusInfo bus() const;
  void describe();

  std::weak_ptr<CudaPlatform> platform_;
  CUdevice handle_;
  unsigned architecture_ = 0;
  std::size_t max_local_bytes_ = 0;
  mutable Once rehearsed_, context_made_;
  mutable CUcontext context_ = nullptr;
  mutable Once finalizer_made_;
  mutable std::unique_ptr<codegen::Finalizer> finalizer_;
  CudaStreams streams_;
  CudaLibraries libraries_;
};

/// Makes a device's context current on this thread, the first device's for good where none was; does nothing where it
/// is current already, or where the GPU is lost: the call that it is made for says so. True if it is to be popped.
bool make_current(const CudaDevice &);

/// The same while it lives.
class Current {
public:
  explicit Current(const CudaDevice &device) : pushed_(make_current(device)) {}
  ~Current();
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;

private:
  bool pushed_;
};

} // namespace weft::cuda
