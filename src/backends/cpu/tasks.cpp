// Runs kernels, copies and fills.
#include "backends/cpu/tasks.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "backends/cpu/fault_guard.hpp"
#include "backends/cpu/fibers.hpp"
#include "backends/cpu/memory_kinds.hpp"
#include "backends/cpu/scratch.hpp"
#include "support/copy_bytes.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::cpu {

namespace {

constexpr std::size_t copy_unit = 64 << 10;
constexpr std::size_t small_limit = 128 << 10; ///< bytes that a thread moves in less time than another wakes up in
constexpr std::size_t scratch_alignment = 64;
// GPUs give local memory in such units, and programs written there use a little more than they ask for.
constexpr std::size_t local_unit = 1024;

/// Copies and fills of all queues teach each other what a unit costs.
CostEstimate &copy_cost() {
  static constinit CostEstimate cost(15'000);
  return cost;
}

CostEstimate &fill_cost() {
  static constinit CostEstimate cost(10'000);
  return cost;
}

} // namespace

void SharedTask::begin(std::uint64_t units, CostEstimate &cost, bool ends) noexcept {
  if (units == 0)
    run_all_here(0);
  else
    Job::begin(pool_, units, cost, ends);
}

void SharedTask::run_all_here(std::uint64_t units) noexcept {
  mark_running();
  if (units != 0)
    run_units(0, units);
  all_done();
}

void SharedTask::fail(std::exception_ptr error) noexcept {
  if (!failed_.exchange(true))
    error_ = std::move(error);
}

void SharedTask::run_units(std::uint64_t first, std::uint64_t last) noexcept {
  struct Part {
    SharedTask *task;
    std::uint64_t first, last;
  } part{this, first, last};
  const auto run = [](void *context) {
    const Part &p = *static_cast<Part *>(context);
    p.task->work(p.first, p.last);
  };
  if (failed_.load(std::memory_order_relaxed))
    return;
  const runtime::trace::Slice slice("run", [this] { return name(); });
  try {
    if (const auto fault = call_guarded(run, &part))
      throw Error(
          Errc::kernel,
          "{}: {} (work units {} to {}); memory that it wrote before is kept; check the indices and pointers that "
          "it uses",
          name(), fault->describe(), first, last);
  } catch (...) {
    fail(std::current_exception());
  }
}

void SharedTask::all_done() noexcept {
  finish(std::move(error_));
}

void LaunchTask::FreeAligned::operator()(std::byte *block) const noexcept {
  std::free(block);
}

LaunchTask::LaunchTask(Pool &pool, const runtime::Launch &launch, std::shared_ptr<runtime::Executable> executable,
                       bool ends)
    : SharedTask(pool), kernel_(launch.kernel),
      executable_(std::static_pointer_cast<CpuExecutable>(std::move(executable))), keep_alive_(launch.keep_alive),
      ends_(ends) {
  const codegen::cpu::Layout &layout = executable_->layout();
  const runtime::NdRange &range = launch.range;
  std::size_t group_size = 1;
  for (int d = 0; d < 3; ++d) {
    const std::size_t local = range.is_range() ? layout.unit[d] : range.local[d];
    info_.global[d] = range.global[d];
    info_.local[d] = local;
    info_.groups[d] = ceil_div(range.global[d], local);
    info_.offset[d] = range.offset[d];
    units_ *= range.is_range() ? info_.groups[d] : ceil_div(info_.groups[d], layout.unit[d]);
    group_size *= local;
  }
  info_.local_stride =
      round_up(launch.local_bytes + std::size_t(layout.static_local) + codegen::cpu::local_margin, local_unit);
  local_bytes_ = codegen::cpu::local_margin + info_.local_stride * layout.local_copies;
  context_bytes_ = layout.context_fixed + std::size_t(layout.context_per_item) * group_size;

  std::byte *args = args_.data();
  if (launch.args.size() > most_inside || launch.kernel.info->args_align > inside_alignment) {
    const std::size_t align = std::max<std::size_t>(inside_alignment, launch.kernel.info->args_align);
    args = static_cast<std::byte *>(std::aligned_alloc(align, round_up(launch.args.size(), align)));
    if (args == nullptr)
      throw std::bad_alloc();
    large_args_.reset(args);
  }
  std::ranges::copy(launch.args, args);
}

void LaunchTask::start() noexcept {
  begin(executable_->takes_turns() ? std::min<std::uint64_t>(units_, 1) : units_, executable_->cost(), ends_);
}

void LaunchTask::work(std::uint64_t first, std::uint64_t last) {
  if (executable_->takes_turns())
    by_turns();
  else
    call(first, last, thread_scratch(local_bytes_ + context_bytes_));
}

/// Memory of groups that ended serves those that begin.
void LaunchTask::by_turns() {
  struct Groups {
    LaunchTask &task;
    std::vector<std::unique_ptr<std::byte, FreeAligned>> all;
    std::vector<std::byte *> idle;
  } groups{*this, {}, {}};
  const auto run = [](void *context, std::uint64_t unit) {
    Groups &g = *static_cast<Groups *>(context);
    if (g.idle.empty()) {
      const std::size_t bytes = round_up(g.task.local_bytes_ + g.task.context_bytes_ + 1, scratch_alignment);
      g.idle.push_back(static_cast<std::byte *>(std::aligned_alloc(scratch_alignment, bytes)));
      g.all.emplace_back(g.idle.back());
    }
    std::byte *const scratch = g.idle.back();
    g.idle.pop_back();
    g.task.call(unit, unit + 1, scratch);
    g.idle.push_back(scratch);
  };
  take_turns(units_, run, &groups, [this](double seconds, std::size_t count) {
    std::fprintf(stderr, "weft: %s: %zu work-items have waited for %.0f s for what none of the others stores\n",
                 name().c_str(), count, seconds);
  });
}

/// Finalized code has no signature in front of its entry for -fsanitize=function to compare with; what lies there may
/// not even be readable.
__attribute__((no_sanitize("function"))) void LaunchTask::call(std::uint64_t first, std::uint64_t last,
                                                               std::byte *scratch) {
  const std::byte *const args = large_args_ ? large_args_.get() : args_.data();
  std::byte *const local = scratch + codegen::cpu::local_margin, *const context = scratch + local_bytes_;
  if (executable_->layout().asks_memory_kinds == 0)
    return executable_->entry()(args, &info_, first, last, local, context);
  const KernelMemory memory{args, args + kernel_.info->args_size, local, context, context + context_bytes_};
  const RunningKernel before = std::exchange(running_kernel, {&memory, __builtin_frame_address(0)});
  executable_->entry()(args, &info_, first, last, local, context);
  running_kernel = before;
}

std::string LaunchTask::name() const {
  return "kernel " + kernel_.info->pretty;
}

void LaunchTask::release() noexcept {
  keep_alive_ = nullptr;
}

/// Overlapping ranges are moved as one unit.
CopyTask::CopyTask(Pool &pool, void *to, const void *from, std::size_t bytes)
    : SharedTask(pool), to_(static_cast<std::byte *>(to)), from_(static_cast<const std::byte *>(from)), bytes_(bytes),
      unit_(copy_unit) {
  const auto a = std::uintptr_t(to), b = std::uintptr_t(from);
  if (bytes != 0 && (a > b ? a - b : b - a) < bytes)
    unit_ = bytes;
}

void CopyTask::start() noexcept {
  const std::uint64_t units = (bytes_ + unit_ - 1) / unit_;
  if (bytes_ <= small_limit)
    run_all_here(units);
  else
    begin(units, copy_cost(), true);
}

std::string CopyTask::name() const {
  return "memcpy";
}

void CopyTask::work(std::uint64_t first, std::uint64_t last) {
  const std::size_t begin = first * unit_, end = std::min<std::size_t>(last * unit_, bytes_);
  copy_bytes(to_ + begin, from_ + begin, end - begin);
}

FillTask::FillTask(Pool &pool, void *to, std::span<const std::byte> pattern, std::size_t count)
    : SharedTask(pool), to_(static_cast<std::byte *>(to)), bytes_(pattern.size() * count) {
  constexpr std::size_t block_size = 4096;
  const std::size_t repeats = std::clamp<std::size_t>(block_size / pattern.size(), 1, std::max<std::size_t>(count, 1));
  block_.resize(repeats * pattern.size());
  std::ranges::copy(pattern, block_.begin());
  for (std::size_t done = pattern.size(); done < block_.size(); done *= 2)
    std::memcpy(block_.data() + done, block_.data(), std::min(done, block_.size() - done));
  unit_ = block_.size() * std::max<std::size_t>(1, copy_unit / block_.size());
}

void FillTask::start() noexcept {
  const std::uint64_t units = (bytes_ + unit_ - 1) / unit_;
  if (bytes_ <= small_limit)
    run_all_here(units);
  else
    begin(units, fill_cost(), true);
}

std::string FillTask::name() const {
  return "fill";
}

void FillTask::work(std::uint64_t first, std::uint64_t last) {
  const std::size_t end = std::min<std::size_t>(last * unit_, bytes_);
  for (std::size_t at = first * unit_; at < end; at += block_.size())
    std::memcpy(to_ + at, block_.data(), std::min(block_.size(), end - at));
}

} // namespace weft::cpu
