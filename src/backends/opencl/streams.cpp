// Keeps the event of what each queue was given last, which stands for all before it.
#include "backends/opencl/streams.hpp"

#include <mutex>
#include <utility>

#include "backends/opencl/device.hpp"
#include "backends/opencl/executable.hpp"
#include "backends/opencl/geometry.hpp"
#include "runtime/compilation.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::opencl {

using runtime::MarkerHandle;
using runtime::Outcome;
using runtime::StreamHandle;

struct OpenclStream {
  cl_command_queue queue = nullptr;
  Mutex mutex;
  cl_event last = nullptr; ///< null: nothing was put there yet
};

namespace {

constexpr cl_uint event_status = 0x11D3, profiling_end = 0x1283;
constexpr cl_int complete = 0;

struct OpenclMarker {
  bool timing = false;
  cl_event event = nullptr; ///< null: never recorded, or where nothing was before it
};

OpenclStream &native(StreamHandle stream) {
  return *reinterpret_cast<OpenclStream *>(stream);
}

OpenclMarker &native(MarkerHandle marker) {
  return *reinterpret_cast<OpenclMarker *>(marker);
}

void replace(cl_event &kept, cl_event event) noexcept {
  if (kept != nullptr)
    if (const Driver *cl = find_driver())
      cl->release_event(kept);
  kept = event;
}

Outcome state_of(cl_event event) {
  using enum Outcome::State;
  const Driver *cl = find_driver();
  if (event == nullptr || cl == nullptr)
    return {done, 0};
  cl_int status = complete;
  cl->check(cl->event_info(event, event_status, sizeof(status), &status, nullptr), "clGetEventInfo");
  return status < 0 ? Outcome{failed, status} : Outcome{status == complete ? done : under_way, 0};
}

/// Puts a command into a queue and starts it. Drivers run into static objects that are gone where a process ends
/// meanwhile.
template <class Command> void enqueue(StreamHandle handle, const char *call, Command command) {
  OpenclStream &stream = native(handle);
  const Driver &cl = driver();
  const runtime::ExitDelay delay;
  const std::lock_guard lock(stream.mutex);
  cl_event event = nullptr;
  cl.check(command(cl, stream.queue, &event), call);
  replace(stream.last, event);
  cl.check(cl.flush(stream.queue), "clFlush");
}

} // namespace

OpenclStreams::OpenclStreams(OpenclDevice &device, runtime::StagePool &stages)
    : StreamDriver(device, stages), device_(device) {}

StreamHandle OpenclStreams::make_stream(runtime::Priority) {
  constexpr cl_ulong queue_properties = 0x1093, profiling = 2;
  const std::array<cl_ulong, 3> properties{queue_properties, profiling, 0};
  auto stream = std::make_unique<OpenclStream>();
  cl_int result = success;
  stream->queue = driver().make_queue(device_.context(), device_.handle(), properties.data(), &result);
  driver().check(result, "clCreateCommandQueueWithProperties");
  return reinterpret_cast<StreamHandle>(stream.release());
}

void OpenclStreams::destroy(StreamHandle handle, bool finish) noexcept {
  const std::unique_ptr<OpenclStream> stream(&native(handle));
  const Driver *cl = find_driver();
  if (cl == nullptr)
    return;
  if (finish)
    cl->finish(stream->queue);
  replace(stream->last, nullptr);
  cl->release_queue(stream->queue);
}

Outcome OpenclStreams::query(StreamHandle handle) {
  OpenclStream &stream = native(handle);
  const std::lock_guard lock(stream.mutex);
  return state_of(stream.last);
}

Outcome OpenclStreams::synchronize(StreamHandle handle) {
  OpenclStream &stream = native(handle);
  cl_event last = nullptr;
  {
    const std::lock_guard lock(stream.mutex);
    last = stream.last;
    if (last != nullptr)
      driver().retain_event(last);
  }
  MarkerHandle until = reinterpret_cast<MarkerHandle>(new OpenclMarker{false, last});
  const Outcome outcome = synchronize(until);
  destroy(until);
  return outcome;
}

MarkerHandle OpenclStreams::make_marker(bool timing) {
  return reinterpret_cast<MarkerHandle>(new OpenclMarker{timing, nullptr});
}

