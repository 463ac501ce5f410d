// Loads libcuda.so.1.
#include "backends/cuda/driver.hpp"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <mutex>

#include "support/driver_library.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

namespace {

constexpr int oldest_version = 12000; // PTX 8.0, the first that knows sm_90

using Loaded = DriverLibrary<Driver>::Loaded;

struct Failure {
  Mutex mutex;
  std::string what;
};

Failure &first_failure() {
  static constinit Lazy<Failure> instance;
  return instance.get();
}

bool load_symbols(void *library, Loaded &loaded) {
#define WEFT_LOAD(name, symbol, parameters)                                                                            \
  if (void *address = dlsym(library, #symbol); address != nullptr) {                                                   \
    loaded.functions.name = reinterpret_cast<decltype(loaded.functions.name)>(address);                                \
  } else {                                                                                                             \
    loaded.why_not = "libcuda.so.1 lacks " #symbol ": the NVIDIA driver is too old";                                   \
    return false;                                                                                                      \
  }
  WEFT_CUDA_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
#define WEFT_LOAD(name, symbol, parameters)                                                                            \
  loaded.functions.name = reinterpret_cast<decltype(loaded.functions.name)>(dlsym(library, #symbol));
  WEFT_CUDA_NEWER_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
  return true;
}

Loaded load() {
  Loaded loaded;
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.why_not = "no NVIDIA driver (libcuda.so.1) was found";
    return loaded;
  }
  if (!load_symbols(library, loaded))
    return loaded;
  Driver &cuda = loaded.functions;
  if (const CUresult result = cuda.init(0); result != success) {
    loaded.why_not = fmt::format("cuInit failed: {}", cuda.describe(result));
    return loaded;
  }
  cuda.check(cuda.driver_version(&cuda.version), "cuDriverGetVersion");
  if (cuda.version < oldest_version)
    loaded.why_not = fmt::format("the NVIDIA driver speaks CUDA {}.{}; Weft needs 12.0 or newer", cuda.version / 1000,
                                 cuda.version % 1000 / 10);
  return loaded;
}

constinit DriverLibrary<Driver> library("CUDA", load);

} // namespace

std::string Driver::describe(CUresult result) const {
  const char *name = nullptr;
  const char *text = nullptr;
  if (error_name(result, &name) != success || error_string(result, &text) != success)
    return fmt::format("unknown CUDA error {}", result);
  return fmt::format("{} ({})", name, text);
}

void Driver::check(CUresult result, const char *call) const {
  if (result == success) [[likely]]
    return;
  if (result == error_out_of_memory)
    throw Error(Errc::memory_allocation, "{} failed: {}", call, describe(result));
  if (!ends_all_work(result))
    throw Error(Errc::runtime, "{} failed: {}", call, describe(result));
  Failure &first = first_failure();
  const std::lock_guard lock(first.mutex);
  throw Error(Errc::runtime, "{} failed: {}{}{}", call, describe(result),
              first.what.empty() ? "" : "; before: ", first.what);
}

bool ends_all_work(CUresult result) noexcept {
  // Device unavailable, ECC and NVLink errors; illegal address, time-out, assertion, what a kernel can do wrong;
  // unknown.
  constexpr std::array<CUresult, 13> fatal{46, 214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719, 999};
  return std::ranges::find(fatal, result) != fatal.end();
}

std::string note_failure(const std::string &what) {
  Failure &first = first_failure();
  const std::lock_guard lock(first.mutex);
  if (first.what.empty())
    first.what = what;
  return first.what;
}

const Driver *find_driver(std::string *why_not) {
  return library.find(why_not);
}

const Driver &driver() {
  return library.get();
}

} // namespace weft::cuda
