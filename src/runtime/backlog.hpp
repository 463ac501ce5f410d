// What a queue was given and has not completed.
#pragma once

#include <vector>

#include "runtime/event.hpp"

namespace weft::runtime {

/// Apart from its queue, since work goes on when a queue is gone. Thread-safe.
class Backlog {
public:
  virtual ~Backlog() = default;
  virtual bool idle() const noexcept = 0;             ///< All has completed.
  virtual std::vector<Event> outstanding() const = 0; ///< Together they cover all that has not completed.
};

} // namespace weft::runtime
