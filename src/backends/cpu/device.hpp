// The CPU as a device: all of it, or some of its threads.
#pragma once

#include "backends/cpu/pool.hpp"
#include "backends/cpu/topology.hpp"
#include "runtime/device.hpp"

namespace weft::cpu {

/// Existing programs ask for opencl:cpu.
inline constexpr runtime::Backend this_backend{"cpu", runtime::ToldBackend::opencl};

/// `units` names the processor of each compute unit. The root device's threads run where the system lets them; those of
/// a sub-device are bound to its processors.
class CpuDevice final : public runtime::Device {
public:
  CpuDevice(std::weak_ptr<runtime::Platform>, CpuSet units);
  CpuDevice(std::shared_ptr<CpuDevice> parent, CpuSet units, runtime::PartitionKind, runtime::AffinityDomain);
  ~CpuDevice() override;

  const runtime::Backend &backend() const noexcept override { return this_backend; }
  std::shared_ptr<runtime::Platform> platform() const override { return platform_.lock(); }
  std::shared_ptr<runtime::Device> parent() const override { return parent_; }
  Pool &pool() const noexcept { return *pool_; }

  std::vector<std::shared_ptr<runtime::Device>> partition_equally(std::size_t units_each) override;
  std::vector<std::shared_ptr<runtime::Device>> partition_by_counts(std::span<const std::size_t> units) override;
  std::vector<std::shared_ptr<runtime::Device>> partition_by_affinity(runtime::AffinityDomain) override;
  bool can_access_peer(const Device &) const override;
  bool shares_host_memory() const override { return true; }
  bool registers_host_memory() const override { return true; } ///< For the asking: kernels reach all memory.

  std::shared_ptr<runtime::Queue> make_queue(std::shared_ptr<runtime::Context>,
                                             const runtime::QueueProperties &) override;
  void *allocate(std::size_t bytes, std::size_t alignment, runtime::AllocationKind) override;
  void deallocate(void *pointer, std::size_t bytes, runtime::AllocationKind) noexcept override;
  std::uint64_t free_memory() const override;
  const codegen::Finalizer &finalizer() const override;
  std::shared_ptr<runtime::Executable> load(const codegen::Binary &) override;
  std::string target() const override;

private:
  std::vector<std::shared_ptr<runtime::Device>> sub_devices(std::span<const std::size_t> counts,
                                                            runtime::PartitionKind);
  std::vector<std::shared_ptr<runtime::Device>> sub_devices(const std::vector<CpuSet> &parts, runtime::PartitionKind,
                                                            runtime::AffinityDomain);

  std::weak_ptr<runtime::Platform> platform_;
  std::shared_ptr<CpuDevice> parent_;
  CpuSet units_;
  std::shared_ptr<Pool> pool_;
};

} // namespace weft::cpu
