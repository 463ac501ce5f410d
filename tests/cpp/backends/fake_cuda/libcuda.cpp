// A stand-in for libcuda.so.1: lets machines without a GPU test what Weft does with the driver, and what it does when
// the driver fails.
//
// Streams are threads, device memory is the host's, the one kernel that runs is `affine` of tests/cpp/devices; others
// do nothing. WEFT_FAKE_CUDA chooses what goes wrong, as "key=value,...":
//   driver=11080   the CUDA version it speaks          devices=2       how many GPUs there are
//   init=100       what cuInit answers                 sm=61           their architecture
//   memory=1000000 bytes that each GPU has             fault=NAME:700  a kernel whose name has NAME in it fails so
//   context=2      what making a context answers       threads=256     how many a block of any kernel may have
//   spills=808     bytes that kernels spill which shall share a compute unit
//   stack=64       bytes that a work-item of a kernel that is launched may spill
//   loads=1        how many modules it loads           peers=01        only GPU 0 reaches the memory of 1
//   atomic=1       how many of them the host may share memory with while they run; else all
//   linked=0       whether GPUs that reach each other's memory have atomics there
//   apart=1        the host does not reach memory of a device
// A process that forked after cuInit and calls in is ended: the real driver's behaviour there is undefined.
// fakeCudaPriority() gives a stream's. fakeCudaCalls() gives the names of the calls that its thread made since it asked
// last, and the advice and the device of those about shared memory. libraries/ has stand-ins for libraries that compute
// on its streams. Compiled with FAKE_CUDA_IS_OLD, it lacks what drivers lacked before CUDA 12.5. It refuses what an
// H100's driver of CUDA 13.0 was seen to refuse.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <string_view>
#include <utility>
#include <vector>

#include "world.hpp"

namespace {
CUcontext primary_context(int device) {
  static std::array<CUctx_st, 16> all;
  all.at(static_cast<std::size_t>(device)).device = device;
  return &all.at(static_cast<std::size_t>(device));
}

template <class T> CUresult fill(CUdeviceptr to, T value, std::size_t count, CUstream stream) {
  if (to % sizeof(T) != 0 || !known(to, count * sizeof(T), false) ||
      (stream != nullptr && belongs_to_another(to, stream->device)))
    return invalid_value;
  enqueue(stream, [=, first = reinterpret_cast<T *>(bytes_at(to))] { std::fill_n(first, count, value); });
  return success;
}

constexpr std::size_t most_read_at_once = 65536; // of pageable memory, before a call returns

bool reaches(CUdevice device, CUdevice peer) {
  const std::string pair = setting("peers");
  return device != peer && (pair.empty() || pair == std::to_string(device) + std::to_string(peer));
}

} // namespace