void OpenclStreams::destroy(MarkerHandle handle) noexcept {
  const std::unique_ptr<OpenclMarker> marker(&native(handle));
  replace(marker->event, nullptr);
}

/// Times are those of a command of their own: the last one's end is before what comes next begins.
void OpenclStreams::record(MarkerHandle handle, StreamHandle into) {
  OpenclMarker &marker = native(handle);
  if (marker.timing)
    enqueue(into, "clEnqueueMarkerWithWaitList", [](const Driver &cl, cl_command_queue queue, cl_event *event) {
      return cl.marker(queue, 0, nullptr, event);
    });
  OpenclStream &stream = native(into);
  const std::lock_guard lock(stream.mutex);
  if (stream.last != nullptr)
    driver().retain_event(stream.last);
  replace(marker.event, stream.last);
}

bool OpenclStreams::record_all(MarkerHandle) {
  throw Error(Errc::feature_not_supported, "streams of other libraries: {} has none", device_.info().name);
}

Outcome OpenclStreams::query(MarkerHandle marker) {
  return state_of(native(marker).event);
}

Outcome OpenclStreams::synchronize(MarkerHandle handle) {
  const cl_event event = native(handle).event;
  const Driver *cl = find_driver();
  if (event == nullptr || cl == nullptr)
    return {};
  const cl_int result = cl->wait_for_events(1, &event);
  const Outcome outcome = state_of(event);
  if (!outcome.failed())
    cl->check(result, "clWaitForEvents");
  return outcome;
}

double OpenclStreams::nanoseconds(MarkerHandle from, MarkerHandle to) {
  const auto end = [](MarkerHandle marker) {
    cl_ulong time = 0;
    const Driver &cl = driver();
    cl.check(cl.event_times(native(marker).event, profiling_end, sizeof(time), &time, nullptr),
             "clGetEventProfilingInfo");
    return time;
  };
  return double(end(to)) - double(end(from));
}

void OpenclStreams::wait(StreamHandle stream, MarkerHandle marker) {
  const cl_event event = native(marker).event;
  if (event != nullptr)
    enqueue(stream, "clEnqueueBarrierWithWaitList", [&](const Driver &cl, cl_command_queue queue, cl_event *made) {
      return cl.barrier(queue, 1, &event, made);
    });
}

void OpenclStreams::copy(StreamHandle stream, void *to, const void *from, std::size_t bytes) {
  enqueue(stream, "clEnqueueMemcpyINTEL", [&](const Driver &, cl_command_queue queue, cl_event *event) {
    return device_.memory().copy(queue, 0, to, from, bytes, 0, nullptr, event);
  });
}

void OpenclStreams::fill(StreamHandle stream, void *to, std::uint32_t word, unsigned width, std::size_t count) {
  enqueue(stream, "clEnqueueMemFillINTEL", [&](const Driver &, cl_command_queue queue, cl_event *event) {
    return device_.memory().fill(queue, to, &word, width, width * count, 0, nullptr, event);
  });
}

runtime::LaunchShape OpenclStreams::shape(const runtime::Launch &launch, const runtime::Executable &executable) {
  return shape_for(launch.range, static_cast<const OpenclExecutable &>(executable), device_.info());
}

void OpenclStreams::launch(StreamHandle stream, const runtime::Launch &launch, const runtime::Executable &executable,
                           const runtime::LaunchShape &shape) {
  const auto &[groups, local] = shape;
  if (launch.together && std::size_t(groups[0]) * groups[1] * groups[2] > 1)
    throw Error(Errc::feature_not_supported, "launch {}: {} promises no group of several that the others go on",
                launch.kernel.info->pretty, device_.info().name);
  const auto &code = static_cast<const OpenclExecutable &>(executable);
  enqueue(stream, "clEnqueueNDRangeKernel", [&](const Driver &, cl_command_queue queue, cl_event *event) {
    return code.launch(queue, launch, shape, event);
  });
}

std::string OpenclStreams::describe_failure(Outcome outcome) {
  return fmt::format("{}: {}; it came from one of the tasks under way: {}", device_.info().name, describe(outcome.code),
                     running_tasks());
}

} // namespace weft::opencl
