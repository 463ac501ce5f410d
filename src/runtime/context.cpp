// Checks what a context is made of; knows its queues.
#include "runtime/context.hpp"

#include <algorithm>
#include <mutex>

#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {

Context::Context(std::vector<std::shared_ptr<Device>> devices, AsyncHandler handler)
    : devices_(std::move(devices)), handler_(std::move(handler)) {
  if (devices_.empty())
    throw Error(Errc::invalid, "context: made of no devices; give at least one");
  platform_ = devices_.front()->platform();
  for (const auto &device : devices_)
    if (device->platform() != platform_)
      throw Error(Errc::invalid, "context: {} and {} belong to different platforms; make one context for each",
                  devices_.front()->info().name, device->info().name);
}

bool Context::contains(const Device &device) const noexcept {
  const auto is_member = [&](const Device *candidate) {
    return std::ranges::any_of(devices_, [&](const auto &member) { return member.get() == candidate; });
  };
  if (is_member(&device))
    return true;
  for (auto ancestor = device.parent(); ancestor != nullptr; ancestor = ancestor->parent())
    if (is_member(ancestor.get()))
      return true;
  return false;
}

void Context::enter(Queue &queue) {
  left_behind(); // so that programs that make many queues do not pile up events
  const std::lock_guard lock(mutex_);
  queues_.push_back(&queue);
}

void Context::leave(const Queue &queue, const std::vector<Event> &unfinished) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase(queues_, &queue);
  left_.insert(left_.end(), unfinished.begin(), unfinished.end());
}

std::vector<Event> Context::left_behind() const {
  std::vector<Event> events;
  {
    const std::lock_guard lock(mutex_);
    events = left_;
  }
  // Without the lock: who finds that work is done may run what the program wants to happen then.
  const auto done = std::ranges::partition(events, [](const Event &event) { return !event.done(); });
  if (!done.empty()) {
    const std::lock_guard lock(mutex_);
    std::erase_if(left_, [&](const Event &event) { return std::ranges::find(done, event) != done.end(); });
  }
  events.erase(done.begin(), done.end());
  return events;
}

std::vector<Event> Context::outstanding() const {
  std::vector<Event> all = left_behind();
  std::vector<std::shared_ptr<Queue>> queues;
  {
    const std::lock_guard lock(mutex_);
    for (Queue *const queue : queues_)
      if (std::shared_ptr<Queue> alive = queue->weak_from_this().lock())
        queues.push_back(std::move(alive));
  }
  for (const std::shared_ptr<Queue> &queue : queues)
    if (!queue->idle())
      std::ranges::move(queue->outstanding(), std::back_inserter(all));
  return all;
}

} // namespace weft::runtime
