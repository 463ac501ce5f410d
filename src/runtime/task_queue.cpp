// Puts tasks in line.
#include "runtime/task_queue.hpp"

#include "runtime/host_task.hpp"

namespace weft::runtime {

namespace {

/// Nothing to do: a place in the order only.
class EmptyTask final : public Task {
public:
  explicit EmptyTask(const char *name) : name_(name) {}
  std::string name() const override { return name_; }

private:
  void start() noexcept override { finish(); }

  const char *name_;
};

} // namespace

std::shared_ptr<TaskLine> make_line(const Context &context, std::shared_ptr<Device> device,
                                    const QueueProperties &properties, Helper *helper) {
  return std::make_shared<TaskLine>(std::move(device), properties.in_order, properties.profiling, helper,
                                    properties.handler ? properties.handler : context.async_handler());
}

TaskQueue::TaskQueue(std::shared_ptr<Context> context, std::shared_ptr<Device> device,
                     const QueueProperties &properties, std::shared_ptr<TaskLine> line)
    : Queue(std::move(context), std::move(device), properties, line), line_(std::move(line)) {}

TaskQueue::TaskQueue(std::shared_ptr<Context> context, std::shared_ptr<Device> device,
                     const QueueProperties &properties, Helper *helper)
    : TaskQueue(context, device, properties, make_line(*context, device, properties, helper)) {}

Event TaskQueue::submit(std::shared_ptr<Task> task, Events events, TaskLine::Place place) {
  line_->submit(task, events, place);
  return Event(std::move(task));
}

Event TaskQueue::do_launch(const Launch &launch, std::shared_ptr<Executable> executable, Events events,
                           bool after_all) {
  const auto start = [&](Events all) {
    return submit(launch_task(launch, std::move(executable), after_all), all, {after_all, after_all});
  };
  return launch.together ? device()->submit_in_turn(events, start) : start(events);
}

Event TaskQueue::do_copy(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  return submit(copy_task(to, from, bytes), events, {after_all, after_all});
}

Event TaskQueue::do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events events,
                         bool after_all) {
  return submit(fill_task(to, pattern, count), events, {after_all, after_all});
}

Event TaskQueue::do_marker(Events events) {
  return submit(std::make_shared<EmptyTask>("marker"), events, {});
}

Event TaskQueue::do_advise(const void *address, std::size_t bytes, int advice, Events events) {
  return submit(advise_task(address, bytes, advice), events, {});
}

Event TaskQueue::do_barrier(Events events) {
  return submit(std::make_shared<EmptyTask>("barrier"), events, {events.empty(), true});
}

Event TaskQueue::do_host_task(std::function<void()> work, Events events) {
  return submit(make_host_task(std::move(work)), events, {});
}

} // namespace weft::runtime
