// Lane dimension and width: cost of memory accesses from their strides.
#include "codegen/cpu/schedule.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/cpu/row_loops.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/shape.hpp"
#include "support/env.hpp"
#include "support/explain.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned vectors_per_step = 2, most_vectors = 4;
constexpr unsigned narrowest = 4; ///< bytes; narrower types ride along, but where a group is no more than one vector
constexpr unsigned most_lanes = 64, usual_lanes = 16, fewest_lanes = 4;
constexpr unsigned sub_group_of_gpus = 32; ///< programs that were written for GPUs count on it
constexpr double loop_weight = 8;
constexpr double long_loop_weight = 512; ///< where few items are to be enough for many threads
constexpr unsigned longest_alone = 10;   ///< instructions besides accesses: more of them are worth lanes
constexpr std::int64_t cache_line = 64;
constexpr std::uint32_t longest_row_of_units = 1024;
constexpr std::uint32_t tile_side = 64; ///< Lines of so many rows stay in the cache until their neighbours are done.
constexpr double record_bytes = 16; ///< neighbouring columns of a record come in loads of this size, then a transpose
constexpr double instructions_per_unit = 1 << 18; ///< scalar ones: 5 to 50 microseconds with vectors

/// Shapes over the lanes of a function in any form, as far as costs depend on them: whichever way lanes go, and with
/// narrow indices that do not wrap.
class Strides {
public:
  Strides(const Argument &id, const LoopInfo &loops, unsigned lanes = usual_lanes)
      : id_(id), loops_(loops), lanes_(lanes) {}

  /// By how much the value grows from one lane to the next: a constant, or none if that varies.
  std::optional<std::int64_t> of(const Value &value) {
    const Shape its = shape(value, 0);
    return its.is_uniform() ? 0 : its.stride;
  }

private:
  static constexpr unsigned deepest = 64;

  Shape shape(const Value &value, unsigned depth) {
    if (&value == &id_)
      return Shape::neighbours();
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr)
      return Shape::uniform();
    if (const auto known = known_.find(instruction); known != known_.end())
      return known->second;
    if (depth > deepest)
      return Shape::varying();
    const auto *phi = dyn_cast<PHINode>(instruction);
    const Shape its =
        phi && loops_.isLoopHeader(phi->getParent()) ? of_counter(*phi, depth) : compute(*instruction, depth);
    known_[instruction] = its;
    return its;
  }

  /// What a loop carries grows like its start if that stays so from iteration to iteration.
  Shape of_counter(const PHINode &phi, unsigned depth) {
    const Loop &loop = *loops_.getLoopFor(phi.getParent());
    known_[&phi] = Shape::varying();
    const BasicBlock *before = loop.getLoopPredecessor(), *latch = loop.getLoopLatch();
    if (before == nullptr || latch == nullptr)
      return Shape::varying();
    const Shape start = shape(*phi.getIncomingValueForBlock(before), depth + 1);
    known_[&phi] = start;
    return join(start, shape(*phi.getIncomingValueForBlock(latch), depth + 1));
  }

  Shape compute(const Instruction &instruction, unsigned depth) {
    const auto of = [&](const Value *operand) { return shape(*operand, depth + 1); };
    if (all_of(instruction.operands(), [&](const Use &operand) { return of(operand).is_uniform(); }))
      return Shape::uniform();
    return shape_of_arithmetic(instruction, of, Extensions::trusted, lanes_);
  }

  const Argument &id_;
  const LoopInfo &loops_;
  unsigned lanes_;
  DenseMap<const Instruction *, Shape> known_;
};

double weight_of(const LoopInfo &loops, const Instruction &instruction, double of_loop = loop_weight) {
  double weight = 1;
  for (unsigned depth = loops.getLoopDepth(instruction.getParent()); depth > 0; --depth)
    weight *= of_loop;
  return weight;
}

/// Do iterations mostly read memory anywhere, as often as each item needs? Lanes then wait for the longest.
bool reads_rows_of_any_length(const Loop &loop, Strides &strides) {
  const auto *branch =
      dyn_cast_or_null<BranchInst>(loop.getLoopLatch() ? loop.getLoopLatch()->getTerminator() : nullptr);
  const auto *test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!loop.isInnermost() || test == nullptr || (strides.of(*test->getOperand(0)) && strides.of(*test->getOperand(1))))
    return false;
  unsigned scattered = 0, others = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (pointer != nullptr && !strides.of(*pointer))
        ++scattered;
      else if (isa<BinaryOperator, CallBase, SelectInst>(instruction))
        others += isa<CallBase>(instruction) ? longest_alone : 1;
    }
  return scattered > 1 && others <= longest_alone;
}

