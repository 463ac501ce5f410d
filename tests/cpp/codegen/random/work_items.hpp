// The reference of random kernels: every work-item on a stack of its own, switched at barriers, in code that LLVM makes
// of the kernel as it is, without Weft's finalizer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "group_kernel.hpp"

namespace llvm {
class Module;
namespace orc {
class LLJIT;
}
} // namespace llvm

namespace weft::test {

/// What a random kernel works on.
struct GroupMemory {
  std::vector<std::int32_t> ints;
  std::vector<std::int64_t> longs;
  std::vector<float> floats;
  std::vector<std::byte> records;
  std::vector<std::byte> counts;

  GroupMemory(const GroupKernel &kernel, std::uint64_t seed);
  bool operator==(const GroupMemory &) const = default;
  GroupKernelArgs args(const GroupKernel &kernel);
  /// Where the two differ first; empty if nowhere.
  std::string difference(const GroupMemory &other) const;
};

/// The kernel as host code, one call per work-item.
class WorkItems {
public:
  WorkItems(const llvm::Module &module, const GroupKernel &kernel);
  ~WorkItems();

  /// Runs all groups; sub-groups are `lanes` neighbours along the first dimension that is longer than one work-item.
  /// False where the result is nobody's: a work-item took the value of one that had returned.
  bool run(GroupMemory &memory, unsigned lanes) const;

private:
  const GroupKernel &kernel_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  void (*entry_)(const void *args) = nullptr;
};

/// The data layout that kernels and reference share.
std::string host_data_layout();

} // namespace weft::test
