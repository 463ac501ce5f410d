// A queue whose work the host schedules: order, host tasks, barriers and errors; a backend adds the tasks that do its
// work.
#pragma once

#include "runtime/queue.hpp"
#include "runtime/task.hpp"

namespace weft::runtime {

/// The line of a queue with these properties; errors go to the queue's handler, else to the context's.
std::shared_ptr<TaskLine> make_line(const Context &, std::shared_ptr<Device>, const QueueProperties &, Helper *);

class TaskQueue : public Queue {
public:
  TaskQueue(std::shared_ptr<Context>, std::shared_ptr<Device>, const QueueProperties &, Helper *);

protected:
  /// `ends` says that the kernel is known to end by itself, as array kernels do and a user's may not.
  virtual std::shared_ptr<Task> launch_task(const Launch &, std::shared_ptr<Executable>, bool ends) = 0;
  virtual std::shared_ptr<Task> copy_task(void *to, const void *from, std::size_t bytes) = 0;
  virtual std::shared_ptr<Task> fill_task(void *to, std::span<const std::byte> pattern, std::size_t count) = 0;
  virtual std::shared_ptr<Task> advise_task(const void *, std::size_t bytes, int advice) = 0;

  Event do_launch(const Launch &, std::shared_ptr<Executable>, Events, bool after_all) final;
  Event do_copy(void *to, const void *from, std::size_t bytes, Events, bool after_all) final;
  Event do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events, bool after_all) final;
  Event do_prefetch(const void *, std::size_t, Events events) final { return do_marker(events); }
  Event do_advise(const void *, std::size_t bytes, int advice, Events) final;
  Event do_barrier(Events) final;
  Event do_marker(Events) final;
  Event do_host_task(std::function<void()>, Events) final;
  std::vector<std::exception_ptr> take_errors() final { return line_->take_errors(); }

private:
  TaskQueue(std::shared_ptr<Context>, std::shared_ptr<Device>, const QueueProperties &, std::shared_ptr<TaskLine>);
  Event submit(std::shared_ptr<Task>, Events, TaskLine::Place);

  std::shared_ptr<TaskLine> line_;
};

} // namespace weft::runtime
