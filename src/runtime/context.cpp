// Checks what a context is made of; knows the work of its queues.
#include "runtime/context.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>

#include "runtime/platform.hpp"
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

void Context::enter(std::shared_ptr<const Backlog> work) {
  forget_completed(); // so that programs that make many queues do not pile up what those had to do
  const std::lock_guard lock(mutex_);
  entries_.push_back({std::move(work)});
}

void Context::leave(const Backlog &work) noexcept {
  const bool idle = work.idle();
  const std::lock_guard lock(mutex_);
  const auto entry = std::ranges::find(entries_, &work, [](const Entry &e) { return e.work.get(); });
  if (idle)
    entries_.erase(entry);
  else
    entry->queue_is_gone = true;
}

void Context::forget_completed() const {
  std::vector<std::shared_ptr<const Backlog>> gone;
  {
    const std::lock_guard lock(mutex_);
    for (const Entry &entry : entries_)
      if (entry.queue_is_gone)
        gone.push_back(entry.work);
  }
  // Without the lock: who finds that work is done may run what the program wants to happen then.
  std::erase_if(gone, [](const auto &work) { return !work->idle(); });
  if (gone.empty())
    return;
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const Entry &entry) { return std::ranges::find(gone, entry.work) != gone.end(); });
}

std::vector<Event> Context::outstanding() const {
  forget_completed();
  std::vector<std::shared_ptr<const Backlog>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const Entry &entry : entries_)
      all.push_back(entry.work);
  }
  std::vector<Event> events;
  for (const auto &work : all)
    if (!work->idle())
      std::ranges::move(work->outstanding(), std::back_inserter(events));
  return events;
}

} // namespace weft::runtime
