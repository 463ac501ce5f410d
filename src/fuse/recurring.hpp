// Programs of few nodes over memory, kept for nodes that differ from theirs in addresses alone: loops over small arrays
// make the same ones again and again, and writing them down takes longer than running them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "fuse/graph.hpp"
#include "fuse/kernels.hpp"
#include "fuse/program.hpp"
#include "fuse/schedule.hpp"

namespace weft::fuse {

class Recurring {
public:
  /// Whether the pending buffer is what the program computes, of memory that lies alike.
  bool computes(const Buffer &) const noexcept;

  /// Notes what the program, which the caller brings back, computes; false where other nodes like these could need
  /// another one.
  bool note(const Buffer &, const Program &, const Schedule &, std::shared_ptr<const FusedKernel>);

  /// Gives the program the addresses of what `computes()` was asked about.
  void point_at(const Buffer &) noexcept;
  /// Takes the program, or brings it back: until then nothing is computed by it.
  void exchange_program(Program &other) noexcept { std::swap(program_, other); }

  /// The executable for it on this device, if it is in memory; other addresses do not change which.
  const std::shared_ptr<runtime::Executable> &find_ready(runtime::Device &, const runtime::Launch &);

  const Schedule &schedule() const noexcept { return schedule_; }
  const std::shared_ptr<const FusedKernel> &fused() const noexcept { return fused_; }

private:
  /// An expression without what it reads.
  struct Node {
    ExprKind kind{};
    ops::Op op{};
    ops::Reduction reduction{};
    ops::ReductionLoop reduce_loop{};
    std::array<Dtype, ops::max_arity> loop{};
    Dtype result{};
    std::uint32_t axes = 0;
    std::ptrdiff_t index_stride = 0;
    bool keepdims = false;
    std::uint8_t arity = 0;
    LayoutRef layout; ///< Of its elements.
  };

  /// An input without its address.
  struct Operand {
    LayoutRef view; ///< Null for a number.
    Dtype dtype{};
    std::size_t memory = 0;         ///< Which of the buffers that are read it is.
    std::uintptr_t beyond_line = 0; ///< Of memory: bytes of its address behind the last whole cache line.
    Number number{};
  };

  class Memory;
  class Comparison;
  bool note_leaves(std::span<const Leaf>, const Memory &);
  void note(const Expr &, const LayoutRef &, const Memory &);

  const DeviceTraits *traits_ = nullptr;
  std::vector<Node> nodes_;       ///< From the last one down, each before what it reads.
  std::vector<Operand> operands_; ///< In the order of the nodes.
  Program program_;
  std::vector<std::uint8_t> memory_of_leaves_; ///< Which buffer each leaf reads, 0 for positions.
  Schedule schedule_;
  std::shared_ptr<const FusedKernel> fused_;
  std::shared_ptr<runtime::Executable> executable_;
  const runtime::Device *device_ = nullptr; ///< The executable's; devices alike have the same traits.
  std::uint64_t generation_ = 0;            ///< Of the kernel cache, when the executable was found there.
};

/// Those of a thread, by what they compute.
class RecurringPrograms {
public:
  Recurring &place_of(const Expr &) noexcept;

private:
  std::array<Recurring, 32> places_;
};

} // namespace weft::fuse
