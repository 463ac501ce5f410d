// Carries plans out.
#include "fuse/pending.hpp"
#include "fuse/plan.hpp"
#include "support/explain.hpp"

namespace weft::fuse {

namespace {

/// Memory that nobody owns through allocate_shared has to live until the kernel is done.
class Owners {
public:
  void keep(const std::shared_ptr<const void> &owner) {
    if (!owner)
      return;
    if (!owners_)
      owners_ = std::make_shared<std::vector<std::shared_ptr<const void>>>();
    owners_->push_back(owner);
  }
  std::shared_ptr<const void> with(const std::shared_ptr<const void> &other) {
    if (!owners_)
      return other;
    keep(other);
    return owners_;
  }

private:
  std::shared_ptr<std::vector<std::shared_ptr<const void>>> owners_;
};

std::shared_ptr<const void> owners_of(const Program &program, const std::shared_ptr<const void> &other) {
  Owners owners;
  for (const Leaf &leaf : program.leaves)
    owners.keep(leaf.owner);
  for (const Output &output : program.outputs)
    owners.keep(output.target.owner);
  return owners.with(other);
}

std::shared_ptr<const void> owners_of(const Expr &algorithm, const Buffer &result) {
  Owners owners;
  for (const Input &input : algorithm.operands())
    if (input.buffer->borrowed)
      owners.keep(input.buffer->owner());
  if (result.borrowed)
    owners.keep(result.owner());
  return owners.with(nullptr);
}

/// The addresses of what was planned and is memory by now; false where there are none.
bool resolve(Program &program) {
  bool any = false;
  const auto look_at = [&](Leaf &leaf) {
    if (leaf.planned == nullptr)
      return;
    leaf.base = static_cast<std::byte *>(leaf.planned->base());
    any = true;
  };
  for (Leaf &leaf : program.leaves)
    look_at(leaf);
  for (Output &output : program.outputs)
    look_at(output.target);
  return any;
}

std::byte *first_element(const Leaf &leaf) {
  return leaf.base + leaf.offset * static_cast<std::ptrdiff_t>(item_size(leaf.dtype));
}

std::size_t elements_of(const Program &program) {
  return program.dims.empty() ? 1 : static_cast<std::size_t>(program.dims[0].extent);
}

void fill(Queue &queue, const Program &program) {
  const Leaf &target = program.outputs[0].target;
  const std::size_t count = elements_of(program);
  const Number &number = program.numbers[program.steps[0].ref];
  queue.fill_internal(first_element(target), std::span(number.data(), item_size(target.dtype)), count);
  explain("fuse", "fill of {} elements", count);
}

void copy(Queue &queue, const Program &program) {
  const Leaf &target = program.outputs[0].target;
  const std::size_t count = elements_of(program);
  const std::byte *const from = first_element(program.leaves[program.steps[0].ref]);
  queue.copy_internal(first_element(target), from, count * item_size(target.dtype));
  explain("fuse", "copy of {} elements", count);
}

} // namespace

runtime::Launch Plan::launch_of(const Step &step) const {
  return {.kernel = step.fused->kernel,
          .range = step.schedule.range,
          .args = std::span(pages_.arguments).subspan(step.arguments, step.fused->layout.bytes()),
          .local_bytes = step.schedule.local_bytes};
}

runtime::Launch Plan::launch_of(const RecordedLaunch &recorded) const {
  return {.kernel = recorded.kernel,
          .range = recorded.range,
          .args = std::span(pages_.arguments).subspan(recorded.arguments, recorded.bytes),
          .local_bytes = recorded.local_bytes,
          .distinct = recorded.distinct};
}

std::span<RecordedLaunch> Plan::launches_of(const Step &step) {
  return std::span(pages_.recorded.launches).subspan(step.recorded.first_launch, step.recorded.launches);
}

std::vector<runtime::Wanted> Plan::missing() {
  std::vector<runtime::Wanted> wanted;
  for (Step &step : pages_.steps) {
    const std::shared_ptr<runtime::Device> &device = step.queue->device();
    const auto check = [&](const std::shared_ptr<runtime::Executable> &executable, const runtime::Launch &launch) {
      if (executable == nullptr)
        wanted.push_back(runtime::wanted(device, launch));
    };
    if (step.kind == Kind::kernel) {
      const runtime::Launch launch = launch_of(step);
      step.executable = step.recurring != nullptr ? step.recurring->find_ready(*device, launch)
                                                  : runtime::find_ready(*device, launch);
      check(step.executable, launch);
    }
    for (RecordedLaunch &recorded : launches_of(step))
      if (!recorded.call) {
        const runtime::Launch launch = launch_of(recorded);
        recorded.executable = runtime::find_ready(*device, launch);
        check(recorded.executable, launch);
      }
  }
  return wanted;
}

void Plan::launch() {
  for (const std::string &note : notes_)
    explain("fuse", "{}", note);
  for (Buffer *buffer : on_the_way_)
    buffer->recomputed |= buffer->count() > 1;
  for (Step &step : pages_.steps) {
    for (Buffer *buffer : step.made)
      buffer->allocate();
    launch(step);
    for (Buffer *buffer : step.made)
      pending_.remove(*buffer);
  }
}

void Plan::launch(Step &step) {
  const bool moved = resolve(step.program);
  if (step.kind == Kind::copy)
    return copy(*step.queue, step.program);
  if (step.kind == Kind::fill)
    return fill(*step.queue, step.program);
  if (step.kind == Kind::algorithm)
    return launch_algorithm(step);
  if (step.kind == Kind::nothing)
    return;
  if (moved)
    fill_addresses(step.fused->layout, step.program, &pages_.arguments[step.arguments]);
  if (explaining())
    explain("fuse", "kernel {}: {} over {}x{}x{}{}{}", step.fused->kernel.module->hash().hex().substr(0, 8),
            describe(step.program), step.schedule.range.global[2], step.schedule.range.global[1],
            step.schedule.range.global[0], step.schedule.range.is_range() ? "" : " in groups",
            step.schedule.stores_partials() ? ", partial results" : "");
  runtime::Launch launch = launch_of(step);
  launch.keep_alive = owners_of(step.program, step.partials.decided);
  step.queue->submit_internal(launch, std::move(step.executable));
}

/// Temporaries go back to the pool when all is submitted, and are reused after that.
void Plan::launch_algorithm(const Step &step) {
  std::vector<std::shared_ptr<void>> memory;
  std::vector<std::byte *> temporaries;
  for (const std::size_t bytes :
       std::span(pages_.recorded.temporaries).subspan(step.recorded.first_temporary, step.recorded.temporaries)) {
    memory.push_back(runtime::allocate_shared(std::max<std::size_t>(bytes, 16), AllocationKind::device, step.queue));
    temporaries.push_back(static_cast<std::byte *>(memory.back().get()));
  }
  const Addresses addresses(*step.algorithm, *step.result, temporaries);
  const std::shared_ptr<const void> kept = owners_of(*step.algorithm, *step.result);
  for (RecordedLaunch &recorded : launches_of(step)) {
    if (recorded.call) {
      recorded.call(*step.queue, addresses, kept);
      continue;
    }
    addresses.resolve(std::span(pages_.arguments).subspan(recorded.arguments, recorded.bytes));
    explain("array", "algorithm {} over {}", recorded.kernel.info->pretty, recorded.range.global[0]);
    runtime::Launch launch = launch_of(recorded);
    launch.keep_alive = kept;
    step.queue->submit_internal(launch, std::move(recorded.executable));
  }
}

} // namespace weft::fuse
