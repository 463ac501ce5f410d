// The public half of a queue: what is checked before a backend sees it.
#include "runtime/queue.hpp"

#include <mutex>

#include "runtime/kernel_cache.hpp"
#include "runtime/launch_check.hpp"
#include "runtime/memory.hpp"
#include "runtime/memory_object.hpp"
#include "runtime/requirements.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

std::string text(const std::array<std::size_t, 3> &range, int dims) {
  return fmt::format("{{{}}}", fmt::join(range.begin(), range.begin() + dims, ", "));
}

void check_local(const codegen::KernelInfo &info, const NdRange &range, const DeviceInfo &device) {
  std::size_t group_size = 1;
  for (int d = 0; d < 3; ++d) {
    const std::size_t local = range.local[d], global = range.global[d];
    if (local == 0 || global % local != 0)
      throw Error(Errc::nd_range, "launch {}: local range {} does not divide global range {}", info.pretty,
                  text(range.local, range.dims), text(range.global, range.dims));
    if (local > device.max_work_item_sizes[d] || (group_size *= local) > device.max_work_group_size)
      throw Error(Errc::nd_range, "launch {}: local range {} exceeds what {} allows: {} in all, {} per dimension",
                  info.pretty, text(range.local, range.dims), device.name, device.max_work_group_size,
                  text(device.max_work_item_sizes, range.dims));
    if (info.local[d] != 0 && info.local[d] != local)
      throw Error(Errc::nd_range, "launch {}: local range {} differs from the {{{}}} that the kernel requires",
                  info.pretty, text(range.local, range.dims), fmt::join(info.local, info.local + range.dims, ", "));
  }
}

/// What is known of the memory. Throws Error(invalid) for null and beyond the end of the allocation it lies in.
PointerInfo check_pointer(const char *op, const void *pointer, std::size_t bytes) {
  if (bytes == 0)
    return {};
  if (pointer == nullptr)
    throw Error(Errc::invalid, "{}: null pointer given for {} bytes", op, bytes);
  PointerInfo found = find_allocation(pointer);
  if (found.kind == AllocationKind::unknown)
    return found;
  const std::size_t room =
      found.size - std::size_t(static_cast<const std::byte *>(pointer) - static_cast<const std::byte *>(found.base));
  if (bytes > room)
    throw Error(Errc::invalid, "{}: {} bytes from {} reach beyond the end of its allocation, which has {} left", op,
                bytes, pointer, room);
  return found;
}

/// A device of another backend than `own` reaches this memory, and `own` does not.
bool out_of_reach(const PointerInfo &memory, const Device &own) {
  return memory.kind == AllocationKind::device && memory.device->platform() != own.platform() &&
         !memory.device->shares_host_memory();
}

struct Used {
  const void *pointer;
  const PointerInfo &memory;
};

/// A queue of the one device that reaches all of the memory; null where this one's can. Throws Error(invalid) where
/// there is none.
std::shared_ptr<Queue> other_queue(const char *op, const Device &own, std::initializer_list<Used> used) {
  for (const auto &[pointer, memory] : used)
    if (out_of_reach(memory, own)) {
      if (!own.shares_host_memory())
        throw Error(Errc::invalid, "{}: {} is memory of {}, which {} does not reach; copy it to the host first", op,
                    pointer, memory.device->info().name, own.info().name);
      return copy_queue(*memory.device);
    }
  return nullptr;
}

/// Memory of one of several GPUs: others may copy it, and write nothing else there.
bool is_of_another_gpu(const PointerInfo &memory, const Device &own) {
  return memory.kind == AllocationKind::device && memory.device->platform() == own.platform() &&
         memory.device.get() != &own && !own.shares_host_memory();
}

} // namespace

