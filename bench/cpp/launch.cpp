// What launching costs beyond the kernel's own work: microseconds per submit and wait, as a median.
#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "codegen/codegen.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace {

using namespace weft;
using runtime::Launch;
using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration d) {
  return std::chrono::duration<double, std::micro>(d).count();
}

/// Median time of one call over `rounds` rounds of `calls` calls, with a pause before each round.
double median(int rounds, int calls, std::chrono::milliseconds pause, const std::function<void()> &call) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    if (pause.count() != 0)
      std::this_thread::sleep_for(pause);
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i)
      call();
    times.push_back(microseconds(Clock::now() - start) / calls);
  }
  std::ranges::nth_element(times, times.begin() + std::ptrdiff_t(times.size() / 2));
  return times[times.size() / 2];
}

/// Stores 1 to element `id`, for ids below the global range.
std::shared_ptr<const codegen::KernelModule> store_kernel() {
  codegen::KernelInfo info;
  info.name = info.pretty = "store";
  info.args_size = 8;
  auto builder = codegen::codegen().builder(info);
  builder->store(builder->field(0, codegen::Type::ptr), builder->global_id(0),
                 builder->constant_int(codegen::Type::i32, 1));
  return std::make_shared<const codegen::KernelModule>(builder->finish(false), std::vector{info});
}

void report(const char *what, double us) {
  fmt::print("{:<44}{:>10.3f}\n", what, us);
}

void measure(bool in_order, const std::shared_ptr<const codegen::KernelModule> &module) {
  const auto device = runtime::default_device();
  const auto queue = runtime::make_queue(device->platform()->default_context(), device, {.in_order = in_order});
  const auto memory = runtime::allocate_shared(std::size_t(4) << 20, runtime::AllocationKind::device, queue);
  void *const args = memory.get();
  Launch launch{
      .kernel = {module, &module->kernels().front()}, .range = {}, .args = std::as_bytes(std::span(&args, 1))};
  const auto start = Clock::now();
  queue->launch(launch).wait();
  fmt::print("{} queue on {}\n", in_order ? "in-order" : "out-of-order", device->info().name);
  report("first launch", microseconds(Clock::now() - start));
  using std::chrono::milliseconds;
  const auto submit_and_wait = [&] { queue->launch(launch).wait(); };
  median(20, 1000, milliseconds(0), submit_and_wait);
  report("1 work-item, submit and wait", median(50, 1000, milliseconds(0), submit_and_wait));
  report("1 work-item, submit, queue.wait()", median(50, 1000, milliseconds(0), [&] {
           queue->launch(launch);
           queue->wait();
         }));
  report("1 work-item, array layer's way in",
         median(50, 1000, milliseconds(0), [&] { queue->submit_internal(launch); }));
  queue->wait();
  report("1 work-item, after 2 ms idle", median(200, 1, milliseconds(2), submit_and_wait));
  launch.range.global[0] = 1000;
  report("1,000 work-items, submit and wait", median(50, 1000, milliseconds(0), submit_and_wait));
  launch.range.global[0] = 1'000'000;
  report("1,000,000 work-items, submit and wait", median(50, 20, milliseconds(0), submit_and_wait));
  report("1,000,000 work-items, after 2 ms idle", median(200, 1, milliseconds(2), submit_and_wait));
  report("host task, submit and wait", median(50, 20, milliseconds(0), [&] { queue->host_task([] {}).wait(); }));
  report("allocate and free 4,000 bytes", median(50, 1000, milliseconds(0), [&] {
           runtime::allocate_shared(4000, runtime::AllocationKind::device, queue);
         }));
}

} // namespace

int main() {
  const auto module = store_kernel();
  fmt::print("{:<44}{:>10}\n", "", "us");
  measure(false, module);
  measure(true, module);
}
