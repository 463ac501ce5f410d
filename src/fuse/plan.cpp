// Takes plans: what runs in which order, and what one kernel computes.
#include "fuse/plan.hpp"

#include <algorithm>
#include <utility>

#include "fuse/join.hpp"
#include "fuse/partition.hpp"
#include "fuse/pending.hpp"
#include "fuse/rows.hpp"
#include "fuse/simplify.hpp"
#include "fuse/trace.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint32_t most_nodes = 2 * Pending::most_weight; // what compiles in tenths of a second
constexpr std::size_t most_argument_bytes = 3800;              // of a device's 4 KB
constexpr std::uint32_t light = 32;       // nodes that run beside others without having any in common,
constexpr std::size_t most_strangers = 4; // and how many do: each set of them is a kernel to compile

bool lie_alike(const Buffer &a, const Buffer &b) noexcept {
  return a.layout.get() == b.layout.get() ||
         (a.layout->shape() == b.layout->shape() && a.layout->strides() == b.layout->strides());
}

/// Arguments of leaves, targets and loops before simplify() has made them fewer.
std::size_t argument_bytes(const Program &program) {
  std::size_t fields = program.dims.size() + 2 * program.numbers.size();
  for (const Leaf &leaf : program.leaves)
    fields +=
        2 + static_cast<std::size_t>(std::ranges::count_if(leaf.strides, [](auto stride) { return stride != 0; }));
  return sizeof(std::int64_t) * (fields + program.outputs.size() * (1 + program.dims.size()));
}

Leaf target_of(const Layout &layout, Dtype dtype, const Buffer &buffer) {
  Leaf leaf;
  leaf.dtype = dtype;
  leaf.offset = layout.offset();
  leaf.strides = layout.strides();
  if (buffer.pending())
    leaf.planned = &buffer;
  else
    leaf.base = static_cast<std::byte *>(buffer.base());
  if (buffer.borrowed)
    leaf.owner = buffer.owner();
  return leaf;
}

bool is_contiguous(const Leaf &leaf, const Program &program) {
  return program.dims.empty() || (program.dims.size() == 1 && leaf.stride(0) == 1 && leaf.reversed == 0);
}

/// One load stored as it is.
bool is_copy(const Program &program) {
  return program.steps[0].code == Code::load && is_contiguous(program.leaves[program.steps[0].ref], program);
}

/// One load or number stored as it is, and nothing that would have to be kept alive meanwhile.
bool is_copy_or_fill(const Program &program) {
  if (program.steps.size() != 1 || program.outputs.size() != 1)
    return false;
  const Leaf &target = program.outputs[0].target;
  if (program.outputs[0].is_indexed() || program.steps[0].dtype != target.dtype || !is_contiguous(target, program))
    return false;
  if (target.owner != nullptr || (!program.leaves.empty() && program.leaves[0].owner != nullptr))
    return false;
  return program.steps[0].code == Code::number || is_copy(program);
}

bool any_is_there(const Plan &plan, std::span<const Root> roots) {
  return std::ranges::any_of(roots, [&](const Root &root) { return root.buffer != nullptr && plan.has(*root.buffer); });
}

std::shared_ptr<Telling[]> nothing_decided(const Program &program) {
  const FoldOrder &order = program.folds[static_cast<std::size_t>(program.root_fold)].order;
  return std::make_shared<Telling[]>(static_cast<std::size_t>(order.results));
}

} // namespace

Plan::Plan(Pending &pending)
    : pending_(pending), number_(next_visit()),
      held_pages_(kept_pages() ? std::move(kept_pages()) : std::make_unique<Pages>()), pages_(*held_pages_) {}

Plan::~Plan() {
  constexpr std::size_t most_spare = 8;
  for (Step &step : pages_.steps)
    if (step.recurring != nullptr) {
      step.recurring->exchange_program(step.program);
    } else if (pages_.spare.size() < most_spare) {
      step.program.clear();
      pages_.spare.push_back(std::move(step.program));
    }
  pages_.steps.clear();
  pages_.arguments.clear();
  pages_.recorded.clear();
  pages_.held.clear();
  kept_pages() = std::move(held_pages_);
}

Program Plan::spare_program() {
  if (pages_.spare.empty())
    return {};
  Program program = std::move(pages_.spare.back());
  pages_.spare.pop_back();
  return program;
}

std::unique_ptr<Plan::Pages> &Plan::kept_pages() noexcept {
  static thread_local std::unique_ptr<Pages> pages;
  return pages;
}

bool Plan::recomputes(const Buffer &buffer) const noexcept {
  return buffer.recomputed || buffer.on_the_way == number_;
}

