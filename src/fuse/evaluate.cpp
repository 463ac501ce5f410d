// Carries a program to its launches; what is one copy or one fill becomes that.
#include "fuse/evaluate.hpp"

#include <algorithm>
#include <array>

#include "fuse/join.hpp"
#include "fuse/kernels.hpp"
#include "fuse/partition.hpp"
#include "fuse/schedule.hpp"
#include "fuse/simplify.hpp"
#include "fuse/trace.hpp"
#include "runtime/kernel_cache.hpp"
#include "support/explain.hpp"

namespace weft::fuse {

namespace {

/// Memory that nobody owns through allocate_shared has to live until the kernel is done.
std::shared_ptr<const void> owners_of(const Program &program, std::shared_ptr<const void> other) {
  std::shared_ptr<std::vector<std::shared_ptr<const void>>> owners;
  const auto keep = [&](const std::shared_ptr<const void> &owner) {
    if (!owner)
      return;
    if (!owners)
      owners = std::make_shared<std::vector<std::shared_ptr<const void>>>();
    owners->push_back(owner);
  };
  for (const Leaf &leaf : program.leaves)
    keep(leaf.owner);
  for (const Output &output : program.outputs)
    keep(output.target.owner);
  if (!owners)
    return other;
  keep(other);
  return owners;
}

/// The argument block of a launch.
class Block {
public:
  Block(const FusedKernel &fused, const Program &program, const Schedule &schedule, const Partials &partials)
      : bytes_(fused.layout.bytes()) {
    if (bytes_ > usual)
      large_.resize(bytes_);
    fill_arguments(fused.layout, program, schedule, partials, bytes_ > usual ? large_.data() : inline_.data());
  }

