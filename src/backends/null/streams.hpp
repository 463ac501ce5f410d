// Streams whose work is done as late as it may be: when somebody asks for it, and no more of it than he asks for.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "runtime/streams/driver.hpp"

namespace weft::null {

class NullDevice;

struct NullStream;

/// A place in a stream that has been reached or not.
struct Record {
  NullStream *stream = nullptr; ///< null once it was
  bool reached = false;
  std::uint64_t time = 0; ///< ns, of the host's clock
};

/// A driver without a device: what was enqueued is done by the threads that ask for it. So work that nothing orders
/// before what is waited for has not been done by then: a missing dependency shows every time, not now and then.
class NullStreams final : public runtime::StreamDriver {
public:
  explicit NullStreams(NullDevice &);

  bool usable() const noexcept override { return true; }
  bool enter() override { return false; }
  void leave() noexcept override {}

  runtime::StreamHandle make_stream(runtime::Priority) override;
  void destroy(runtime::StreamHandle, bool finish) noexcept override;
  runtime::Outcome query(runtime::StreamHandle) override;
  runtime::Outcome synchronize(runtime::StreamHandle) override;

  runtime::MarkerHandle make_marker(bool timing) override;
  void destroy(runtime::MarkerHandle) noexcept override;
  void record(runtime::MarkerHandle, runtime::StreamHandle) override;
  bool record_all(runtime::MarkerHandle) override;
  runtime::Outcome query(runtime::MarkerHandle) override;
  runtime::Outcome synchronize(runtime::MarkerHandle) override;
  double nanoseconds(runtime::MarkerHandle from, runtime::MarkerHandle to) override;

  void wait(runtime::StreamHandle, runtime::MarkerHandle) override;

  void copy(runtime::StreamHandle, void *to, const void *from, std::size_t bytes) override;
  void fill(runtime::StreamHandle, void *to, std::uint32_t word, unsigned width, std::size_t count) override;
  void prefetch(runtime::StreamHandle, const void *, std::size_t bytes) override;
  void advise(const void *, std::size_t, int) override {}

  runtime::LaunchShape shape(const runtime::Launch &, const runtime::Executable &) override;
  void launch(runtime::StreamHandle, const runtime::Launch &, const runtime::Executable &,
              const runtime::LaunchShape &) override;

  std::string describe_failure(runtime::Outcome) override;

private:
  using Step = std::function<void()>;

  void enqueue(runtime::StreamHandle, Step);
  void enqueue_work(runtime::StreamHandle, std::function<void()>); ///< May be told to fail.
  // The lock is held.
  void advance(NullStream &, const Record *until);
  runtime::Outcome reach(NullStream *, const Record *until);

  Mutex mutex_;
};

} // namespace weft::null