extern "C" {

const char *fakeCudaCalls() {
  static thread_local std::string given;
  given = std::exchange(calls, {});
  return given.c_str();
}

int fakeCudaPriority(CUstream stream) {
  return stream->priority;
}

/// For stand-ins of libraries: what the stream does next.
void fakeCudaEnqueue(CUstream stream, void (*work)(void *), void *argument) {
  enqueue(stream, [=] { work(argument); });
}

CUresult cuInit(unsigned) {
  if (const long answer = number("init", 0); answer != 0)
    return static_cast<CUresult>(answer);
  world().process = getpid();
  return success;
}
CUresult cuDriverGetVersion(int *version) {
  *version = static_cast<int>(number("driver", 13000));
  return success;
}
CUresult cuGetErrorName(CUresult result, const char **name) {
  *name = result == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == 100 ? "CUDA_ERROR_NO_DEVICE"
          : result == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                          : "CUDA_ERROR_OF_THE_FAKE";
  return success;
}
CUresult cuGetErrorString(CUresult, const char **text) {
  *text = "what the fake says";
  return success;
}

CUresult cuDeviceGetCount(int *count) {
  ENTER(false);
  *count = devices();
  return success;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  ENTER(false);
  *device = ordinal;
  return ordinal < devices() ? success : invalid_device;
}
CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  ENTER(false);
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU %d", device);
  return success;
}
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
  ENTER(false);
  *uuid = {{static_cast<std::uint8_t>(device), 0xfa, 0xce}};
  return success;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  ENTER(false);
  if (static_cast<Attribute>(attribute) == Attribute::concurrent_managed_access) {
    *value = device < number("atomic", device + 1) ? 1 : 0;
    return success;
  }
  const int sm = static_cast<int>(number("sm", 90));
  static const std::map<Attribute, int> values = {
      {Attribute::max_threads_per_block, 1024},
      {Attribute::max_block_dim_x, 1024},
      {Attribute::max_block_dim_y, 1024},
      {Attribute::max_block_dim_z, 64},
      {Attribute::max_grid_dim_x, 0x7fffffff},
      {Attribute::max_shared_memory_per_block, 48 << 10},
      {Attribute::max_shared_memory_per_block_optin, 227 << 10},
      {Attribute::warp_size, 32},
      {Attribute::clock_rate, 1'000'000},
      {Attribute::texture_alignment, 512},
      {Attribute::multiprocessor_count, 4},
      {Attribute::l2_cache_size, 1 << 20},
      {Attribute::pci_domain_id, 0x1a},
      {Attribute::pci_bus_id, 0x41},
      {Attribute::pci_device_id, 3},
      {Attribute::memory_clock_rate, 3'200'000},
      {Attribute::global_memory_bus_width, 6144},
      {Attribute::max_threads_per_multiprocessor, 2048},
      {Attribute::compute_capability_major, sm / 10},
      {Attribute::compute_capability_minor, sm % 10},
      {Attribute::managed_memory, 1},
      {Attribute::can_use_host_pointer_for_registered_memory, 1},
  };
  const auto found = values.find(static_cast<Attribute>(attribute));
  *value = found == values.end() ? 0 : found->second;
  return success;
}
CUresult cuDeviceTotalMem_v2(std::size_t *bytes, CUdevice) {
  ENTER(false);
  *bytes = static_cast<std::size_t>(number("memory", 1l << 32));
  return success;
}
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  ENTER(false);
  *can = reaches(device, peer);
  return std::max(device, peer) < devices() ? success : invalid_device;
}

CUresult cuDeviceGetP2PAttribute(int *value, int attribute, CUdevice device, CUdevice peer) {
  ENTER(false);
  constexpr int native_atomics = 3;
  if (attribute != native_atomics)
    return invalid_value;
  *value = reaches(device, peer) && number("linked", 1) != 0;
  return device != peer && std::max(device, peer) < devices() ? success : invalid_device;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  ENTER(false);
  if (const long answer = number("context", 0); answer != 0)
    return static_cast<CUresult>(answer);
  *context = primary_context(device);
  return success;
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
  ENTER(false);
  contexts.push_back(context);
  return success;
}
CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  if (contexts.empty())
    return invalid_context;
  *context = contexts.back();
  contexts.pop_back();
  return success;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  ENTER(false);
  *context = contexts.empty() ? nullptr : contexts.back();
  return success;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  ENTER(false);
  contexts = {context};
  return success;
}
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  ENTER();
  if (flags != 0)
    return invalid_value;
  if (!reaches(contexts.back()->device, peer->device))
    return peer_access_unsupported;
  const std::lock_guard lock(world().mutex);
  const bool is_new = world().peers.emplace(contexts.back()->device, peer->device).second;
  return is_new ? success : error_peer_access_already_enabled;
}
CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  return world().peers.erase({contexts.back()->device, peer->device}) != 0 ? success : error_peer_access_not_enabled;
}

