// Runs host tasks on threads that may block.
#include "runtime/host_task.hpp"

#include <utility>

#include "runtime/host_threads.hpp"

namespace weft::runtime {

namespace {

class HostTask final : public Task {
public:
  explicit HostTask(std::function<void()> work) : work_(std::move(work)) {}
  std::string name() const override { return "host task"; }

private:
  void start() noexcept override {
    post_to_host_thread([this] { run(); }); // an unfinished task stays alive
  }

  void run() noexcept {
    const trace::Slice slice("run", [] { return "host task"; });
    mark_running();
    std::exception_ptr error;
    try {
      work_();
    } catch (...) {
      error = std::current_exception();
    }
    finish(std::move(error));
  }

  void release() noexcept override { work_ = nullptr; }

  std::function<void()> work_;
};

} // namespace

std::shared_ptr<Task> make_host_task(std::function<void()> work) {
  return std::make_shared<HostTask>(std::move(work));
}

} // namespace weft::runtime
