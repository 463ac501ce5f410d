// A stack of current queues for each thread, over one global queue.
#include <mutex>
#include <optional>

#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_queue_manager.h"
#include "support/lock.hpp"

using namespace weft::capi;

namespace {

thread_local std::vector<sycl::queue> stack;
constinit weft::Mutex global_mutex;

/// What is current while a thread's stack is empty: a queue of the default device until another is set.
std::optional<sycl::queue> &global_queue() {
  static constinit weft::Lazy<std::optional<sycl::queue>> queue;
  return queue.get();
}

sycl::queue current_queue() {
  if (!stack.empty())
    return stack.back();
  const std::lock_guard lock(global_mutex);
  auto &queue = global_queue();
  if (!queue)
    queue.emplace();
  return *queue;
}

} // namespace

extern "C" {

DPCTLSyclQueueRef DPCTLQueueMgr_GetCurrentQueue(void) {
  return guarded<DPCTLSyclQueueRef>(__func__, nullptr, [] { return give(current_queue()); });
}

bool DPCTLQueueMgr_GlobalQueueIsCurrent(void) {
  return stack.empty();
}

bool DPCTLQueueMgr_IsCurrentQueue(const DPCTLSyclQueueRef QRef) {
  return guarded(__func__, false, [&] { return current_queue() == checked<sycl::queue>(QRef); });
}

void DPCTLQueueMgr_SetGlobalQueue(const DPCTLSyclQueueRef QRef) {
  guarded_do(__func__, [&] {
    const auto &queue = checked<sycl::queue>(QRef);
    const std::lock_guard lock(global_mutex);
    global_queue() = queue;
  });
}

void DPCTLQueueMgr_PushQueue(const DPCTLSyclQueueRef QRef) {
  guarded_do(__func__, [&] { stack.push_back(checked<sycl::queue>(QRef)); });
}

void DPCTLQueueMgr_PopQueue(void) {
  if (stack.empty()) {
    log_error(__func__, "the stack of queues is empty");
    return;
  }
  stack.pop_back();
}

size_t DPCTLQueueMgr_GetQueueStackSize(void) {
  return stack.size();
}
}
