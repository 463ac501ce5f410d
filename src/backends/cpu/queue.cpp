// Makes the tasks that a CPU queue runs.
#include "backends/cpu/queue.hpp"

#include <cstring>
#include <vector>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::cpu {

using runtime::Task;

namespace {

class CopyTask final : public Task {
public:
  CopyTask(void *to, const void *from, std::size_t bytes) : to_(to), from_(from), bytes_(bytes) {}

private:
  void start() noexcept override {
    mark_running();
    std::memmove(to_, from_, bytes_);
    finish();
  }
  void *to_;
  const void *from_;
  std::size_t bytes_;
};

class FillTask final : public Task {
public:
  FillTask(void *to, std::span<const std::byte> pattern, std::size_t count)
      : to_(static_cast<std::byte *>(to)), pattern_(pattern.begin(), pattern.end()), count_(count) {}

private:
  void start() noexcept override {
    mark_running();
    for (std::size_t i = 0; i < count_; ++i)
      std::memcpy(to_ + i * pattern_.size(), pattern_.data(), pattern_.size());
    finish();
  }
  std::byte *to_;
  std::vector<std::byte> pattern_;
  std::size_t count_;
};

class AdviseTask final : public Task {
  void start() noexcept override { finish(); }
};

} // namespace

bool keep_denormals() {
  const auto value = env::text("WEFT_DENORMALS");
  if (value && *value != "keep" && *value != "flush")
    throw Error(Errc::invalid, "WEFT_DENORMALS={} is neither keep nor flush", *value);
  return value == "keep";
}

CpuQueue::CpuQueue(std::shared_ptr<runtime::Context> context, std::shared_ptr<CpuDevice> device,
                   const runtime::QueueProperties &properties)
    : TaskQueue(std::move(context), std::move(device), properties, nullptr) {}

std::shared_ptr<Task> CpuQueue::launch_task(const runtime::Launch &launch, std::shared_ptr<runtime::Executable>) {
  throw Error(Errc::feature_not_supported, "launch {}: kernels do not run yet", launch.kernel.info->pretty);
}

std::shared_ptr<Task> CpuQueue::copy_task(void *to, const void *from, std::size_t bytes) {
  return std::make_shared<CopyTask>(to, from, bytes);
}

std::shared_ptr<Task> CpuQueue::fill_task(void *to, std::span<const std::byte> pattern, std::size_t count) {
  return std::make_shared<FillTask>(to, pattern, count);
}

std::shared_ptr<Task> CpuQueue::advise_task(const void *, std::size_t, int) {
  return std::make_shared<AdviseTask>();
}

} // namespace weft::cpu