/// Is most work in such loops?
template <class Is> bool mostly_in_loops(Function &spmd, unsigned dim, Is is) {
  const DominatorTree dominators(spmd);
  const LoopInfo loops(dominators);
  Strides strides(*spmd.getArg(arg_item + dim), loops);
  double all = 0, inside = 0;
  for (const BasicBlock &block : spmd) {
    const double work = static_cast<double>(block.size()) * weight_of(loops, block.front());
    const Loop *loop = loops.getLoopFor(&block);
    all += work;
    inside += loop != nullptr && is(*loop, strides) ? work : 0;
  }
  return inside > all / 2;
}

/// Is most work in loops that lanes would only slow down?
bool better_alone(Function &spmd, unsigned dim) {
  return mostly_in_loops(spmd, dim, reads_rows_of_any_length);
}

/// Do lanes read and write far from each other what iterations find side by side?
bool goes_across_lanes(const Loop &loop, Strides &strides) {
  bool across = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || loop.isLoopInvariant(pointer))
        continue;
      const auto stride = strides.of(*pointer);
      const std::uint64_t bytes = instruction.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction));
      if (stride && *stride != 0 && std::uint64_t(std::abs(*stride)) <= bytes)
        return false;
      across = across || stride != 0;
    }
  return across;
}

/// Is most work in loops along rows of memory, one of each work-item?
bool mostly_goes_along_rows(Function &spmd, unsigned dim, const LoopHeaders &rows) {
  return !rows.empty() && mostly_in_loops(spmd, dim, [&](const Loop &loop, Strides &strides) {
    return rows.contains(loop.getHeader()) && goes_across_lanes(loop, strides);
  });
}

/// The work-items that lie side by side along a dimension, as far as that is known; else 0.
std::uint64_t length(const Launch &launch, unsigned dim) {
  return launch.nd() ? launch.local(dim) : launch.extent(dim);
}

/// What share of the lanes has work: groups and ranges shorter than a vector waste the rest.
double occupancy(const Launch &launch, unsigned dim, unsigned lanes) {
  const auto items = static_cast<double>(length(launch, dim));
  return items == 0 ? 1 : items / (std::ceil(items / lanes) * lanes);
}

/// What a work-item does besides accesses, in the same unit.
double arithmetic_cost(Function &spmd) {
  const DominatorTree dominators(spmd);
  const LoopInfo loops(dominators);
  double cost = 0;
  for (const Instruction &instruction : instructions(spmd))
    if (isa<BinaryOperator, CallBase, SelectInst, CmpInst>(instruction))
      cost += weight_of(loops, instruction) * (isa<CallBase>(instruction) ? longest_alone : 1);
  return cost;
}

/// May one step run all items of a group, so that they meet in registers?
bool fits_few_vectors(const Launch &launch, unsigned dim, unsigned bytes, unsigned vector_bits) {
  const std::uint64_t most = std::min(most_lanes, most_vectors * vector_bits / 8 / bytes);
  return launch.group_size() == launch.local(dim) && launch.local(dim) <= most;
}

unsigned power_of_two_at_most(unsigned value) {
  unsigned power = 1;
  while (power * 2 <= value)
    power *= 2;
  return power;
}
} // namespace

bool uses_sub_groups(const Function &spmd) {
  if (!spmd.getArg(arg_sub_group)->use_empty() || !spmd.getArg(arg_sub_groups)->use_empty())
    return true;
  return any_of(instructions(spmd), [](const Instruction &instruction) {
    return ir::builtin_of(instruction).is_of_sub_group() || call_of(instruction, lanes_meet_name);
  });
}

