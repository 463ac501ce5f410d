// Keeps the process usable after fork(): no other thread is inside a lock at that moment, and hooks run around it.
#pragma once

#include <functional>

namespace weft {

/// Locks and ForkDelays are of three kinds. Who forks lets no thread into the outer ones and waits until those inside
/// have left, then does the same for the middle and the inner ones. So a thread inside one may wait for what other
/// threads do inside later ones only; and never for Python's interpreter lock, which the thread that forks may hold.
enum class Section { outer, middle, inner };

/// The sections that the calling thread is inside of.
class ThreadSections {
public:
  static void enter(Section) noexcept; ///< Waits while another thread forks, unless this one is inside a section.
  static void leave(Section) noexcept;
  static const void *this_thread() noexcept; ///< Stays the same in the child.
};

/// Keeps other threads from forking: for work under foreign locks, such as compiling.
class ForkDelay {
public:
  ForkDelay() noexcept { ThreadSections::enter(Section::middle); }
  ~ForkDelay() { ThreadSections::leave(Section::middle); }
  ForkDelay(const ForkDelay &) = delete;
  ForkDelay &operator=(const ForkDelay &) = delete;
};

/// `before` runs in the forking thread while other threads still go on, `in_child` in the child when locks are free
/// again. For the life of the process.
void at_fork(std::function<void()> before, std::function<void()> in_child);

} // namespace weft