void Plan::computed_on_the_way(Buffer &buffer) {
  if (buffer.on_the_way == number_ || buffer.count() == 1) // nobody else will read it
    return;
  buffer.on_the_way = number_;
  on_the_way_.push_back(&buffer);
}

void Plan::need(Buffer &buffer) {
  Buffer *const only[] = {&buffer};
  if (!has(buffer))
    add(only);
}

void Plan::need_with_neighbours(Buffer &buffer) {
  if (!has(buffer))
    add(group_of(buffer, pending_.newest(), &Buffer::previous));
}

void Plan::need_all() {
  for (Buffer *buffer = pending_.oldest(); buffer != nullptr; buffer = buffer->next)
    if (!has(*buffer) && buffer->held_by_array())
      add(group_of(*buffer, buffer->next, &Buffer::next));
}

void Plan::before_write(Buffer &target) {
  target.written();
  if (pending_.is_read(target))
    need_all();
}

/// With what one kernel computes for arrays besides `first`, among `others` and what follows it.
Plan::Buffers Plan::group_of(Buffer &first, Buffer *others, Buffer *Buffer::*next) {
  Buffers group;
  const auto take = [&](Buffer &buffer) {
    if (!buffer.retain_alive())
      return;
    pages_.held.push_back(Ref<Buffer>::adopt(&buffer));
    group.push_back(&buffer);
  };
  take(first);
  for (Buffer *other = others; other != nullptr && !group.empty() && group.size() < Buffers::most; other = other->*next)
    if (other != &first && !has(*other) && other->held_by_array() && joins(group, *other))
      take(*other);
  return group;
}

/// Several results of one kernel have to lie alike, and folds have kernels of their own. What is heavy comes along
/// where it has something in common with the others.
bool Plan::joins(const Buffers &group, Buffer &other) const {
  const Buffer &first = *group[0];
  if (first.expr()->kind == ExprKind::algorithm || other.expr()->kind == ExprKind::algorithm)
    return false;
  if (first.expr()->folds || other.expr()->folds || !lie_alike(first, other))
    return false;
  if (group.size() < most_strangers && first.expr()->weight <= light && other.expr()->weight <= light)
    return true;
  Few<Root> roots;
  for (Buffer *buffer : group)
    roots.push_back({buffer->expr(), buffer});
  const std::uint32_t before = distinct_nodes(roots, *this);
  const Root own{other.expr(), &other};
  const std::uint32_t alone = distinct_nodes(std::span(&own, 1), *this);
  roots.push_back(own);
  const std::uint32_t together = distinct_nodes(roots, *this);
  return together <= most_nodes && together < before + alone;
}

/// The input with most nodes below that is not memory by now.
Buffer *Plan::heaviest_below(std::span<const Root> roots) const {
  Buffer *heaviest = nullptr;
  for (const Root &root : roots)
    for (const Input &input : root.expr->operands())
      if (input.buffer && !has(*input.buffer) &&
          (heaviest == nullptr || input.buffer->expr()->weight > heaviest->expr()->weight))
        heaviest = input.buffer.get();
  return heaviest;
}

bool Plan::is_too_large(std::span<const Root> roots) const {
  std::uint32_t nodes = 0; // at most
  for (const Root &root : roots)
    nodes += root.expr->weight;
  return nodes > most_nodes && distinct_nodes(roots, *this) > most_nodes;
}

/// `left` are those that nothing made memory meanwhile; `program` computes them.
void Plan::trace_those_left(std::span<Buffer *const> buffers, Buffers &left, Program &program) {
  for (bool done = false; !done;) {
    Few<Root> roots;
    left.clear();
    for (Buffer *buffer : buffers)
      if (!has(*buffer)) { // else another one needed it as memory
        roots.push_back({buffer->expr(), buffer});
        left.push_back(buffer);
      }
    done = roots.empty() || try_to_trace(roots, *left[0]->layout, program);
  }
}

/// Partitions and traces. False where something below had to become memory first: where a kernel would be too large,
/// what is heaviest; then some of the roots may be memory, too.
bool Plan::try_to_trace(std::span<const Root> roots, const Layout &layout, Program &program) {
  program.clear();
  beside_.clear();
  if (layout.size() == 0)
    return true;
  Buffer *const heaviest = heaviest_below(roots);
  if (heaviest != nullptr && is_too_large(roots)) {
    need(*heaviest);
    return false;
  }
  if (traced_over_rows(roots, layout, program))
    return true;
  beside_.clear();
  if (any_is_there(*this, roots))
    return false;
  partition(*this, roots, layout);
  if (any_is_there(*this, roots))
    return false;
  const Traced traced = trace(*this, roots, layout, program);
  if (traced.whole && argument_bytes(program) <= most_argument_bytes)
    return true;
  Buffer *const first = traced.whole || traced.largest_part == nullptr ? heaviest_below(roots) : traced.largest_part;
  WEFT_CHECK(first != nullptr || traced.whole, "fuse: more loops in an expression of memory than a kernel has");
  if (first != nullptr)
    need(*first);
  return first == nullptr;
}