void check_launch(const Launch &launch, const DeviceInfo &device) {
  if (launch.kernel.module == nullptr || launch.kernel.info == nullptr)
    throw Error(Errc::kernel, "launch: no kernel given");
  const codegen::KernelInfo &info = *launch.kernel.info;
  const NdRange &range = launch.range;
  if (info.local[0] != 0) // a size that the device lacks is the kernel's fault, not this range's
    check_requirements(info, device);
  if (launch.args.size() != info.args_size)
    throw Error(Errc::kernel_argument, "launch {}: {} bytes of arguments given, the kernel takes {}", info.pretty,
                launch.args.size(), info.args_size);
  if (range.dims < 1 || range.dims > 3 || range.dims != info.dims)
    throw Error(Errc::nd_range, "launch {}: {} dimensions given, the kernel has {}", info.pretty, range.dims,
                info.dims);
  if (range.is_range() != (info.form == codegen::LaunchForm::range))
    throw Error(Errc::nd_range, "launch {}: the kernel is for {}", info.pretty,
                info.form == codegen::LaunchForm::range ? "a range, but a local range was given"
                                                        : "an nd_range, but no local range was given");
  std::size_t size = 1, end = 0;
  for (int d = 0; d < 3; ++d)
    if (__builtin_mul_overflow(size, range.global[d], &size) ||
        __builtin_add_overflow(range.global[d], range.offset[d], &end))
      throw Error(Errc::nd_range, "launch {}: global range {} is beyond 64-bit ids", info.pretty,
                  text(range.global, range.dims));
  if (!range.is_range())
    check_local(info, range, device);
  if (launch.local_bytes + std::uint64_t(info.static_local) > device.local_mem_size)
    throw Error(Errc::memory_allocation, "launch {}: {} bytes of local memory asked for, {} has {}", info.pretty,
                launch.local_bytes + std::uint64_t(info.static_local), device.name, device.local_mem_size);
}

Queue::Queue(std::shared_ptr<Context> context, std::shared_ptr<Device> device, QueueProperties properties,
             std::shared_ptr<const Backlog> backlog)
    : context_(std::move(context)), device_(std::move(device)), properties_(std::move(properties)),
      backlog_(std::move(backlog)) {
  if (backlog_ != nullptr)
    context_->enter(backlog_);
}

Queue::~Queue() {
  if (backlog_ != nullptr)
    context_->leave(*backlog_);
}

Event Queue::launch(const Launch &launch, Events events) {
  flush();
  check_launch(launch, device_->info());
  if (launch.range.size() == 0)
    return do_marker(events);
  return do_launch(launch, find_executable(*device_, launch), events, false);
}

void Queue::prepare(const Launch &launch) {
  check_launch(launch, device_->info());
  if (launch.range.size() != 0)
    find_executable(*device_, launch);
}

Event Queue::submit_internal(const Launch &launch, Events events) {
  return do_launch(launch, find_executable(*device_, launch), events, true);
}

Event Queue::submit_internal(const Launch &launch, std::shared_ptr<Executable> executable, Events events) {
  return do_launch(launch, std::move(executable), events, true);
}

Event Queue::copy(void *to, const void *from, std::size_t bytes, Events events) {
  flush();
  const PointerInfo target = check_pointer("memcpy: destination", to, bytes);
  const PointerInfo source = check_pointer("memcpy: source", from, bytes);
  if (const auto other = other_queue("memcpy", *device_, {{to, target}, {from, source}}))
    return do_host_task([=] { other->copy(to, from, bytes).wait(); }, events);
  return do_copy(to, from, bytes, events, false);
}

Event Queue::copy_internal(void *to, const void *from, std::size_t bytes, Events events) {
  return do_copy(to, from, bytes, events, true);
}

Event Queue::fill_internal(void *to, std::span<const std::byte> pattern, std::size_t count, Events events) {
  return do_fill(to, pattern, count, events, true);
}

PendingWork *Queue::set_pending_work(std::shared_ptr<PendingWork> pending) {
  static constinit Mutex mutex;
  const std::lock_guard lock(mutex);
  if (!held_pending_) {
    held_pending_ = std::move(pending);
    pending_.store(held_pending_.get(), std::memory_order_release);
  }
  return held_pending_.get();
}

