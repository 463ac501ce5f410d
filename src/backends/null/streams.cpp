// Does what was enqueued when it is asked for.
#include "backends/null/streams.hpp"

#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "backends/null/device.hpp"
#include "backends/null/failures.hpp"
#include "backends/null/kernels.hpp"
#include "runtime/queue.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/futex.hpp"

namespace weft::null {

using runtime::MarkerHandle;
using runtime::Outcome;
using runtime::StreamHandle;

struct NullStream {
  std::deque<std::function<bool()>> steps;
  bool failed = false; ///< and nobody was told
};

namespace {

struct NullMarker {
  bool timing = false;
  std::shared_ptr<Record> record; ///< null: never recorded
};

/// Opened under the driver's lock, which keeps it.
class NullGate final : public runtime::Gate {
public:
  NullGate(Mutex &mutex, std::atomic<std::uint32_t> &opened) : mutex_(mutex), opened_(opened) {}

  void open() noexcept override {
    {
      const std::lock_guard lock(mutex_);
      *open_ = true;
    }
    opened_.fetch_add(1);
    futex_wake_all(opened_);
  }

  const std::shared_ptr<bool> &state() const noexcept { return open_; }

private:
  Mutex &mutex_;
  std::atomic<std::uint32_t> &opened_;
  std::shared_ptr<bool> open_ = std::make_shared<bool>(false);
};

NullStream &native(StreamHandle stream) {
  return *reinterpret_cast<NullStream *>(stream);
}

NullMarker &native(MarkerHandle marker) {
  return *reinterpret_cast<NullMarker *>(marker);
}

runtime::StagePool &null_stages() {
  static constinit Lazy<runtime::StagePool> instance;
  return instance.get();
}

} // namespace

NullStreams::NullStreams(NullDevice &device) : StreamDriver(device, null_stages()) {}

bool NullStreams::advance(NullStream &stream, const Record *until) {
  while (!stream.steps.empty() && (until == nullptr || !until->reached)) {
    if (!stream.steps.front()())
      return false;
    stream.steps.pop_front();
  }
  return true;
}

/// A failure is told once, to whoever asks first.
Outcome NullStreams::reach(NullStream *stream, const Record *until) {
  if (stream == nullptr) // the place was reached before
    return {};
  if (!advance(*stream, until))
    return {Outcome::State::under_way};
  return std::exchange(stream->failed, false) ? Outcome{Outcome::State::failed, 1} : Outcome{};
}

/// What is in the way is a gate: waits until one opens.
template <class Reach> Outcome NullStreams::block(Reach reach) {
  for (;;) {
    const std::uint32_t seen = opened_.load();
    {
      const std::lock_guard lock(mutex_);
      if (const Outcome outcome = reach(); !outcome.under_way())
        return outcome;
    }
    futex_wait(opened_, seen);
  }
}

StreamHandle NullStreams::make_stream(runtime::Priority) {
  return reinterpret_cast<StreamHandle>(new NullStream);
}

void NullStreams::destroy(StreamHandle stream, bool) noexcept {
  synchronize(stream); // others may wait for places in it
  delete &native(stream);
}

Outcome NullStreams::query(StreamHandle stream) {
  const std::lock_guard lock(mutex_);
  return reach(&native(stream), nullptr);
}

Outcome NullStreams::synchronize(StreamHandle stream) {
  return block([&] { return reach(&native(stream), nullptr); });
}

MarkerHandle NullStreams::make_marker(bool timing) {
  return reinterpret_cast<MarkerHandle>(new NullMarker{timing, nullptr});
}

void NullStreams::destroy(MarkerHandle marker) noexcept {
  delete &native(marker);
}

void NullStreams::enqueue(StreamHandle stream, Step step) {
  const std::lock_guard lock(mutex_);
  native(stream).steps.push_back(std::move(step));
}

void NullStreams::enqueue_work(StreamHandle stream, std::function<void()> work) {
  enqueue(stream, [work = std::move(work), stream, fails = must_fail(Point::submit)] {
    if (fails)
      native(stream).failed = true;
    else
      work();
    return true;
  });
}

void NullStreams::record(MarkerHandle marker, StreamHandle stream) {
  auto record = std::make_shared<Record>(Record{&native(stream)});
  native(marker).record = record;
  enqueue(stream, [record] {
    *record = {nullptr, true, now_ns()};
    return true;
  });
}

bool NullStreams::record_all(MarkerHandle) {
  throw Error(Errc::feature_not_supported, "streams of other libraries: {} has none", device().info().name);
}

Outcome NullStreams::query(MarkerHandle marker) {
  const std::lock_guard lock(mutex_);
  const Record *const record = native(marker).record.get();
  return record == nullptr ? Outcome{} : reach(record->stream, record);
}

Outcome NullStreams::synchronize(MarkerHandle marker) {
  const std::shared_ptr<Record> record = native(marker).record;
  if (record == nullptr)
    return {};
  return block([&] { return reach(record->stream, record.get()); });
}

double NullStreams::nanoseconds(MarkerHandle from, MarkerHandle to) {
  const std::lock_guard lock(mutex_);
  WEFT_CHECK(native(from).timing && native(to).timing, "times of markers without");
  return double(native(to).record->time) - double(native(from).record->time);
}

void NullStreams::wait(StreamHandle stream, MarkerHandle marker) {
  const std::shared_ptr<Record> record = native(marker).record;
  if (record != nullptr)
    enqueue(stream, [this, record] { return record->reached || advance(*record->stream, record.get()); });
}

std::shared_ptr<runtime::Gate> NullStreams::make_gate() {
  return std::make_shared<NullGate>(mutex_, opened_);
}

void NullStreams::wait(StreamHandle stream, const runtime::Gate &gate) {
  enqueue(stream, [open = static_cast<const NullGate &>(gate).state()] { return *open; });
}

void NullStreams::copy(StreamHandle stream, void *to, const void *from, std::size_t bytes) {
  enqueue_work(stream, [=] { std::memmove(to, from, bytes); });
}

void NullStreams::fill(StreamHandle stream, void *to, std::uint32_t word, unsigned width, std::size_t count) {
  enqueue_work(stream, [=] {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(static_cast<std::byte *>(to) + i * width, &word, width);
  });
}

void NullStreams::prefetch(StreamHandle stream, const void *, std::size_t) {
  enqueue_work(stream, [] {});
}

runtime::LaunchShape NullStreams::shape(const runtime::Launch &, const runtime::Executable &) {
  return {};
}

void NullStreams::launch(StreamHandle stream, const runtime::Launch &launch, const runtime::Executable &,
                         const runtime::LaunchShape &) {
  HostKernel kernel = host_kernel(launch.kernel.info->pretty);
  if (kernel == nullptr)
    return enqueue_work(stream, [] {});
  enqueue_work(stream,
               [kernel = std::move(kernel), range = launch.range,
                args = std::vector<std::byte>(launch.args.begin(), launch.args.end())] { kernel(args, range); });
}

std::string NullStreams::describe_failure(Outcome) {
  return "task: the null device was told to fail";
}

} // namespace weft::null
