// Keeps the state of the stand-in for the driver and does its work.
#include "world.hpp"

#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>

namespace fake {

std::string setting(const std::string &key) {
  const char *text = std::getenv("WEFT_FAKE_CUDA");
  std::string all = "," + std::string(text == nullptr ? "" : text) + ",";
  const std::size_t at = all.find("," + key + "=");
  if (at == std::string::npos)
    return {};
  const std::size_t from = at + key.size() + 2;
  return all.substr(from, all.find(',', from) - from);
}

long number(const std::string &key, long otherwise) {
  const std::string text = setting(key);
  return text.empty() ? otherwise : std::atol(text.c_str());
}

World &world() {
  static World *const instance = new World;
  return *instance;
}

// Never destroyed: programs call the driver while they end.
thread_local std::vector<CUcontext> &contexts = *new std::vector<CUcontext>;
thread_local std::string &calls = *new std::string;

int devices() {
  const int there = static_cast<int>(number("devices", 1));
  const char *visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr)
    return there;
  int count = 0;
  for (const char *at = visible; *at >= '0' && *at < '0' + there; ++at) {
    ++count;
    if (*++at != ',')
      break;
  }
  return count;
}

void wait_for_device() {
  CUevent_st all{};
  const std::unique_lock alone(world().loading);
  std::unique_lock lock(world().mutex);
  record(&all, streams_of(contexts.back()->device));
  world().changed.wait(lock, [&] { return all.record->streams == 0 || world().failure != success; });
}

CUresult enter(const char *call, bool needs_context) {
  World &w = world();
  calls += calls.empty() ? "" : " ";
  calls += call;
  if (w.process != 0 && w.process != getpid()) {
    std::fputs("fake libcuda: called in a child process after fork\n", stderr);
    std::abort();
  }
  if (w.process == 0)
    return not_initialized;
  const std::shared_lock calls_go_on(w.loading);
  if (const CUresult failure = w.failure)
    return failure;
  return needs_context && contexts.empty() ? invalid_context : success;
}

void run(CUstream stream) {
  World &w = world();
  std::unique_lock lock(w.mutex);
  for (;;) {
    w.changed.wait(lock, [&] { return !stream->work.empty() || stream->ending; });
    if (stream->work.empty())
      return;
    const std::function<void()> work = std::move(stream->work.front());
    stream->work.pop_front();
    lock.unlock();
    if (w.failure == success)
      work();
    lock.lock();
    ++stream->done;
    w.changed.notify_all();
  }
}

std::uint64_t enqueue(CUstream stream, std::function<void()> work) {
  const std::lock_guard lock(world().mutex);
  return enqueue_locked(stream, std::move(work));
}

std::uint64_t enqueue_locked(CUstream stream, std::function<void()> work) {
  stream->work.push_back(std::move(work));
  world().changed.notify_all();
  return ++stream->submitted;
}

void record(CUevent event, const std::vector<CUstream> &streams) {
  const auto record = std::make_shared<Record>();
  record->streams = streams.size();
  record->time = std::chrono::steady_clock::now();
  event->record = record;
  for (CUstream stream : streams)
    enqueue_locked(stream, [record] {
      const std::lock_guard lock(world().mutex);
      --record->streams;
      record->time = std::chrono::steady_clock::now();
      world().changed.notify_all();
    });
}

std::vector<CUstream> streams_of(int device) {
  std::vector<CUstream> found;
  for (CUstream stream : world().streams)
    if (stream->device == device)
      found.push_back(stream);
  return found;
}

CUresult wait_until(CUstream stream, std::uint64_t task) {
  World &w = world();
  std::unique_lock lock(w.mutex);
  w.changed.wait(lock, [&] { return stream->done >= task; });
  return w.failure;
}

CUresult progress(bool done) {
  const CUresult failure = world().failure;
  return failure != success || done ? failure : error_not_ready;
}

std::map<std::uintptr_t, Allocation>::iterator find(CUdeviceptr address) {
  World &w = world();
  auto after = w.allocations.upper_bound(address);
  if (after == w.allocations.begin())
    return w.allocations.end();
  --after;
  return address < after->first + after->second.bytes ? after : w.allocations.end();
}

bool known(CUdeviceptr address) {
  const std::lock_guard lock(world().mutex);
  return find(address) != world().allocations.end();
}

bool known(CUdeviceptr address, std::size_t bytes, bool managed) {
  const std::lock_guard lock(world().mutex);
  const auto found = find(address);
  return found != world().allocations.end() && bytes <= found->first + found->second.bytes - address &&
         (found->second.managed || !managed);
}

bool belongs_to_another(CUdeviceptr address, int device) {
  const std::lock_guard lock(world().mutex);
  const auto found = find(address);
  return found != world().allocations.end() && found->second.type == 2 && !found->second.managed &&
         found->second.device != device;
}

/// Two views of the same bytes: the first, which programs are told, cannot be read or written.
std::pair<void *, void *> allocate_apart(std::size_t bytes) {
  const int file = memfd_create("fake_cuda", 0);
  void *told = MAP_FAILED, *own = MAP_FAILED;
  if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0) {
    told = mmap(nullptr, bytes, PROT_NONE, MAP_SHARED, file, 0);
    own = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  return {told == MAP_FAILED ? nullptr : told, own == MAP_FAILED ? nullptr : own};
}

char *bytes_at(CUdeviceptr address) {
  const std::lock_guard lock(world().mutex);
  const auto found = find(address);
  if (found == world().allocations.end() || found->second.own == nullptr)
    return reinterpret_cast<char *>(address);
  return static_cast<char *>(found->second.own) + (address - found->first);
}

CUresult allocate(void **pointer, std::size_t bytes, int type, bool managed) {
  World &w = world();
  const int device = contexts.back()->device;
  const std::lock_guard lock(w.mutex);
  if (bytes == 0 && type == 2)
    return invalid_value;
  if (type == 2 && w.used[device] + bytes > static_cast<std::size_t>(number("memory", 1l << 32)))
    return error_out_of_memory;
  void *own = nullptr;
  if (type == 2 && !managed && number("apart", 0) != 0)
    std::tie(*pointer, own) = allocate_apart(bytes);
  else
    *pointer = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  w.used[device] += type == 2 ? bytes : 0;
  w.allocations[reinterpret_cast<std::uintptr_t>(*pointer)] = {bytes, device, type, managed, own};
  return success;
}

CUresult release(CUdeviceptr pointer, int type) {
  World &w = world();
  const std::lock_guard lock(w.mutex);
  const auto found = w.allocations.find(pointer);
  if (found == w.allocations.end() || found->second.type != type)
    return invalid_value;
  w.used[found->second.device] -= found->second.type == 2 ? found->second.bytes : 0;
  if (void *own = found->second.own; own != nullptr) {
    munmap(own, found->second.bytes);
    munmap(reinterpret_cast<void *>(pointer), found->second.bytes);
  } else {
    std::free(reinterpret_cast<void *>(pointer));
  }
  w.allocations.erase(found);
  return success;
}

} // namespace fake
