// A kernel's code, loaded.
#pragma once

#include <atomic>
#include <memory>

#include "backends/cpu/gdb_interface.hpp"
#include "backends/cpu/object_loader.hpp"
#include "codegen/cpu/abi.hpp"
#include "runtime/executable.hpp"

namespace weft::cpu {

/// How long one unit of some work takes, learnt while it runs; decides where the work runs, never what it gives. In
/// ticks of the time-stamp counter. Thread-safe.
class CostEstimate {
public:
  constexpr explicit CostEstimate(float ticks_per_unit = 0) : ticks_(ticks_per_unit) {}

  float ticks_per_unit() const noexcept { return ticks_.load(std::memory_order_relaxed); } ///< 0: not known yet

  /// Falls at once and rises slowly: a thread that was interrupted measures too much. It does not rise by what threads
  /// measured that worked `together`: they may have waited for each other's caches, which one alone does not.
  void learn(std::uint64_t ticks, std::uint64_t units, bool together) noexcept {
    const float measured = float(ticks) / float(units), known = ticks_per_unit();
    const bool lower = known == 0 || measured < known;
    if (lower || !together)
      ticks_.store(lower ? measured : known + (measured - known) / 8, std::memory_order_relaxed);
  }

private:
  std::atomic<float> ticks_;
};

class CpuExecutable final : public runtime::Executable {
public:
  explicit CpuExecutable(const codegen::Binary &);

  codegen::cpu::Entry entry() const noexcept { return entry_; }
  const codegen::cpu::Layout &layout() const noexcept { return layout_; }
  bool takes_turns() const noexcept { return takes_turns_; } ///< codegen::cpu::entry_by_turns
  CostEstimate &cost() noexcept { return cost_; }

private:
  codegen::cpu::Layout layout_;
  LoadedObject object_;
  codegen::cpu::Entry entry_;
  std::unique_ptr<GdbEntry> debug_; ///< Of kernels with debug information.
  CostEstimate cost_;
  bool takes_turns_;
};

} // namespace weft::cpu