  std::span<const std::byte> bytes() const { return {bytes_ > usual ? large_.data() : inline_.data(), bytes_}; }

private:
  static constexpr std::size_t usual = 1024;
  std::size_t bytes_;
  std::array<std::byte, usual> inline_;
  std::vector<std::byte> large_;
};

void launch(Queue &queue, const FusedKernel &fused, const Program &program, const Schedule &schedule,
            const Partials &partials) {
  const Block block(fused, program, schedule, partials);
  if (explaining())
    explain("fuse", "kernel {}: {} over {}x{}x{}{}{}", fused.kernel.module->hash().hex().substr(0, 8),
            describe(program), schedule.range.global[2], schedule.range.global[1], schedule.range.global[0],
            schedule.range.is_range() ? "" : " in groups", schedule.stores_partials() ? ", partial results" : "");
  queue.submit_internal({.kernel = fused.kernel,
                         .range = schedule.range,
                         .args = block.bytes(),
                         .local_bytes = schedule.local_bytes,
                         .keep_alive = owners_of(program, partials.decided)});
  fused.launched.store(true, std::memory_order_relaxed);
}

void launch(Queue &queue, const Program &program, const Schedule &schedule, const Partials &partials) {
  launch(queue, *find_kernel(program, schedule), program, schedule, partials);
}

/// Compiles the join's kernel beside that of the first pass.
runtime::FindAhead find_join_ahead(const Queue &queue, Program join) {
  simplify(join);
  const Schedule join_plan = schedule(join, limits_of(queue).groups);
  if (join_plan.stores_partials())
    return {};
  const auto fused = find_kernel(join, join_plan);
  const Block block(*fused, join, join_plan, {});
  return {queue.device(), {.kernel = fused->kernel, .range = join_plan.range, .args = block.bytes()}};
}

bool is_contiguous(const Leaf &leaf, const Program &program) {
  return program.dims.empty() || (program.dims.size() == 1 && leaf.stride(0) == 1 && leaf.reversed == 0);
}

std::byte *first_element(const Leaf &leaf) {
  return leaf.base + leaf.offset * static_cast<std::ptrdiff_t>(item_size(leaf.dtype));
}

/// One load or number stored as it is.
bool run_as_copy_or_fill(Queue &queue, const Program &program) {
  if (program.steps.size() != 1 || program.outputs.size() != 1)
    return false;
  const Leaf &target = program.outputs[0].target;
  const Step &step = program.steps[0];
  if (step.dtype != target.dtype || !is_contiguous(target, program))
    return false;
  const std::size_t count = program.dims.empty() ? 1 : static_cast<std::size_t>(program.dims[0].extent);
  const std::size_t size = item_size(target.dtype);
  const bool keeps = target.owner != nullptr || (!program.leaves.empty() && program.leaves[0].owner != nullptr);
  if (keeps) // a plain copy holds nothing alive
    return false;
  if (step.code == Code::number) {
    queue.fill_internal(first_element(target), std::span(program.numbers[step.ref].data(), size), count);
    explain("fuse", "fill of {} elements", count);
    return true;
  }
  if (step.code != Code::load || !is_contiguous(program.leaves[step.ref], program))
    return false;
  queue.copy_internal(first_element(target), first_element(program.leaves[step.ref]), count * size);
  explain("fuse", "copy of {} elements", count);
  return true;
}

std::shared_ptr<Telling[]> nothing_decided(const Program &program) {
  const FoldOrder &order = program.folds[static_cast<std::size_t>(program.root_fold)].order;
  return std::make_shared<Telling[]>(static_cast<std::size_t>(order.results));
}

void run_with_partials(const std::shared_ptr<Queue> &queue, const Program &program, const Schedule &schedule) {
  const Fold &fold = program.folds[static_cast<std::size_t>(program.root_fold)];
  const std::size_t count = static_cast<std::size_t>(fold.order.results * fold.order.partials());
  const std::size_t value_bytes = (count * item_size(fold.loop.accumulate) + 63) / 64 * 64;
  const std::size_t index_bytes = ops::info(fold.kind).keeps_index ? count * sizeof(std::int64_t) : 0;
  const auto memory = runtime::allocate_shared(value_bytes + index_bytes, AllocationKind::device, queue);
  Partials partials{static_cast<std::byte *>(memory.get()), nullptr, nullptr};
  if (index_bytes != 0)
    partials.indices = partials.values + value_bytes;
  const Program first = first_pass(program);
  const auto join = [&] { return join_program(program, partials, limits_of(*queue)); };
  const auto fused = find_kernel(first, schedule);
  const bool is_new = !fused->launched.load(std::memory_order_relaxed);
  const auto ahead = is_new ? find_join_ahead(*queue, join()) : runtime::FindAhead();
  launch(*queue, *fused, first, schedule, partials);
  execute(queue, join());
}

Leaf target_of(const Layout &layout, Dtype dtype, std::byte *base, std::shared_ptr<const void> owner) {
  Leaf leaf;
  leaf.dtype = dtype;
  leaf.base = base;
  leaf.offset = layout.offset();
  leaf.strides = layout.strides();
  leaf.owner = std::move(owner);
  return leaf;
}

} // namespace

void execute(const std::shared_ptr<Queue> &queue, Program program) {
  simplify(program);
#ifndef NDEBUG
  verify(program);
#endif
  if (run_as_copy_or_fill(*queue, program))
    return;
  const Schedule plan = schedule(program, limits_of(*queue).groups);
  if (plan.stores_partials())
    run_with_partials(queue, program, plan);
  else if (plan.form == Form::lanes_telling)
    launch(*queue, program, plan, {nullptr, nullptr, nothing_decided(program)});
  else
    launch(*queue, program, plan, {});
}

void run(Pending &pending, std::span<Buffer *const> buffers) {
  std::vector<Root> roots;
  for (Buffer *buffer : buffers)
    roots.push_back({buffer->expr.get(), buffer});
  if (buffers.front()->layout->size() != 0)
    partition(pending, roots, *buffers.front()->layout);
  roots.clear();
  std::vector<Buffer *> left;
  std::vector<std::shared_ptr<void>> memory;
  for (Buffer *buffer : buffers) {
    if (!buffer->pending()) // another one needed it as memory
      continue;
    left.push_back(buffer);
    roots.push_back({buffer->expr.get(), buffer});
    memory.push_back(runtime::allocate_shared(buffer->bytes, buffer->kind, buffer->queue));
  }
  if (left.empty())
    return;
  const Layout &layout = *left.front()->layout;
  if (layout.size() != 0) {
    Program program = trace(roots, layout);
    for (std::size_t i = 0; i < left.size(); ++i)
      program.outputs[i].target = target_of(layout, left[i]->dtype, static_cast<std::byte *>(memory[i].get()), nullptr);
    execute(left.front()->queue, std::move(program));
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i]->base = memory[i].get();
    left[i]->owner = std::move(memory[i]);
    pending.remove(*left[i]);
  }
}

void run_into(Pending &pending, const std::shared_ptr<Queue> &queue, const Expr &expr, const Layout &target,
              Dtype dtype, std::byte *base, std::shared_ptr<const void> owner) {
  if (target.size() == 0)
    return;
  const Root roots[] = {{&expr, nullptr}};
  partition(pending, roots, target);
  Program program = trace(roots, target);
  program.outputs[0].target = target_of(target, dtype, base, std::move(owner));
  execute(queue, std::move(program));
}

} // namespace weft::fuse
