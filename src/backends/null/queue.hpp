// The null device's queue.
#pragma once

#include "runtime/task_queue.hpp"

namespace weft::null {

class NullQueue final : public runtime::TaskQueue {
public:
  NullQueue(std::shared_ptr<runtime::Context>, std::shared_ptr<runtime::Device>, const runtime::QueueProperties &);

private:
  std::shared_ptr<runtime::Task> launch_task(const runtime::Launch &, std::shared_ptr<runtime::Executable>,
                                             bool ends) override;
  std::shared_ptr<runtime::Task> copy_task(void *to, const void *from, std::size_t bytes) override;
  std::shared_ptr<runtime::Task> fill_task(void *to, std::span<const std::byte> pattern, std::size_t count) override;
  std::shared_ptr<runtime::Task> advise_task(const void *, std::size_t bytes, int advice) override;
};

} // namespace weft::null
