// What a backend does whose devices take work in streams: one driver call each. Order, events, host tasks, copies
// through pinned memory and errors are built on them in this folder, which knows no vendor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/queue.hpp"
#include "runtime/streams/staging.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

class Stream;

// The driver's own, which nobody here looks into.
using StreamHandle = struct DriverStream *;
using MarkerHandle = struct DriverMarker *;

/// How far work has come.
struct Outcome {
  enum class State : std::uint8_t { done, under_way, failed, lost }; ///< lost: the device takes no more work
  State state = State::done;
  int code = 0; ///< the driver's own, of what failed

  bool under_way() const noexcept { return state == State::under_way; }
  bool failed() const noexcept { return state >= State::failed; }
};

/// A launch as the device takes it.
struct LaunchShape {
  std::array<unsigned, 3> groups, items; ///< [0] varies fastest
};

/// The driver of one device. Thread-safe. Calls throw Error with the driver's words, unless noexcept. What is put into
/// a stream runs after all that was put there before, and the call waits for none of it.
class StreamDriver {
public:
  /// Backends whose devices can share pinned memory give all of them the same pool.
  StreamDriver(Device &device, StagePool &stages) : device_(device), stages_(stages) {}
  virtual ~StreamDriver() = default;
  StreamDriver(const StreamDriver &) = delete;
  StreamDriver &operator=(const StreamDriver &) = delete;

  Device &device() const noexcept { return device_; }
  StagePool &stages() const noexcept { return stages_; }

  /// False where no call can be made any more, since the process ends or is the child of a fork.
  virtual bool usable() const noexcept = 0;
  /// Before calls on this thread; true if leave() must follow them.
  virtual bool enter() = 0;
  virtual void leave() noexcept = 0;

  virtual StreamHandle make_stream(Priority) = 0;
  virtual void destroy(StreamHandle, bool finish) noexcept = 0; ///< With `finish`, when its work is done.
  virtual Outcome query(StreamHandle) = 0;
  virtual Outcome synchronize(StreamHandle) = 0;

  // A marker stands for all that was in a stream when it was recorded; one that never was is done.
  virtual MarkerHandle make_marker(bool timing) = 0;
  virtual void destroy(MarkerHandle) noexcept = 0;
  virtual void record(MarkerHandle, StreamHandle) = 0;
  /// Records all that anybody gave to the device; false where the driver cannot and it was waited for instead.
  virtual bool record_all(MarkerHandle) = 0;
  virtual Outcome query(MarkerHandle) = 0;
  virtual Outcome synchronize(MarkerHandle) = 0;
  virtual double nanoseconds(MarkerHandle from, MarkerHandle to) = 0; ///< Between two with timing.

  /// What is put into the stream later runs after the marker.
  virtual void wait(StreamHandle, MarkerHandle) = 0;

  virtual void copy(StreamHandle, void *to, const void *from, std::size_t bytes) = 0; ///< Memory that the driver knows.
  /// Up to so many bytes copy() also takes from memory that the driver does not know: it reads them before it returns,
  /// whatever the stream waits for.
  virtual std::size_t reads_at_once() const noexcept { return 0; }
  /// The lowest `width` bytes of `word`, 1, 2 or 4, `count` times; `to` is a multiple of the width.
  virtual void fill(StreamHandle, void *to, std::uint32_t word, unsigned width, std::size_t count) = 0;
  virtual void prefetch(StreamHandle, const void *, std::size_t bytes) = 0; ///< Shared memory.
  virtual void advise(const void *, std::size_t bytes, int advice) = 0; ///< Shared memory; what it means is its own.

  /// Checks a launch before anything is touched. Throws Error(nd_range).
  virtual LaunchShape shape(const Launch &, const Executable &) = 0;
  virtual void launch(StreamHandle, const Launch &, const Executable &, const LaunchShape &) = 0;

  /// What to say after a failure, with the tasks that were under way; after one that lost the device always the same.
  virtual std::string describe_failure(Outcome) = 0;

  // Streams that are there, for such messages.
  void enlist(Stream &);
  void delist(Stream &);
  std::string running_tasks() const; ///< Names without repetition, or "none".

private:
  Device &device_;
  StagePool &stages_;
  mutable Mutex mutex_;
  std::vector<Stream *> streams_;
};

/// A thread's calls of a driver, while it lives.
class Entered {
public:
  explicit Entered(StreamDriver &driver) : driver_(driver.enter() ? &driver : nullptr) {}
  ~Entered() {
    if (driver_ != nullptr)
      driver_->leave();
  }
  Entered(const Entered &) = delete;
  Entered &operator=(const Entered &) = delete;

private:
  StreamDriver *driver_;
};

} // namespace weft::runtime
