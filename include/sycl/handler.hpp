// class handler: describes one command inside a command group (SYCL 2020, 4.9.4).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/queue.hpp>

namespace sycl {

class handler {
public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;

  void depends_on(const event &e) { depends_.push_back(e); }
  void depends_on(const std::vector<event> &events) { depends_.insert(depends_.end(), events.begin(), events.end()); }

  /// Runs on a host thread of the runtime, once what the command depends on is complete.
  template <class Task> void host_task(Task &&task) {
    static_assert(std::is_invocable_v<std::decay_t<Task> &>, "host_task takes a callable without arguments");
    command([task = std::function<void()>(std::forward<Task>(task))](const queue &q, const auto &depends) mutable {
      return detail::host_task(q, std::move(task), depends);
    });
  }

  void memcpy(void *to, const void *from, std::size_t bytes) {
    command([=](const queue &q, const auto &depends) { return detail::copy(q, to, from, bytes, depends); });
  }
  template <class T> void copy(const T *from, T *to, std::size_t count) { memcpy(to, from, count * sizeof(T)); }
  void memset(void *to, int value, std::size_t bytes) { fill(to, static_cast<unsigned char>(value), bytes); }
  template <class T> void fill(void *to, const T &pattern, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>, "fill needs a pattern that is device copyable");
    command(
        [=](const queue &q, const auto &depends) { return detail::fill(q, to, &pattern, sizeof(T), count, depends); });
  }
  void prefetch(const void *pointer, std::size_t bytes) {
    command([=](const queue &q, const auto &depends) { return detail::prefetch(q, pointer, bytes, depends); });
  }
  void mem_advise(const void *pointer, std::size_t bytes, int advice) {
    command([=](const queue &q, const auto &depends) { return detail::advise(q, pointer, bytes, advice, depends); });
  }
  void ext_oneapi_barrier() {
    command([](const queue &q, const auto &depends) { return detail::barrier(q, depends); });
  }
  void ext_oneapi_barrier(const std::vector<event> &events) {
    depends_on(events);
    ext_oneapi_barrier();
  }

private:
  explicit handler(const queue &q) : queue_(q) {}

  using command_function = std::function<event(const queue &, const std::vector<event> &)>;

  void command(command_function f) {
    if (command_)
      throw exception(make_error_code(errc::invalid), "handler: a command group holds one command, this is a second");
    command_ = std::move(f);
  }

  /// An empty command group completes when what it depends on has.
  event submit() {
    return command_ ? command_(queue_, depends_) : depends_.empty() ? event() : detail::barrier(queue_, depends_);
  }

  queue queue_;
  std::vector<event> depends_;
  command_function command_;
  friend class queue;
};

template <class CommandGroup> event queue::submit(CommandGroup &&group) {
  handler h(*this);
  std::forward<CommandGroup>(group)(h);
  return h.submit();
}

} // namespace sycl
