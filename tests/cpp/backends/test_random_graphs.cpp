// Random graphs of tasks over several queues of the null device, whose streams do their work as late as they may.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backends/null/kernels.hpp"
#include "codegen/codegen.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace weft::runtime {
namespace {

const bool enabled = setenv("WEFT_NULL", "1", 1) == 0;

/// Kernels, host tasks, barriers and array work over queues of both kinds, each after some of those before it.
struct RandomGraph {
  struct StampArgs {
    std::atomic<int> *clock, *at;
  };
  static constexpr int count = 120;

  explicit RandomGraph(unsigned seed) : random(seed) {}

  static const Kernel &stamp_kernel() {
    static const Kernel kernel = [] {
      null::run_kernels_as("stamp", [](std::span<const std::byte> bytes, const NdRange &) {
        StampArgs args;
        std::memcpy(&args, bytes.data(), sizeof args);
        *args.at = ++*args.clock;
      });
      codegen::KernelInfo info;
      info.name = info.pretty = "stamp";
      info.args_size = sizeof(StampArgs);
      auto module = std::make_shared<codegen::KernelModule>(
          hash_text("stamp"), [] { return codegen::Bytes(); }, std::vector{info});
      return Kernel{module, &module->kernels().front()};
    }();
    return kernel;
  }

  void add(int i, const std::vector<std::shared_ptr<Queue>> &queues) {
    const std::size_t on = random() % queues.size();
    Queue &queue = *queues[on];
    std::vector<Event> waited;
    for (unsigned each = random() % 3; each > 0 && i > 0; --each) {
      const int before = int(random() % unsigned(i));
      waited.push_back(events[std::size_t(before)]);
      after.emplace_back(before, i);
    }
    for (const auto &[task, where, holds_back] : tasks)
      if (where == on && (holds_back || queue.properties().in_order))
        after.emplace_back(task, i);
    bool takes_all = false;
    events.push_back(submit(i, queue, waited, takes_all));
    for (const auto &[task, where, holds_back] : tasks)
      if (where == on && takes_all)
        after.emplace_back(task, i);
    tasks.push_back({i, on, takes_all});
  }

  Event submit(int i, Queue &queue, const std::vector<Event> &waited, bool &takes_all) {
    const StampArgs args{&clock, &at[std::size_t(i)]};
    const Launch launch{.kernel = stamp_kernel(), .range = {}, .args = std::as_bytes(std::span(&args, 1))};
    switch (random() % 4) {
    case 0:
      return queue.host_task(
          [args, pause = std::chrono::microseconds(random() % 200)] {
            std::this_thread::sleep_for(pause);
            *args.at = ++*args.clock;
          },
          waited);
    case 1:
      takes_all = true;
      return queue.submit_internal(launch, waited);
    default:
      return queue.launch(launch, waited);
    }
  }

  std::minstd_rand random;
  std::atomic<int> clock{0};
  std::array<std::atomic<int>, count> at{};
  std::vector<Event> events;
  struct Submitted {
    int task;
    std::size_t queue;
    bool holds_back;
  };
  std::vector<Submitted> tasks;
  std::vector<std::pair<int, int>> after;
};

TEST(RandomGraphs, OverStreamsKeepTheirOrder) {
  const std::shared_ptr<Device> device = select("null");
  const auto make = [&](QueueProperties properties = {}) {
    return make_queue(device->platform()->default_context(), device, std::move(properties));
  };
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomGraph graph(seed);
    const std::vector<std::shared_ptr<Queue>> queues{make(), make({.in_order = true}), make(),
                                                     make({.in_order = true})};
    for (int i = 0; i < RandomGraph::count; ++i)
      graph.add(i, queues);
    for (const auto &queue : queues)
      queue->wait();
    for (const auto &[before, later] : graph.after)
      ASSERT_LT(graph.at[std::size_t(before)], graph.at[std::size_t(later)])
          << "seed " << seed << ", tasks " << before << " and " << later;
    for (int i = 0; i < RandomGraph::count; ++i)
      ASSERT_NE(graph.at[std::size_t(i)], 0) << "seed " << seed << ", task " << i;
  }
}

} // namespace
} // namespace weft::runtime
