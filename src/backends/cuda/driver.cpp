// Loads libcuda.so.1.
#include "backends/cuda/driver.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include "support/error.hpp"

namespace weft::cuda {

namespace {

constexpr int oldest_version = 12000; // PTX 8.0, the first that knows sm_90

struct Loaded {
  Driver driver;
  std::string why_not; // empty: usable
  pid_t process = 0;
};

bool load_symbols(void *library, Loaded &loaded) {
#define WEFT_LOAD(name, symbol, parameters)                                                                            \
  if (void *address = dlsym(library, #symbol); address != nullptr) {                                                   \
    loaded.driver.name = reinterpret_cast<decltype(loaded.driver.name)>(address);                                      \
  } else {                                                                                                             \
    loaded.why_not = "libcuda.so.1 lacks " #symbol ": the NVIDIA driver is too old";                                   \
    return false;                                                                                                      \
  }
  WEFT_CUDA_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
  return true;
}

Loaded load() {
  Loaded loaded;
  loaded.process = getpid();
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.why_not = "no NVIDIA driver (libcuda.so.1) was found";
    return loaded;
  }
  if (!load_symbols(library, loaded))
    return loaded;
  Driver &cuda = loaded.driver;
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

const Loaded &loaded() {
  static const Loaded *const instance = new Loaded(load()); // streams outlive static destructors
  return *instance;
}

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
  throw Error(result == error_out_of_memory ? Errc::memory_allocation : Errc::runtime, "{} failed: {}", call,
              describe(result));
}

const Driver *find_driver(std::string *why_not) {
  const Loaded &found = loaded();
  if (why_not != nullptr)
    *why_not = found.why_not;
  return found.why_not.empty() ? &found.driver : nullptr;
}

const Driver &driver() {
  const Loaded &found = loaded();
  if (found.process != getpid())
    throw Error(Errc::runtime, "CUDA was initialised before fork() and cannot be used in the child process; start "
                               "workers with multiprocessing's \"spawn\" method, or use the CPU device");
  WEFT_CHECK(found.why_not.empty(), "CUDA used without a driver: {}", found.why_not);
  return found.driver;
}

} // namespace weft::cuda
