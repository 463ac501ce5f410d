// A set of devices of one platform that share allocations and events.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runtime/backlog.hpp"
#include "runtime/device.hpp"
#include "runtime/event.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

/// Compared by address. Throws Error(invalid) if made of no devices or of devices of several platforms.
class Context : public std::enable_shared_from_this<Context> {
public:
  explicit Context(std::vector<std::shared_ptr<Device>>, AsyncHandler = {});
  const std::vector<std::shared_ptr<Device>> &devices() const noexcept { return devices_; }
  const std::shared_ptr<Platform> &platform() const noexcept { return platform_; }
  const AsyncHandler &async_handler() const noexcept { return handler_; }
  bool contains(const Device &) const noexcept; ///< Itself or a descendant of one of its devices.

  std::vector<Event> outstanding() const; ///< Together they cover what its queues have not completed, also those gone.

  /// Of a queue of this context; throws std::bad_alloc.
  void enter(std::shared_ptr<const Backlog>);
  void leave(const Backlog &) noexcept; ///< Its queue is gone; the work may go on.

private:
  struct Entry {
    std::shared_ptr<const Backlog> work;
    bool queue_is_gone = false;
  };
  void forget_completed() const; ///< What queues that are gone have completed.

  std::vector<std::shared_ptr<Device>> devices_;
  std::shared_ptr<Platform> platform_;
  AsyncHandler handler_;
  mutable Mutex mutex_;
  mutable std::vector<Entry> entries_;
};

} // namespace weft::runtime