double access_cost(Function &spmd, unsigned dim, unsigned lanes, unsigned told_apart) {
  const DominatorTree dominators(spmd);
  const LoopInfo loops(dominators);
  const DataLayout &layout = spmd.getDataLayout();
  Strides strides(*spmd.getArg(arg_item + dim), loops, told_apart);
  const auto place = [&](const Value &pointer) {
    APInt offset(64, 0);
    const Value *record = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
    return std::pair(record, offset.getSExtValue());
  };
  DenseMap<const Value *, SmallSet<std::int64_t, 4>> columns; // of the record that starts there
  for (const Instruction &instruction : instructions(spmd))
    if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
      const auto [record, offset] = place(*pointer);
      columns[record].insert(offset);
    }
  double cost = 0;
  for (const Instruction &instruction : instructions(spmd)) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr)
      continue;
    const std::uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(&instruction));
    const auto stride = strides.of(*pointer);
    double access = lanes;
    if (stride && (*stride == 0 || std::uint64_t(std::abs(*stride)) == bytes))
      access = 1;
    else if (columns[place(*pointer).first].size() > 1)
      access = std::max(1.0, static_cast<double>(lanes * bytes) / record_bytes);
    cost += access * weight_of(loops, instruction) * (isa<StoreInst>(instruction) ? 2 : 1);
  }
  return cost;
}

namespace {
/// Fewer lanes where they find side by side what more of them find in several places: rows of a tile, of ids that are
/// taken apart into row and column.
unsigned lanes_in_a_row(Function &spmd, unsigned dim, unsigned lanes) {
  const auto cost_per_item = [&](unsigned n) { return access_cost(spmd, dim, n, n) / n; };
  double best = cost_per_item(lanes) / 2; // what else lanes share has to be outweighed
  unsigned fewer = lanes;
  for (unsigned n = lanes / 2; n >= fewest_lanes; n /= 2)
    if (const double cost = cost_per_item(n); cost < best) {
      best = cost;
      fewer = n;
    }
  return fewer;
}
} // namespace

unsigned dominant_bytes(const Function &spmd, unsigned narrowest) {
  const DominatorTree dominators(const_cast<Function &>(spmd));
  const LoopInfo loops(dominators);
  std::array<double, 9> weights{};
  for (const Instruction &instruction : instructions(spmd)) {
    Type *type = getLoadStorePointerOperand(&instruction) ? getLoadStoreType(&instruction) : instruction.getType();
    const bool memory = getLoadStorePointerOperand(&instruction) != nullptr;
    if (!(type->isFloatingPointTy() || (memory && type->isIntegerTy())))
      continue;
    const unsigned bytes = std::clamp<unsigned>(type->getScalarSizeInBits() / 8, narrowest, 8);
    weights[bytes] += weight_of(loops, instruction);
  }
  unsigned most = 8;
  for (unsigned bytes = 4; bytes >= narrowest; bytes /= 2)
    if (weights[bytes] > weights[most])
      most = bytes;
  return weights[most] > 0 ? most : std::max(4u, narrowest);
}

Schedule choose_schedule(Function &spmd, const Launch &launch, const Meetings &meetings, unsigned vector_bits,
                         bool gathers) {
  Schedule schedule;
  const unsigned required = launch.kernel.sub_group_size;
  const unsigned wanted = required != 0 ? required : static_cast<unsigned>(env::number("WEFT_VECTOR_WIDTH", 0));
  const bool small_group = launch.nd() && launch.local(0) <= vector_bits / 8;
  const unsigned bytes = dominant_bytes(spmd, small_group ? 1 : narrowest);
  const bool sub_groups = required != 0 || uses_sub_groups(spmd);
  const unsigned natural = sub_groups ? sub_group_of_gpus : vectors_per_step * vector_bits / 8 / bytes;
  schedule.lanes = power_of_two_at_most(std::clamp(wanted != 0 ? wanted : natural, 1u, most_lanes));
  double best = std::numeric_limits<double>::infinity();
  const double besides = launch.extent(0) != 0 ? 1 + arithmetic_cost(spmd) : 1;
  for (unsigned dim = 0; dim < launch.kernel.dims; ++dim) {
    if (length(launch, dim) == 1)
      continue;
    const double cost =
        (besides + access_cost(spmd, dim, schedule.lanes, usual_lanes)) / occupancy(launch, dim, schedule.lanes);
    if (cost < best / 2) { // the first dimension, unless another is far better
      best = sub_groups ? 0 : cost;
      schedule.dim = dim;
    }
  }
  if (launch.nd() && wanted == 0 && !meetings.barriers.empty() &&
      fits_few_vectors(launch, schedule.dim, bytes, vector_bits))
    schedule.lanes = std::max(schedule.lanes, std::bit_ceil(static_cast<unsigned>(launch.local(schedule.dim))));
  if (const std::uint64_t items = length(launch, schedule.dim); items != 0 && wanted == 0)
    while (schedule.lanes > 2 && schedule.lanes / 2 >= items)
      schedule.lanes /= 2;
  if (wanted == 0 && !sub_groups)
    schedule.lanes = lanes_in_a_row(spmd, schedule.dim, schedule.lanes);
  if (length(launch, schedule.dim) == 1 && required == 0)
    schedule.lanes = 1;
  if (wanted == 0 && !sub_groups) {
    const RowLoops rows = meetings.barriers.empty() ? row_loops(spmd) : RowLoops();
    schedule.rows = mostly_goes_along_rows(spmd, schedule.dim, rows.apart);
    if (schedule.rows || launch.spec.few_items || mostly_goes_along_rows(spmd, schedule.dim, rows.sums) ||
        (!gathers && better_alone(spmd, schedule.dim)))
      schedule.lanes = 1;
  }
  if (schedule.rows)
    explain("vectorize", "{}: lanes along its loops, which go along rows of memory; work-items in turn",
            launch.kernel.pretty);
  else
    explain("vectorize", "{}: {} lanes along dimension {}, {}-byte values", launch.kernel.pretty, schedule.lanes,
            schedule.dim, bytes);
  return schedule;
}

