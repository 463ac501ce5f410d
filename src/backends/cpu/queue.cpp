// Makes the tasks that a CPU queue runs.
#include "backends/cpu/queue.hpp"

#include "backends/cpu/tasks.hpp"

namespace weft::cpu {

using runtime::Task;

namespace {

class AdviseTask final : public Task {
  std::string name() const override { return "mem_advise"; }
  void start() noexcept override { finish(); } // no advice that a device defines means anything to this one
};

} // namespace

CpuQueue::CpuQueue(std::shared_ptr<runtime::Context> context, std::shared_ptr<CpuDevice> device,
                   const runtime::QueueProperties &properties)
    : TaskQueue(std::move(context), device, properties, &device->pool()), pool_(device->pool()) {}

std::shared_ptr<Task> CpuQueue::launch_task(const runtime::Launch &launch,
                                            std::shared_ptr<runtime::Executable> executable, bool ends) {
  return std::make_shared<LaunchTask>(pool_, launch, std::move(executable), ends);
}

std::shared_ptr<Task> CpuQueue::copy_task(void *to, const void *from, std::size_t bytes) {
  return std::make_shared<CopyTask>(pool_, to, from, bytes);
}

std::shared_ptr<Task> CpuQueue::fill_task(void *to, std::span<const std::byte> pattern, std::size_t count) {
  return std::make_shared<FillTask>(pool_, to, pattern, count);
}

std::shared_ptr<Task> CpuQueue::advise_task(const void *, std::size_t, int) {
  return std::make_shared<AdviseTask>();
}

} // namespace weft::cpu
