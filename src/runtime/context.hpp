// A set of devices of one platform that share allocations and events.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/event.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

class Queue;

/// Compared by address. Throws Error(invalid) if made of no devices or of devices of several platforms.
class Context : public std::enable_shared_from_this<Context> {
public:
  explicit Context(std::vector<std::shared_ptr<Device>>, AsyncHandler = {});
  const std::vector<std::shared_ptr<Device>> &devices() const noexcept { return devices_; }
  const std::shared_ptr<Platform> &platform() const noexcept { return platform_; }
  const AsyncHandler &async_handler() const noexcept { return handler_; }
  bool contains(const Device &) const noexcept; ///< Itself or a descendant of one of its devices.

  std::vector<Event> outstanding() const; ///< Together they cover what its queues have not completed.

private:
  friend class Queue; // which enter and leave
  void enter(Queue &);
  void leave(const Queue &, const std::vector<Event> &unfinished) noexcept;
  std::vector<Event> left_behind() const; ///< what queues that are gone have not completed

  std::vector<std::shared_ptr<Device>> devices_;
  std::shared_ptr<Platform> platform_;
  AsyncHandler handler_;
  mutable Mutex mutex_;
  std::vector<Queue *> queues_;
  mutable std::vector<Event> left_; ///< of left_behind(), and some that are done
};

} // namespace weft::runtime