namespace {
std::uint32_t longest_row(const Launch &launch, unsigned dim) {
  const std::uint64_t extent = launch.extent(dim);
  return extent != 0 ? static_cast<std::uint32_t>(extent) : longest_row_of_units;
}

/// Do lanes find far apart what neighbours of another dimension find side by side, as where a matrix is transposed?
bool crosses_rows(Function &spmd, const Launch &launch, unsigned lane_dim) {
  const DominatorTree dominators(spmd);
  const LoopInfo loops(dominators);
  for (unsigned dim = 0; dim < launch.kernel.dims; ++dim) {
    Strides along_lanes(*spmd.getArg(arg_item + lane_dim), loops), along(*spmd.getArg(arg_item + dim), loops);
    const auto crosses = [&](const Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || loops.getLoopDepth(instruction.getParent()) != 0)
        return false;
      const auto bytes = std::int64_t(spmd.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)));
      const auto apart = along_lanes.of(*pointer);
      return (!apart || std::abs(*apart) > cache_line) && along.of(*pointer) == bytes;
    };
    if (dim != lane_dim && launch.extent(dim) != 1 && any_of(instructions(spmd), crosses))
      return true;
  }
  return false;
}
} // namespace

std::array<std::uint32_t, 3> choose_unit(Function &spmd, const Launch &launch, const Schedule &schedule) {
  const bool in_rows = launch.kernel.dims > 1;
  const unsigned first = in_rows && launch.extent(0) == 1 ? 1 : 0; // units are rows of the first dimension that counts
  const DominatorTree dominators(spmd);
  const LoopInfo loops(dominators);
  double instructions_per_item = 4;
  for (const Instruction &instruction : instructions(spmd))
    instructions_per_item += weight_of(loops, instruction, in_rows ? loop_weight : long_loop_weight);
  const double fewest = in_rows ? 64 : schedule.lanes;
  const auto items =
      static_cast<std::uint32_t>(std::clamp(instructions_per_unit / instructions_per_item, fewest, 65536.0));
  if (!in_rows)
    return {power_of_two_at_most(items), 1, 1};
  const bool in_tiles = crosses_rows(spmd, launch, schedule.dim);
  const std::uint32_t most_in_row = std::min(longest_row(launch, first), in_tiles ? tile_side : longest_row_of_units);
  const std::uint32_t row = std::min(power_of_two_at_most(items), most_in_row);
  const std::uint32_t rows = std::max(1u, power_of_two_at_most(items / row));
  std::array<std::uint32_t, 3> unit{1, 1, 1};
  unit[first] = row;
  if (first + 1 < launch.kernel.dims)
    unit[first + 1] = in_tiles ? std::min(rows, tile_side) : rows;
  unit[schedule.dim] = std::max(unit[schedule.dim], schedule.lanes); // whole vectors, whichever way they go
  return unit;
}

} // namespace weft::codegen::cpu
