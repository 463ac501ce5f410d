// A user's function as a task.
#pragma once

#include <functional>
#include <memory>

#include "runtime/task.hpp"

namespace weft::runtime {

/// Runs `work` on a host thread when its turn comes (SYCL 2020, 4.10); what it throws becomes the task's error.
std::shared_ptr<Task> make_host_task(std::function<void()> work);

} // namespace weft::runtime
