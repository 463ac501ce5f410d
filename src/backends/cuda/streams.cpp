// Names the driver's calls as the runtime does.
#include "backends/cuda/streams.hpp"

#include "backends/cuda/device.hpp"
#include "backends/cuda/executable.hpp"
#include "backends/cuda/geometry.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::cuda {

using runtime::MarkerHandle;
using runtime::Outcome;
using runtime::StreamHandle;

namespace {

CUstream native(StreamHandle stream) {
  return reinterpret_cast<CUstream>(stream);
}

CUevent native(MarkerHandle marker) {
  return reinterpret_cast<CUevent>(marker);
}

CUdeviceptr address(const void *pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

Outcome outcome(CUresult result) {
  using enum Outcome::State;
  if (result == success || result == error_deinitialized)
    return {done, 0};
  if (result == error_not_ready)
    return {under_way, 0};
  return {ends_all_work(result) ? lost : failed, result};
}

/// Pinned memory is portable: every GPU uses what another one allocated.
runtime::StagePool &shared_stages() {
  static constinit Lazy<runtime::StagePool> instance;
  return instance.get();
}

/// For what may run while the process goes away, and the driver before us.
template <class Call> void in_context(const CudaDevice &device, Call call) noexcept {
  const Driver *cuda = find_driver();
  if (cuda == nullptr || cuda->context_push(device.context()) != success)
    return;
  call(*cuda);
  CUcontext popped = nullptr;
  cuda->context_pop(&popped);
}

} // namespace

CudaStreams::CudaStreams(CudaDevice &device) : StreamDriver(device, shared_stages()), device_(device) {}

bool CudaStreams::enter() {
  return make_current(device_);
}

void CudaStreams::leave() noexcept {
  CUcontext popped = nullptr;
  find_driver()->context_pop(&popped);
}

StreamHandle CudaStreams::make_stream(runtime::Priority priority) {
  const Current current(device_);
  int number = 0; // between them, and what streams have that do not ask
  if (priority != runtime::Priority::normal) {
    int least = 0, greatest = 0;
    driver().check(driver().stream_priorities(&least, &greatest), "cuCtxGetStreamPriorityRange");
    number = priority == runtime::Priority::high ? greatest : least;
  }
  CUstream stream = nullptr;
  driver().check(driver().stream_create(&stream, stream_non_blocking, number), "cuStreamCreateWithPriority");
  return reinterpret_cast<StreamHandle>(stream);
}

void CudaStreams::destroy(StreamHandle stream, bool finish) noexcept {
  in_context(device_, [&](const Driver &cuda) {
    if (finish)
      cuda.stream_synchronize(native(stream));
    cuda.stream_destroy(native(stream));
  });
}

Outcome CudaStreams::query(StreamHandle stream) {
  return outcome(driver().stream_query(native(stream)));
}

Outcome CudaStreams::synchronize(StreamHandle stream) {
  return outcome(driver().stream_synchronize(native(stream)));
}

MarkerHandle CudaStreams::make_marker(bool timing) {
  const Current current(device_);
  CUevent event = nullptr;
  driver().check(driver().event_create(&event, timing ? 0 : event_disable_timing), "cuEventCreate");
  return reinterpret_cast<MarkerHandle>(event);
}

void CudaStreams::destroy(MarkerHandle marker) noexcept {
  in_context(device_, [&](const Driver &cuda) { cuda.event_destroy(native(marker)); });
}

void CudaStreams::record(MarkerHandle marker, StreamHandle stream) {
  driver().check(driver().event_record(native(marker), native(stream)), "cuEventRecord");
}

bool CudaStreams::record_all(MarkerHandle marker) {
  const Driver &cuda = driver();
  if (cuda.context_record_event == nullptr) {
    cuda.check(cuda.context_synchronize(), "cuCtxSynchronize");
    return false;
  }
  cuda.check(cuda.context_record_event(device_.context(), native(marker)), "cuCtxRecordEvent");
  return true;
}

Outcome CudaStreams::query(MarkerHandle marker) {
  return outcome(driver().event_query(native(marker)));
}

Outcome CudaStreams::synchronize(MarkerHandle marker) {
  return outcome(driver().event_synchronize(native(marker)));
}

double CudaStreams::nanoseconds(MarkerHandle from, MarkerHandle to) {
  float milliseconds = 0;
  driver().check(driver().event_elapsed(&milliseconds, native(from), native(to)), "cuEventElapsedTime");
  return double(milliseconds) * 1e6;
}

void CudaStreams::wait(StreamHandle stream, MarkerHandle marker) {
  driver().check(driver().stream_wait_event(native(stream), native(marker), 0), "cuStreamWaitEvent");
}

void CudaStreams::copy(StreamHandle stream, void *to, const void *from, std::size_t bytes) {
  driver().check(driver().copy_async(address(to), address(from), bytes, native(stream)), "cuMemcpyAsync");
}

void CudaStreams::fill(StreamHandle stream, void *to, std::uint32_t word, unsigned width, std::size_t count) {
  const Driver &cuda = driver();
  if (width == 1)
    return cuda.check(cuda.fill8_async(address(to), static_cast<unsigned char>(word), count, native(stream)),
                      "cuMemsetD8Async");
  if (width == 2)
    return cuda.check(cuda.fill16_async(address(to), static_cast<unsigned short>(word), count, native(stream)),
                      "cuMemsetD16Async");
  cuda.check(cuda.fill32_async(address(to), word, count, native(stream)), "cuMemsetD32Async");
}

void CudaStreams::prefetch(StreamHandle stream, const void *pointer, std::size_t bytes) {
  driver().check(driver().prefetch_async(address(pointer), bytes, device_.handle(), native(stream)),
                 "cuMemPrefetchAsync");
}

// Advice numbers are the backend's own, as SYCL says (4.9.4.3): CUmem_advise, 1 to 6; 0 resets nothing.
void CudaStreams::advise(const void *pointer, std::size_t bytes, int advice) {
  if (advice != 0)
    driver().check(driver().advise(address(pointer), bytes, advice, device_.handle()), "cuMemAdvise");
}

runtime::LaunchShape CudaStreams::shape(const runtime::Launch &launch, const runtime::Executable &executable) {
  const auto &code = static_cast<const CudaExecutable &>(executable);
  const runtime::LaunchShape found = shape_for(launch.range, code, device_.info());
  code.reserve_local(launch.local_bytes);
  return found;
}

void CudaStreams::launch(StreamHandle stream, const runtime::Launch &launch, const runtime::Executable &executable,
                         const runtime::LaunchShape &shape) {
  const auto &[grid, block] = shape;
  const IdWords words(launch.range);
  void *parameters[] = {const_cast<std::byte *>(launch.args.data()), const_cast<IdWords *>(&words)};
  const auto &code = static_cast<const CudaExecutable &>(executable);
  const CUfunction function = code.function();
  const unsigned local_bytes = code.reserve_local(launch.local_bytes);
  const Driver &cuda = driver();
  if (launch.together) {
    const CUresult result = cuda.launch_together(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                                 local_bytes, native(stream), parameters);
    if (result == error_cooperative_launch_too_large)
      throw Error(Errc::nd_range,
                  "launch {}: {} work-groups wait for each other, more than {} runs at the same time; ask the kernel "
                  "for max_num_work_groups",
                  launch.kernel.info->pretty, std::size_t(grid[0]) * grid[1] * grid[2], device_.info().name);
    return cuda.check(result, "cuLaunchCooperativeKernel");
  }
  cuda.check(cuda.launch(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], local_bytes, native(stream),
                         parameters, nullptr),
             "cuLaunchKernel");
}

std::string CudaStreams::describe_failure(Outcome outcome) {
  return device_.describe_failure(outcome.code);
}

} // namespace weft::cuda
