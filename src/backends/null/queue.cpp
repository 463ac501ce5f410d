// Runs each task where it becomes ready, on that thread.
#include "backends/null/queue.hpp"

#include <cstring>
#include <vector>

#include "backends/null/failures.hpp"
#include "support/error.hpp"

namespace weft::null {

using runtime::Task;

namespace {

/// Does `work`, or fails instead: as work that fails while it runs.
class NullTask final : public Task {
public:
  NullTask(std::string name, std::function<void()> work)
      : name_(std::move(name)), work_(std::move(work)), fails_(must_fail(Point::submit)) {}
  std::string name() const override { return name_; }

private:
  void start() noexcept override {
    mark_running();
    if (fails_)
      return finish(std::make_exception_ptr(Error(Errc::runtime, "task: the null device was told to fail")));
    work_();
    finish();
  }

  void release() noexcept override { work_ = nullptr; }

  std::string name_;
  std::function<void()> work_;
  bool fails_;
};

} // namespace

NullQueue::NullQueue(std::shared_ptr<runtime::Context> context, std::shared_ptr<runtime::Device> device,
                     const runtime::QueueProperties &properties)
    : TaskQueue(std::move(context), std::move(device), properties, nullptr) {}

std::shared_ptr<Task> NullQueue::launch_task(const runtime::Launch &launch,
                                             std::shared_ptr<runtime::Executable> executable, bool) {
  return std::make_shared<NullTask>("kernel " + launch.kernel.info->pretty, [executable, held = launch.keep_alive] {});
}

std::shared_ptr<Task> NullQueue::copy_task(void *to, const void *from, std::size_t bytes) {
  return std::make_shared<NullTask>("memcpy", [=] {
    if (bytes != 0)
      std::memmove(to, from, bytes);
  });
}

std::shared_ptr<Task> NullQueue::fill_task(void *to, std::span<const std::byte> pattern, std::size_t count) {
  return std::make_shared<NullTask>("fill", [to = static_cast<std::byte *>(to), count,
                                             pattern = std::vector<std::byte>(pattern.begin(), pattern.end())] {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(to + i * pattern.size(), pattern.data(), pattern.size());
  });
}

std::shared_ptr<Task> NullQueue::advise_task(const void *, std::size_t, int) {
  return std::make_shared<NullTask>("mem_advise", [] {});
}

} // namespace weft::null