CUresult cuMemGetInfo_v2(std::size_t *free, std::size_t *total) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  *total = static_cast<std::size_t>(number("memory", 1l << 32));
  *free = *total - world().used[contexts.back()->device];
  return success;
}
CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer) {
  ENTER(false);
  const std::lock_guard lock(world().mutex);
  const auto found = find(pointer);
  if (found == world().allocations.end())
    return invalid_value;
  switch (static_cast<PointerAttribute>(attribute)) {
  case PointerAttribute::memory_type:
    *static_cast<unsigned *>(value) = static_cast<unsigned>(found->second.type);
    return success;
  case PointerAttribute::is_managed:
    *static_cast<unsigned *>(value) = found->second.managed;
    return success;
  case PointerAttribute::device_ordinal:
    *static_cast<int *>(value) = found->second.device;
    return success;
  case PointerAttribute::range_start:
    *static_cast<CUdeviceptr *>(value) = found->first;
    return success;
  case PointerAttribute::range_size:
    *static_cast<std::size_t *>(value) = found->second.bytes;
    return success;
  }
  return invalid_value;
}
CUresult cuMemAlloc_v2(CUdeviceptr *pointer, std::size_t bytes) {
  ENTER();
  return allocate(reinterpret_cast<void **>(pointer), bytes, 2, false);
}
CUresult cuMemFree_v2(CUdeviceptr pointer) {
  ENTER();
  return release(pointer, 2);
}
CUresult cuMemAllocManaged(CUdeviceptr *pointer, std::size_t bytes, unsigned flags) {
  ENTER();
  if (flags != mem_attach_global)
    return invalid_value;
  return allocate(reinterpret_cast<void **>(pointer), bytes, 2, true);
}
CUresult cuMemHostAlloc(void **pointer, std::size_t bytes, unsigned flags) {
  ENTER();
  if (flags > 7)
    return invalid_value;
  return allocate(pointer, bytes, 1, false);
}
CUresult cuMemFreeHost(void *pointer) {
  ENTER();
  return release(reinterpret_cast<CUdeviceptr>(pointer), 1);
}
CUresult cuMemHostRegister_v2(void *pointer, std::size_t bytes, unsigned flags) {
  ENTER();
  if (flags > 15 || bytes == 0)
    return invalid_value;
  const std::lock_guard lock(world().mutex);
  const auto address = reinterpret_cast<CUdeviceptr>(pointer);
  if (find(address) != world().allocations.end())
    return already_registered;
  world().allocations[address] = {bytes, contexts.back()->device, 1, false, nullptr, true};
  return success;
}
CUresult cuMemHostUnregister(void *pointer) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  const auto found = world().allocations.find(reinterpret_cast<CUdeviceptr>(pointer));
  if (found == world().allocations.end() || !found->second.registered)
    return not_registered;
  world().allocations.erase(found);
  return success;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  ENTER();
  for (const CUdeviceptr end : {from, to})
    if (known(end) && !known(end, bytes, false))
      return invalid_value;
  char *const target = bytes_at(to);
  const char *const source = bytes_at(from);
  if (known(to) && !known(from) && bytes <= most_read_at_once) {
    enqueue(stream, [=, held = std::string(source, bytes)] { std::memcpy(target, held.data(), bytes); });
    return success;
  }
  const std::uint64_t task = enqueue(stream, [=] { std::memmove(target, source, bytes); });
  return known(from) && known(to) ? success : wait_until(stream, task); // the call waits for pageable memory's sake
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count, CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, std::size_t bytes, CUdevice device, CUstream) {
  ENTER();
  calls += "(" + std::to_string(device) + ")";
  if (device >= devices())
    return invalid_device;
  return bytes != 0 && known(pointer, bytes, true) ? success : invalid_value;
}
CUresult cuMemAdvise(CUdeviceptr pointer, std::size_t bytes, int advice, CUdevice device) {
  ENTER();
  calls += "(" + std::to_string(advice) + "," + std::to_string(device) + ")";
  if (device >= devices())
    return invalid_device;
  return bytes != 0 && advice >= 1 && advice <= 6 && known(pointer, bytes, true) ? success : invalid_value;
}