bool Plan::traced_over_rows(std::span<const Root> roots, const Layout &layout, Program &program) {
  const std::optional<FoldOrder> rows = shared_rows(*this, roots, layout);
  if (!rows)
    return false;
  partition(*this, roots, layout, &*rows);
  return !any_is_there(*this, roots) && shared_rows(*this, roots, layout) &&
         trace_rows(*this, roots, layout, *rows, program, beside_) && argument_bytes(program) <= most_argument_bytes;
}

void Plan::add(std::span<Buffer *const> buffers) {
  Buffers left;
  if (buffers[0]->expr()->kind == ExprKind::algorithm) {
    left.push_back(buffers[0]);
    record(*buffers[0]->expr(), *buffers[0], 0, left);
    buffers[0]->planned = number_;
    return;
  }
  if (buffers.size() == 1 && (add_fill(*buffers[0]) || add_recurring(*buffers[0])))
    return;
  const std::size_t steps_before = pages_.steps.size();
  Program program = spare_program();
  trace_those_left(buffers, left, program);
  if (left.empty())
    return;
  const std::shared_ptr<Queue> &queue = left[0]->queue;
  if (program.steps.empty()) {
    append(queue, Kind::nothing, {}, {}, {}, left);
  } else {
    for (std::size_t i = 0; i < left.size(); ++i)
      program.outputs[i].target = target_of(*left[i]->layout, left[i]->dtype, *left[i]);
    take_beside(left);
    execute(queue, std::move(program), left);
    if (left.size() == 1)
      note_recurring(*left[0], steps_before);
  }
  for (Buffer *buffer : left)
    buffer->planned = number_;
}

/// Where it is one number throughout, which there is nothing to trace or simplify of.
bool Plan::add_fill(Buffer &buffer) {
  const Expr &expr = *buffer.expr();
  const Input &input = expr.inputs[0];
  if (expr.kind != ExprKind::cast || input.buffer || input.dtype != expr.result || buffer.layout->size() == 0)
    return false;
  Program program = spare_program();
  program.dims.push_back({.extent = static_cast<std::ptrdiff_t>(buffer.layout->size())});
  program.numbers.push_back(input.number);
  program.steps.push_back({.code = Code::number, .dtype = expr.result});
  Leaf &target = program.outputs.emplace_back().target;
  target.dtype = expr.result;
  target.planned = &buffer;
  target.strides = {1};
  Buffers made;
  made.push_back(&buffer);
  append(buffer.queue, Kind::fill, std::move(program), {}, {}, made);
  buffer.planned = number_;
  return true;
}

/// Where a program is known that computes this of other memory.
bool Plan::add_recurring(Buffer &buffer) {
  Recurring &recurring = pages_.recurring.place_of(*buffer.expr());
  if (!recurring.computes(buffer))
    return false;
  Step &step = pages_.steps.emplace_back();
  step.kind = Kind::kernel;
  recurring.point_at(buffer);
  recurring.exchange_program(step.program);
  step.recurring = &recurring;
  step.schedule.range = recurring.schedule().range;
  step.schedule.local_bytes = recurring.schedule().local_bytes;
  step.queue = buffer.queue;
  step.made.push_back(&buffer);
  step.fused = recurring.fused();
  write_arguments(step, recurring.schedule());
  buffer.planned = number_;
  return true;
}

void Plan::note_recurring(const Buffer &buffer, std::size_t steps_before) {
  Step &step = pages_.steps.back();
  if (pages_.steps.size() != steps_before + 1 || step.kind != Kind::kernel || step.partials.decided != nullptr)
    return;
  Recurring &recurring = pages_.recurring.place_of(*buffer.expr());
  if (!is_in_use(recurring) && recurring.note(buffer, step.program, step.schedule, step.fused))
    step.recurring = &recurring;
}

bool Plan::is_in_use(const Recurring &recurring) const noexcept {
  return std::ranges::any_of(pages_.steps, [&](const Step &step) { return step.recurring == &recurring; });
}