Event Queue::fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events events) {
  flush();
  if (pattern.empty())
    throw Error(Errc::invalid, "fill: the pattern is empty");
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(pattern.size(), count, &bytes))
    throw Error(Errc::invalid, "fill: {} times {} bytes is beyond the address space", count, pattern.size());
  const PointerInfo target = check_pointer("fill", to, bytes);
  const auto other =
      is_of_another_gpu(target, *device_) ? copy_queue(*target.device) : other_queue("fill", *device_, {{to, target}});
  if (other != nullptr)
    return do_host_task(
        [=, kept = std::vector(pattern.begin(), pattern.end())] { other->fill(to, kept, count).wait(); }, events);
  return do_fill(to, pattern, count, events, false);
}

Event Queue::prefetch(const void *address, std::size_t bytes, Events events) {
  flush();
  check_pointer("prefetch", address, bytes);
  return do_prefetch(address, bytes, events);
}

Event Queue::advise(const void *address, std::size_t bytes, int advice, Events events) {
  flush();
  check_pointer("mem_advise", address, bytes);
  return do_advise(address, bytes, advice, events);
}

Event Queue::barrier(Events events) {
  flush();
  return do_barrier(events);
}

Event Queue::host_task(std::function<void()> work, Events events) {
  flush();
  if (!work)
    throw Error(Errc::invalid, "host_task: the function is empty");
  return do_host_task(std::move(work), events);
}

Event Queue::host_task_internal(std::function<void()> work) {
  const Event before = do_barrier({});
  return do_host_task(std::move(work), {&before, 1});
}

namespace {
[[noreturn]] void no_streams(const Device &device) {
  throw Error(Errc::feature_not_supported, "streams of other libraries: {} has none", device.info().name);
}
} // namespace

std::uintptr_t Queue::native_stream() {
  no_streams(*device_);
}

std::uintptr_t Queue::host_task_stream() {
  no_streams(*device_);
}

Event Queue::native_command(const LibraryCall &call, Events events) {
  flush();
  return do_library_call("native command", nullptr, call, events, false);
}

Event Queue::do_library_call(const char *, std::shared_ptr<const void>, const LibraryCall &, Events, bool) {
  no_streams(*device_);
}

void Queue::hold_back(std::uintptr_t) {
  no_streams(*device_);
}

void Queue::follow(std::uintptr_t) {
  no_streams(*device_);
}

void Queue::follow_all() {
  no_streams(*device_);
}

void Queue::wait() {
  flush();
  for (const Event &event : outstanding())
    event.wait();
}

bool Queue::wait_for(std::chrono::nanoseconds timeout) {
  if (PendingWork *const pending = pending_work(); pending != nullptr && !pending->submit_pending(timeout))
    return false;
  if (idle())
    return true;
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  for (const Event &event : outstanding())
    if (!event.wait_for(deadline - std::chrono::steady_clock::now()))
      return false;
  return true;
}

void Queue::wait_and_throw() {
  wait();
  throw_asynchronous();
}

void Queue::throw_asynchronous() {
  std::vector<std::exception_ptr> errors = take_errors();
  if (errors.empty())
    return;
  const AsyncHandler &handler = properties_.handler ? properties_.handler : context_->async_handler();
  if (!handler)
    std::rethrow_exception(errors.front());
  handler(std::move(errors));
}

std::shared_ptr<Queue> make_queue(std::shared_ptr<Context> context, std::shared_ptr<Device> device,
                                  QueueProperties properties) {
  if (context == nullptr || device == nullptr)
    throw Error(Errc::invalid, "queue: null {} given", context == nullptr ? "context" : "device");
  if (!context->contains(*device))
    throw Error(Errc::invalid, "queue: device {} is not in the context", device->info().name);
  return device->make_queue(std::move(context), properties);
}

} // namespace weft::runtime
