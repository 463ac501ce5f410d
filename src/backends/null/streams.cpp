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

namespace weft::null {

using runtime::MarkerHandle;
using runtime::Outcome;
using runtime::StreamHandle;

struct NullStream {
  std::deque<std::function<void()>> steps;
  bool failed = false; ///< and nobody was told
};

namespace {

struct NullMarker {
  bool timing = false;
  std::shared_ptr<Record> record; ///< null: never recorded
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

void NullStreams::advance(NullStream &stream, const Record *until) {
  while (!stream.steps.empty() && (until == nullptr || !until->reached)) {
    stream.steps.front()();
    stream.steps.pop_front();
  }
}

/// A failure is told once, to whoever asks first.
Outcome NullStreams::reach(NullStream *stream, const Record *until) {
  if (stream == nullptr) // the place was reached before
    return {};
  advance(*stream, until);
  return std::exchange(stream->failed, false) ? Outcome{Outcome::State::failed, 1} : Outcome{};
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
  return query(stream);
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
  });
}

void NullStreams::record(MarkerHandle marker, StreamHandle stream) {
  auto record = std::make_shared<Record>(Record{&native(stream)});
  native(marker).record = record;
  enqueue(stream, [record] { *record = {nullptr, true, now_ns()}; });
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
  return query(marker);
}

double NullStreams::nanoseconds(MarkerHandle from, MarkerHandle to) {
  const std::lock_guard lock(mutex_);
  WEFT_CHECK(native(from).timing && native(to).timing, "times of markers without");
  return double(native(to).record->time) - double(native(from).record->time);
}

void NullStreams::wait(StreamHandle stream, MarkerHandle marker) {
  const std::shared_ptr<Record> record = native(marker).record;
  if (record != nullptr)
    enqueue(stream, [this, record] {
      if (!record->reached)
        advance(*record->stream, record.get());
    });
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