CUresult cuLaunchHostFunc(CUstream stream, void (*function)(void *), void *data) {
  ENTER();
  enqueue(stream, [=] { function(data); });
  return success;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  ENTER();
  *least = 0;
  *greatest = -5;
  return success;
}
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned, int priority) {
  ENTER();
  *stream = new CUstream_st;
  (*stream)->priority = priority;
  (*stream)->device = contexts.back()->device;
  (*stream)->thread = std::thread(run, *stream);
  const std::lock_guard lock(world().mutex);
  world().streams.insert(*stream);
  return success;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
  ENTER();
  {
    const std::lock_guard lock(world().mutex);
    stream->ending = true;
    world().streams.erase(stream);
    world().changed.notify_all();
  }
  stream->thread.join();
  delete stream;
  return success;
}
CUresult cuStreamSynchronize(CUstream stream) {
  ENTER();
  std::uint64_t last = 0;
  {
    const std::lock_guard lock(world().mutex);
    last = stream->submitted;
  }
  return wait_until(stream, last);
}
CUresult cuStreamQuery(CUstream stream) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  return progress(stream->done == stream->submitted);
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  if (event->record == nullptr)
    return success;
  enqueue_locked(stream, [record = event->record] {
    World &w = world();
    std::unique_lock waiting(w.mutex);
    w.changed.wait(waiting, [&] { return record->streams == 0 || w.failure != success; });
  });
  return success;
}
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  ENTER();
  *context = primary_context(stream->device);
  return success;
}
CUresult cuEventCreate(CUevent *event, unsigned flags) {
  ENTER();
  *event = new CUevent_st{(flags & event_disable_timing) == 0, contexts.back()->device, nullptr};
  return success;
}
CUresult cuEventDestroy_v2(CUevent event) {
  ENTER();
  delete event;
  return success;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  ENTER();
  if (event->device != stream->device)
    return invalid_handle;
  const std::lock_guard lock(world().mutex);
  record(event, {stream});
  return success;
}
#ifndef FAKE_CUDA_IS_OLD
CUresult cuCtxRecordEvent(CUcontext context, CUevent event) {
  ENTER();
  if (event->device != context->device)
    return invalid_handle;
  const std::lock_guard lock(world().mutex);
  record(event, streams_of(context->device));
  return success;
}
#endif
CUresult cuEventQuery(CUevent event) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  return progress(event->record == nullptr || event->record->streams == 0);
}
CUresult cuEventSynchronize(CUevent event) {
  ENTER();
  World &w = world();
  std::unique_lock lock(w.mutex);
  const std::shared_ptr<Record> record = event->record;
  w.changed.wait(lock, [&] { return record == nullptr || record->streams == 0 || w.failure != success; });
  return w.failure;
}
CUresult cuCtxSynchronize() {
  ENTER();
  CUevent_st all{};
  {
    const std::lock_guard lock(world().mutex);
    record(&all, streams_of(contexts.back()->device));
  }
  return cuEventSynchronize(&all);
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
  ENTER();
  const std::lock_guard lock(world().mutex);
  if (!begin->timing || !end->timing || begin->record == nullptr || end->record == nullptr)
    return invalid_handle;
  if (begin->record->streams + end->record->streams != 0)
    return error_not_ready;
  *milliseconds = std::chrono::duration<float, std::milli>(end->record->time - begin->record->time).count();
  return success;
}

} // extern "C"

// Whatever Weft takes from the driver is here.
#define WEFT_PRESENT(name, symbol, parameters) reinterpret_cast<void (*)()>(&symbol),
extern void (*const fake_cuda_has[])();
void (*const fake_cuda_has[])() = {WEFT_CUDA_FUNCTIONS(WEFT_PRESENT)
#ifndef FAKE_CUDA_IS_OLD
                                       WEFT_CUDA_NEWER_FUNCTIONS(WEFT_PRESENT)
#endif
};
