// A queue whose device takes work in streams.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "runtime/queue.hpp"
#include "runtime/streams/staging.hpp"
#include "runtime/streams/stream.hpp"
#include "runtime/task.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

/// What a stream queue has put into its streams, and what its host tasks have to do.
struct StreamWork final : Backlog {
  static constexpr std::size_t stream_count = 4;

  StreamWork(std::shared_ptr<StreamDriver> driver_, std::shared_ptr<TaskLine> host_line_)
      : driver(std::move(driver_)), host_line(std::move(host_line_)) {}
  bool idle() const noexcept override;
  std::vector<Event> outstanding() const override;

  const std::shared_ptr<StreamDriver> driver;
  const std::shared_ptr<TaskLine> host_line;
  mutable DriverMutex mutex;
  std::array<std::shared_ptr<Stream>, stream_count> streams; ///< the first always there, the others when first needed
};

/// One stream for an in-order queue; several for an out-of-order one: the first carries array work, which is ordered
/// with everything, and the others take independent tasks. Host tasks run on the runtime's threads; what comes after
/// them is deferred until they are done.
class StreamQueue final : public Queue {
public:
  StreamQueue(std::shared_ptr<Context>, std::shared_ptr<Device>, std::shared_ptr<StreamDriver>,
              const QueueProperties &);

  std::uintptr_t native_stream() override;
  void hold_back(std::uintptr_t stream) override;
  void follow(std::uintptr_t stream) override;
  void follow_all() override;
  std::uintptr_t host_task_stream() override;
  void finish_host_task_stream() noexcept override;
  bool enter_driver() override { return driver_->enter(); }
  void leave_driver() noexcept override { driver_->leave(); }

protected:
  Event do_launch(const Launch &, std::shared_ptr<Executable>, Events, bool after_all) override;
  Event do_copy(void *to, const void *from, std::size_t bytes, Events, bool after_all) override;
  void do_transfer(void *to, const void *from, std::size_t bytes) override;
  Event do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events, bool after_all) override;
  Event do_prefetch(const void *, std::size_t bytes, Events) override;
  Event do_advise(const void *, std::size_t bytes, int advice, Events) override;
  Event do_barrier(Events) override;
  Event do_marker(Events) override;
  Event do_host_task(std::function<void()>, Events) override;
  Event do_library_call(const char *name, std::shared_ptr<const void> keep_alive, const LibraryCall &, Events,
                        bool after_all) override;
  std::vector<std::exception_ptr> take_errors() override;

private:
  static constexpr std::size_t stream_count = StreamWork::stream_count;

  StreamQueue(std::shared_ptr<Context>, std::shared_ptr<Device>, std::shared_ptr<StreamWork>, const QueueProperties &);
  bool takes_times() const noexcept { return properties().profiling || trace::on(); }
  /// Picks a stream for a task, makes it wait for the task's dependencies, enqueues, and makes the event. `Enqueue` is
  /// copied to be deferred, or what its owned() gives, where it refers to anything of the caller's. `held` lives until
  /// the task is done. All that comes later follows a task that is `after_all`, which need not wait for more than its
  /// events.
  template <class Enqueue>
  Event submit(const char *name, std::shared_ptr<const void> held, Events, bool after_all, Enqueue &&,
               std::shared_ptr<Delivery> = nullptr, bool waits_for_all = true);
  template <class Enqueue>
  Event submit_locked(const char *name, std::shared_ptr<const void> held, Events, bool after_all,
                      std::uint64_t submitted_ns, Stream::Holds &done, Enqueue &, std::shared_ptr<Delivery>,
                      bool waits_for_all);
  std::shared_ptr<const StreamEvent::Timing> take_times(std::uint64_t submitted_ns) const;
  /// Between memory that the driver knows; `keep_alive` is held until it is done.
  Event copy_directly(void *to, const void *from, std::size_t bytes, std::shared_ptr<const void> keep_alive, Events,
                      bool after_all, std::shared_ptr<Delivery> = nullptr);
  /// From memory that the driver may not know, which is read before it returns: reads_at_once() at most.
  Event copy_small(void *to, const void *from, std::size_t bytes, Events, bool after_all);
  // With pageable memory on one side or both; the locks are not held while these wait.
  /// What it reads has been read when it returns.
  Event copy_in(void *to, const void *from, std::size_t bytes, Events, bool after_all);
  /// Reads once the host has done what comes before.
  Event copy_in_later(void *to, const void *from, std::size_t bytes, Events);
  Event copy_out(void *to, const void *from, std::size_t bytes, Events, bool after_all);
  Event copy_between_host(void *to, const void *from, std::size_t bytes, Events);
  void read_out(std::byte *to, const std::byte *from, std::size_t bytes, Events, bool after_all);
  std::size_t choose(Events, bool after_all);
  /// Gives what the host must have delivered before a task counts as done.
  Stream::Deliveries order(std::size_t stream, Events, bool after_all);
  void order_after_others(Stream &internal, Stream::Deliveries &);
  /// The task of the first stream that any task comes after, 0: none; the lock is held.
  std::uint64_t last_before_all() const {
    return properties().in_order ? work_->streams[0]->submitted() : internal_tail_;
  }
  /// A task after these comes after host tasks that may not be done; the lock is held.
  bool host_tasks_before(Events) const;
  /// What comes before such a task has written to these bytes of the host when this returns.
  void finish_deliveries_to(const void *first, std::size_t bytes, Events);
  bool first_stream_has_all() const; ///< Nothing runs elsewhere that the first stream is not ordered after.
  void follow_marker(const std::shared_ptr<Marker> &);
  std::shared_ptr<Stream> &stream(std::size_t index);

  std::shared_ptr<StreamDriver> driver_;
  std::shared_ptr<ErrorList> errors_;
  std::shared_ptr<StreamWork> work_;
  std::array<std::uint64_t, stream_count> seen_internal_{};    ///< tasks of stream 0 that a stream is ordered after
  std::array<std::uint64_t, stream_count> seen_by_internal_{}; ///< tasks of a stream that stream 0 is ordered after
  std::uint64_t internal_tail_ = 0;                            ///< the last task that everything later comes after
  std::size_t next_ = 0;
  StagedCopies staged_;
  std::shared_ptr<Stream> for_host_tasks_; ///< made when first asked for
  std::shared_ptr<Marker> base_;           ///< where times are taken: recorded at base_ns_
  std::uint64_t base_ns_ = 0;
  std::array<trace::Track, stream_count> tracks_{}; ///< of the streams, where a trace is written
};

} // namespace weft::runtime