/// What the program last traced makes besides: arrays may let go of it meanwhile.
void Plan::take_beside(Buffers &made) {
  for (Buffer *buffer : beside_) {
    buffer->planned = number_;
    pages_.held.emplace_back(buffer);
    made.push_back(buffer);
  }
  beside_.clear(); // a program around this one makes other things
}

void Plan::store(const Stored &stored, const Buffer &target, const Layout &layout, Dtype dtype) {
  if (layout.size() == 0)
    return;
  Few<Root> roots;
  for (Expr *const expr : {stored.values, stored.indices})
    if (expr != nullptr) {
      measure(*expr);
      roots.push_back({expr, nullptr});
    }
  Program program = spare_program();
  while (!try_to_trace(roots, layout, program)) {
  }
  if (stored.indices != nullptr) {
    program.outputs[0].index = program.outputs[1].step;
    program.outputs.erase(program.outputs.begin() + 1);
  }
  program.outputs[0].target = target_of(layout, dtype, target);
  program.outputs[0].target.index_stride = stored.index_stride;
  Buffers made;
  take_beside(made);
  execute(target.queue, std::move(program), made);
}

void Plan::run(const Expr &algorithm, Buffer &target, std::ptrdiff_t offset) {
  record(algorithm, target, offset, {});
}

void Plan::record(const Expr &expr, const Buffer &result, std::ptrdiff_t offset, const Buffers &made) {
  for (const Input &input : expr.operands())
    if (!has(*input.buffer))
      needs_as_memory(*this, *input.buffer, "an algorithm reads it");
  Recording recording(expr, result, offset, pages_.recorded, pages_.arguments);
  expr.algorithm->record(recording);
  Step &step = pages_.steps.emplace_back();
  step.kind = Kind::algorithm;
  step.queue = result.queue;
  step.made = made;
  step.algorithm = &expr;
  step.result = &result;
  step.recorded = recording.part();
}

void Plan::execute(const std::shared_ptr<Queue> &queue, Program &&program, const Buffers &made) {
  simplify(program);
#ifndef NDEBUG
  verify(program);
#endif
  if (is_copy_or_fill(program)) {
    const Kind kind = is_copy(program) ? Kind::copy : Kind::fill;
    return append(queue, kind, std::move(program), {}, {}, made);
  }
  const Schedule chosen = schedule(program, traits_of(*queue));
#ifndef NDEBUG
  verify(chosen);
#endif
  if (chosen.stores_partials())
    return execute_in_passes(queue, program, chosen, made);
  Partials partials;
  if (chosen.tells())
    partials.decided = nothing_decided(program);
  append(queue, Kind::kernel, std::move(program), chosen, std::move(partials), made);
}

void Plan::execute_in_passes(const std::shared_ptr<Queue> &queue, const Program &program, const Schedule &schedule,
                             const Buffers &made) {
  const Fold &fold = program.folds[static_cast<std::size_t>(program.root_fold)];
  const std::size_t count = static_cast<std::size_t>(fold.order.results * fold.order.partials());
  const std::size_t value_bytes = (count * item_size(fold.loop.accumulate) + 63) / 64 * 64;
  const std::size_t index_bytes = ops::info(fold.kind).keeps_index ? count * sizeof(std::int64_t) : 0;
  const auto memory = runtime::allocate_shared(value_bytes + index_bytes, AllocationKind::device, queue);
  Partials partials{static_cast<std::byte *>(memory.get()), nullptr, nullptr};
  if (index_bytes != 0)
    partials.indices = partials.values + value_bytes;
  append(queue, Kind::kernel, first_pass(program), schedule, partials, {});
  execute(queue, join_program(program, partials, traits_of(*queue).folds), made);
  temporaries_.push_back(memory);
}

void Plan::append(const std::shared_ptr<Queue> &queue, Kind kind, Program &&program, const Schedule &schedule,
                  Partials partials, const Buffers &made) {
  Step &step = pages_.steps.emplace_back();
  step.kind = kind;
  step.program = std::move(program);
  step.schedule = schedule;
  step.partials = std::move(partials);
  step.queue = queue;
  step.made = made;
  if (kind != Kind::kernel)
    return;
  step.fused = find_kernel(step.program, step.schedule);
  write_arguments(step, step.schedule);
}

void Plan::write_arguments(Step &step, const Schedule &schedule) {
  std::vector<std::byte> &arguments = pages_.arguments;
  step.arguments = arguments.size();
  arguments.resize(step.arguments + step.fused->layout.bytes());
  fill_arguments(step.fused->layout, step.program, schedule, step.partials, &arguments[step.arguments]);
}

} // namespace weft::fuse
