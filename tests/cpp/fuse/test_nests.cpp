// Random nests of random programs do what an interpreter of nests says, and what schedulers choose does, too.
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/values.hpp"
#include "fuse/join.hpp"
#include "fuse/kernels.hpp"
#include "fuse/partition.hpp"
#include "fuse/pending.hpp"
#include "fuse/plan.hpp"
#include "fuse/rows.hpp"
#include "fuse/simplify.hpp"
#include "fuse/trace.hpp"
#include "nest_interpreter.hpp"
#include "number_from.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::fuse {
namespace {

using array::Array;
using array::Scalar;
using array::test::queue;
using ops::Op;
using ops::Reduction;

/// Expressions over int64 arrays of a shape, through views of all kinds.
class Random {
public:
  explicit Random(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T> T any(std::initializer_list<T> from) { return from.begin()[below(from.size())]; }

  Shape shape() {
    Shape shape(1 + below(3));
    for (std::ptrdiff_t &extent : shape)
      extent = any<std::ptrdiff_t>({1, 2, 3, 5, 8, 17, 33});
    if (shape.size() < 3 && below(4) == 0)
      shape[shape.size() - 1] = any<std::ptrdiff_t>({200, 1500});
    return shape;
  }

  Array array(const Shape &shape) {
    Shape swapped = shape, broadcast = shape;
    switch (below(4)) {
    case 0: {
      std::swap(swapped[0], swapped[shape.size() - 1]);
      const Array memory = fresh(swapped);
      Shape strides = memory.strides();
      std::swap(strides[0], strides[shape.size() - 1]);
      return memory.with_layout(shape, strides, 0);
    }
    case 1: {
      const std::size_t axis = below(shape.size());
      broadcast[axis] = 1;
      const Array memory = fresh(broadcast);
      Shape strides = memory.strides();
      strides[axis] = 0;
      return memory.with_layout(shape, strides, 0);
    }
    case 2: {
      const Array memory = fresh(shape);
      Shape strides = memory.strides();
      const std::size_t axis = below(shape.size());
      const std::ptrdiff_t last = strides[axis] * (shape[axis] - 1);
      strides[axis] = -strides[axis];
      return memory.with_layout(shape, strides, last);
    }
    default:
      return fresh(shape);
    }
  }

  Array expression(const Shape &shape, int depth) {
    if (depth == 0)
      return array(shape);
    const Op op = any({Op::add, Op::subtract, Op::multiply, Op::maximum, Op::minimum});
    if (below(4) == 0)
      return array::binary(op, expression(shape, depth - 1), Scalar{std::int64_t{3}});
    return array::binary(op, expression(shape, depth - 1),
                         expression(shape, depth - 1 - static_cast<int>(below(2)) * (depth > 1)));
  }

  Array folded(const Shape &shape) {
    const Array inner = expression(shape, static_cast<int>(below(3)));
    std::vector<int> axes{static_cast<int>(below(shape.size()))};
    const Reduction kind = any({Reduction::sum, Reduction::max, Reduction::min, Reduction::argmax, Reduction::argmin});
    if (shape.size() > 1 && below(3) == 0 && !ops::info(kind).keeps_index)
      axes.push_back((axes[0] + 1) % static_cast<int>(shape.size()));
    const bool keeps = below(2) != 0;
    const Array result = array::reduce(kind, inner, axes, keeps);
    return keeps && below(2) ? array::binary(Op::subtract, inner, result) : result;
  }

private:
  Array fresh(const Shape &shape) {
    std::vector<std::int64_t> values(dense_layout(shape, 'C')->size());
    for (std::int64_t &value : values)
      value = static_cast<std::int64_t>(below(7)) - 3;
    return array::test::make(shape, values);
  }

  std::mt19937 random_;
};

/// Memory with some more around it, into which nobody may write.
struct Target {
  static constexpr std::size_t around = 4096;
  static constexpr std::int64_t nothing = -99;

  std::shared_ptr<void> memory;
  std::size_t elements;

