// Threads that may block: host tasks, and waits for other backends' events.
#pragma once

#include <functional>

namespace weft::runtime {

/// Runs `work` on a thread of the runtime's own, soon and at the same time as all other posted work, since work may
/// wait for each other. The work must not throw. A child of fork() starts with none posted.
void post_to_host_thread(std::function<void()> work);

} // namespace weft::runtime
