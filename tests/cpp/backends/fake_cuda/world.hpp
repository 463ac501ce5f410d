// What the stand-in for the driver keeps: allocations, streams, events, and what goes wrong.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "backends/cuda/driver.hpp"

namespace weft::cuda {

struct CUctx_st {
  int device;
};

struct CUstream_st {
  int device = 0;
  std::deque<std::function<void()>> work;
  std::uint64_t submitted = 0, done = 0;
  int priority = 0;
  bool ending = false;
  std::thread thread;
};

struct Record {
  std::size_t streams = 0; ///< that have not come so far
  std::chrono::steady_clock::time_point time;
};

struct CUevent_st {
  bool timing;
  int device;
  std::shared_ptr<Record> record;
};

struct CUfunc_st {
  std::string name;
  int local_bytes; ///< of a work-item
  int device;
  unsigned own_shared_bytes;       ///< of its variables
  unsigned most_shared = 48 << 10; ///< that these and a launch may have together
};

struct CUmod_st {
  CUfunc_st function;
};

} // namespace weft::cuda

namespace fake {

using namespace weft::cuda;

constexpr CUresult invalid_value = 1, not_initialized = 3, invalid_device = 101, invalid_context = 201,
                   peer_access_unsupported = 217, invalid_handle = 400, not_found = 500, already_registered = 712,
                   not_registered = 713;

/// The value of a key of WEFT_FAKE_CUDA, or "".
std::string setting(const std::string &key);
long number(const std::string &key, long otherwise);

struct Allocation {
  std::size_t bytes;
  int device;
  int type; // CU_MEMORYTYPE: 1 host, 2 device
  bool managed;
  void *own = nullptr;     ///< where the driver reaches bytes that the host does not
  bool registered = false; ///< the program's own memory
};

/// All that the process has of the driver. One lock and one condition for everything.
struct World {
  std::shared_mutex loading; ///< held while a module is loaded, which waits for the device: no call goes on meanwhile
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::uintptr_t, Allocation> allocations;
  std::map<int, std::size_t> used; ///< bytes, of each device
  std::set<CUstream> streams;
  std::set<std::pair<int, int>> peers; ///< whose first reaches the memory of the second
  std::atomic<CUresult> failure{0};
  pid_t process = 0;
};

World &world();

extern thread_local std::vector<CUcontext> &contexts; ///< the current one last
extern thread_local std::string &calls;

int devices();

/// What every call begins with.
CUresult enter(const char *call, bool needs_context = true);
#define ENTER(...)                                                                                                     \
  if (const CUresult refused = enter(__func__ __VA_OPT__(, ) __VA_ARGS__); refused != success)                         \
  return refused

/// As the driver does at times: in no other call meanwhile.
void wait_for_device();

/// What a stream's thread does.
void run(CUstream);
/// Gives the task's number on its stream.
std::uint64_t enqueue(CUstream, std::function<void()> work);
std::uint64_t enqueue_locked(CUstream, std::function<void()> work); ///< The lock is held.
/// The event stands for all that is in these streams; the lock is held.
void record(CUevent, const std::vector<CUstream> &);
/// The lock is held.
std::vector<CUstream> streams_of(int device);
CUresult wait_until(CUstream, std::uint64_t task);
/// What a query answers; the lock is held. Work that failed since the call began is done, too.
CUresult progress(bool done);

/// The lock is held.
std::map<std::uintptr_t, Allocation>::iterator find(CUdeviceptr address);
bool known(CUdeviceptr address);
/// Whether the bytes lie in one allocation; in a managed one, if only such will do.
bool known(CUdeviceptr address, std::size_t bytes, bool managed);
/// Memory of a device that is not `device`.
bool belongs_to_another(CUdeviceptr address, int device);
/// Where the driver reaches what a program calls by this address.
char *bytes_at(CUdeviceptr address);
CUresult allocate(void **pointer, std::size_t bytes, int type, bool managed);
CUresult release(CUdeviceptr, int type);

} // namespace fake

// The driver's functions, with the parameters that Weft calls them with.
using namespace fake;
#define WEFT_DECLARE(name, symbol, parameters) CUresult symbol parameters;
extern "C" {
WEFT_CUDA_FUNCTIONS(WEFT_DECLARE)
WEFT_CUDA_NEWER_FUNCTIONS(WEFT_DECLARE)
}
