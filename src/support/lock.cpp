// Locking again what a thread holds.
#include "support/lock.hpp"

namespace weft {

void RecursiveMutex::lock() {
  const void *const me = ThreadSections::this_thread();
  if (owner_.load(std::memory_order_relaxed) != me) {
    mutex_.lock();
    owner_.store(me, std::memory_order_relaxed);
  }
  ++depth_;
}

void RecursiveMutex::unlock() {
  if (--depth_ != 0)
    return;
  owner_.store(nullptr, std::memory_order_relaxed);
  mutex_.unlock();
}

} // namespace weft