  std::int64_t *data() const { return static_cast<std::int64_t *>(memory.get()) + around; }
  bool is_whole() const {
    const auto untouched = [](std::int64_t value) { return value == nothing; };
    return std::all_of(data() - around, data(), untouched) &&
           std::all_of(data() + elements, data() + elements + around, untouched);
  }
};

Target allocate(std::size_t elements) {
  const std::size_t all = elements + 2 * Target::around;
  Target target{runtime::allocate_shared(8 * all, AllocationKind::shared, queue()), elements};
  std::fill_n(target.data() - Target::around, all, Target::nothing);
  return target;
}

/// The program of a kernel that computes the array and stores it into `target`, if one does.
std::optional<Program> program_of(const Array &array, const Target &target) {
  const auto guard = Pending::of(*queue()).lock();
  Plan plan(Pending::of(*queue()));
  const Root root{array.buffer()->expr(), array.buffer().get()};
  const std::span roots(&root, 1);
  const auto rows = shared_rows(plan, roots, *array.layout());
  Program program;
  std::vector<Buffer *> beside;
  if (!rows)
    trace(plan, roots, *array.layout(), program);
  else if (!trace_rows(plan, roots, *array.layout(), *rows, program, beside) || !beside.empty())
    return std::nullopt;
  Leaf &leaf = program.outputs[0].target;
  leaf.dtype = Dtype::i64;
  leaf.base = reinterpret_cast<std::byte *>(target.data());
  leaf.strides = array.strides();
  leaf.offset = array.layout()->offset();
  simplify(program);
  return program;
}

void launch(const Program &program, const Schedule &schedule, const Partials &partials) {
  const auto fused = find_kernel(program, schedule);
  std::vector<std::byte> arguments(fused->layout.bytes());
  fill_arguments(fused->layout, program, schedule, partials, arguments.data());
  queue()->submit_internal(
      {.kernel = fused->kernel, .range = schedule.range, .args = arguments, .local_bytes = schedule.local_bytes});
  queue()->wait_and_throw();
}

void expect_as_interpreted(const Program &program, const Schedule &schedule, const Target &target) {
  verify(schedule);
  test::Interpreter interpreter(program, schedule);
  if (!schedule.stores_partials()) {
    interpreter.run();
    ASSERT_EQ(interpreter.stored.size(), target.elements);
    launch(program, schedule, {});
    ASSERT_TRUE(target.is_whole());
    for (const auto &[address, value] : interpreter.stored)
      ASSERT_EQ(*reinterpret_cast<const std::int64_t *>(address), value);
    return;
  }
  const FoldOrder &order = program.folds[static_cast<std::size_t>(program.root_fold)].order;
  const Target values = allocate(static_cast<std::size_t>(order.results * order.partials()));
  const Target indices = allocate(values.elements);
  const Program first = first_pass(program);
  test::Interpreter of_first(first, schedule);
  of_first.run();
  ASSERT_EQ(of_first.partials.size(), values.elements);
  launch(first, schedule,
         {reinterpret_cast<std::byte *>(values.data()), reinterpret_cast<std::byte *>(indices.data()), {}});
  ASSERT_TRUE(values.is_whole() && indices.is_whole());
  for (const auto &[place, value] : of_first.partials)
    ASSERT_EQ(values.data()[place], value) << place;
  if (ops::info(program.folds[static_cast<std::size_t>(program.root_fold)].kind).keeps_index)
    for (const auto &[place, index] : of_first.indices)
      ASSERT_EQ(indices.data()[place], index) << place;
}

/// Splits of an axis, from the largest piece to single elements.
std::vector<std::uint32_t> pieces(Random &random) {
  std::vector<std::uint32_t> sizes{1};
  while (random.below(3) != 0 && sizes.size() < 4)
    sizes.insert(sizes.begin(), sizes.front() * random.any<std::uint32_t>({2, 3, 4, 8}));
  return sizes;
}

/// Any loops over the output's dimensions that a nest may have, each bound to anything that may run it.
Schedule random_nest(Random &random, const Program &program) {
  Schedule schedule;
  const std::size_t outputs = output_dims(program);
  const bool in_groups = random.below(2) != 0;
  std::size_t axes = 0, left = outputs;
  while (left > 0) {
    const std::size_t count = axes == 2 ? left : 1 + random.below(left);
    for (std::size_t i = 0; i < count; ++i)
      schedule.nest.axes[axes].push(--left);
    ++axes;
  }
  schedule.range.dims = in_groups ? 3 : std::max<int>(1, static_cast<int>(axes));
  schedule.range.global = schedule.range.local = {1, 1, 1};
  if (!in_groups)
    schedule.range.local = {0, 0, 0};
  std::vector<Node> inside;
  std::uint32_t straight = 1; // elements in one piece of code
  NestWriter writer(schedule.nest);
  std::uint32_t spread = 0;
  std::size_t threads = 1;
  for (std::uint8_t axis = 0; axis < axes; ++axis) {
    const std::vector<std::uint32_t> sizes = pieces(random);
    const auto extent = extent_of(program, schedule.nest.axes[axis]);
    const auto first = sizes.front();
    schedule.range.global[axis] = (extent + first - 1) / first;
    writer.open({.kind = NodeKind::loop,
                 .bind = in_groups ? Bind::groups : Bind::items,
                 .axis = axis,
                 .id = axis,
                 .last = first == 1,
                 .piece = first});
    spread |= std::uint32_t(first != 1) << axis;
    for (std::size_t i = 1; i < sizes.size(); ++i) {
      const std::uint32_t piece = sizes[i], count = sizes[i - 1] / piece;
      Node node{.kind = NodeKind::loop, .axis = axis, .id = axis, .last = piece == 1, .piece = piece, .count = count};
      const std::size_t choice = random.below(3);
      if (choice == 0 && in_groups && threads * count <= 64 && schedule.range.local[axis] == 1) {
        node.bind = Bind::lanes;
        threads *= count;
        schedule.range.local[axis] = count;
      } else if (choice == 1 && straight * count <= 32) {
        node.bind = Bind::together;
        straight *= count;
      } else {
        node.bind = Bind::serial;
        node.rest = random.any({Rest::peeled, Rest::guarded, Rest::clipped, Rest::checked});
      }
      inside.push_back(node);
    }
  }
  for (std::size_t d = 0; in_groups && d < 3; ++d)
    schedule.range.global[d] *= schedule.range.local[d];
  if (spread != 0 && random.below(2))
    writer.open({.kind = NodeKind::whole, .dims = spread});
  for (const bool together : {false, true})
    for (const Node &node : inside)
      if ((node.bind == Bind::together) == together)
        writer.open(node);
  writer.add(NodeKind::store);
  return schedule;
}

/// Pieces of an axis get smaller to the inside.
bool keeps_order(const Nest &nest) {
  std::array<std::uint32_t, Nest::most_axes> piece{};
  for (std::size_t n = 0; n < nest.count; ++n) {
    const Node &node = nest.nodes[n];
    if (node.kind != NodeKind::loop)
      continue;
    if (piece[node.axis] != 0 && node.piece > piece[node.axis])
      return false;
    piece[node.axis] = node.piece;
  }
  return true;
}

TEST(Nests, RandomOnesDoWhatTheInterpreterSays) {
  const unsigned count = number_from("WEFT_RANDOM_NESTS", 60u);
  unsigned tried = 0;
  for (unsigned seed = number_from("WEFT_RANDOM_SEED", 0u); tried < count; ++seed) {
    Random random(seed);
    const Array array = random.expression(random.shape(), 1 + static_cast<int>(random.below(2)));
    const Target target = allocate(array.size());
    const Program program = program_of(array, target).value();
    const Schedule schedule = random_nest(random, program);
    if (!keeps_order(schedule.nest))
      continue;
    ++tried;
    expect_as_interpreted(program, schedule, target);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Nests, ThoseOfSchedulersDoWhatTheInterpreterSays) {
  const DeviceTraits &traits = traits_of(*queue());
  const unsigned count = number_from("WEFT_RANDOM_NESTS", 100u);
  unsigned tried = 0;
  for (unsigned seed = number_from("WEFT_RANDOM_SEED", 0u); tried < count; ++seed) {
    Random random(seed);
    const Shape shape = random.shape();
    const Array array = random.below(3) == 0 ? random.expression(shape, 2) : random.folded(shape);
    const Target target = allocate(array.size());
    const std::optional<Program> program = program_of(array, target);
    if (!program || program->steps.size() < 2)
      continue;
    ++tried;
    expect_as_interpreted(*program, schedule(*program, traits), target);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << ": " << describe(*program);
  }
}

TEST(Nests, WhatDoesNotFitIsOurBug) {
  Random random(1);
  const Array array = array::binary(Op::add, array::test::counting<std::int64_t>({4000}), Scalar{std::int64_t{3}});
  const Target target = allocate(array.size());
  const Schedule whole = schedule(program_of(array, target).value(), cpu_traits);
  ASSERT_EQ(whole.nest.count, 2u);
  verify(whole);
  const std::pair<const char *, std::function<void(Schedule &)>> faults[] = {
      {"a body beyond the end", [](Schedule &s) { s.nest.nodes[0].below = 90; }},
      {"an axis that is not there", [](Schedule &s) { s.nest.nodes[0].axis = 9; }},
      {"groups of a range", [](Schedule &s) { s.nest.nodes[0].bind = Bind::groups; }},
      {"a loop bound to nothing", [](Schedule &s) { s.nest.nodes[0].bind = Bind::none; }},
      {"elements that are skipped", [](Schedule &s) { s.nest.nodes[0].piece = 2; }},
      {"an operand of no tile", [](Schedule &s) { s.nest.nodes[s.nest.count - 1u].kind = NodeKind::take; }},
      {"an element of no fold", [](Schedule &s) { s.nest.nodes[s.nest.count - 1u].kind = NodeKind::fold; }},
  };
  for (const auto &[what, change] : faults) {
    Schedule other = whole;
    change(other);
    EXPECT_THROW(verify(other), InternalError) << what;
  }
}

TEST(Nests, LoopsThatNobodyCanRunAreOurBug) {
  constexpr std::uint32_t width = 4;
  struct Case {
    const char *what;
    bool in_groups, fits;
    std::function<void(NestWriter &)> write;
  };
  const Node items = bound(elements(0), Bind::items, 0), groups = bound(split(0, width), Bind::groups, 0);
  const Node tile{.kind = NodeKind::tile, .axis = 0, .id = 1, .piece = width, .count = width};
  const Case cases[] = {
      {"items of a range", false, true, [&](NestWriter &w) { w.open(items), w.add(NodeKind::store); }},
      {"items of groups", true, false, [&](NestWriter &w) { w.open(items), w.add(NodeKind::store); }},
      {"lanes of a group", true, true, [&](NestWriter &w) { w.open(lanes(0, width)), w.add(NodeKind::store); }},
      {"more lanes than there are", true, false,
       [&](NestWriter &w) { w.open(lanes(0, width + 1)), w.add(NodeKind::store); }},
      {"lanes of a range", false, false, [&](NestWriter &w) { w.open(lanes(0, 1)), w.add(NodeKind::store); }},
      {"a loop at an element", false, false,
       [&](NestWriter &w) { w.open(items), w.open(elements(0)), w.add(NodeKind::store); }},
      {"no body", false, false, [&](NestWriter &w) { w.add(items); }},
      {"turns in straight-line code", true, false,
       [&](NestWriter &w) {
         w.open(together(split(0, 1), width)), w.open(bound(elements(1), Bind::serial, 0)), w.add(NodeKind::store);
       }},
      {"turns beside slots", true, true,
       [&](NestWriter &w) {
         Node slots = together(split(0, 1), width);
         slots.slots = true;
         w.open(slots), w.open(elements(1)), w.add(NodeKind::store);
       }},
      {"a barrier of a group", true, true,
       [&](NestWriter &w) {
         w.open(groups), w.add(NodeKind::barrier), w.open(lanes(0, width)), w.add(NodeKind::store);
       }},
      {"a barrier of a range", false, false,
       [&](NestWriter &w) { w.open(items), w.add(NodeKind::barrier), w.add(NodeKind::store); }},
      {"barriers of several elements", true, false,
       [&](NestWriter &w) { w.open(together(split(0, 1), width)), w.add(NodeKind::barrier), w.add(NodeKind::store); }},
      {"a tile in a tile", true, false,
       [&](NestWriter &w) { w.open(groups), w.open(tile), w.open(tile), w.add(NodeKind::store); }},
  };
  for (const Case &each : cases) {
    Schedule schedule;
    schedule.range.global = {64, 1, 1};
    schedule.range.local = each.in_groups ? std::array<std::size_t, 3>{width, 1, 1} : std::array<std::size_t, 3>{};
    schedule.nest.axes[0].push(0);
    {
      NestWriter writer(schedule.nest);
      each.write(writer);
    }
    if (each.fits)
      EXPECT_NO_THROW(verify(schedule)) << each.what;
    else
      EXPECT_THROW(verify(schedule), InternalError) << each.what;
  }
}

} // namespace
} // namespace weft::fuse
