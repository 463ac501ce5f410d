// Loads libOpenCL.so.1.
#include "backends/opencl/driver.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <utility>

#include "support/driver_library.hpp"
#include "support/env.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::opencl {

namespace {

constexpr const char *vendors_folder = "/etc/OpenCL/vendors";
using Loaded = DriverLibrary<Driver>::Loaded;

/// Nothing but NVIDIA's implementation is registered, whose devices the CUDA backend serves: loading it takes as long
/// as CUDA itself.
bool nvidia_alone() {
  if (env::text("OCL_ICD_VENDORS") || env::text("OCL_ICD_FILENAMES"))
    return false;
  std::error_code error;
  bool any = false;
  for (const auto &entry : std::filesystem::directory_iterator(vendors_folder, error)) {
    if (entry.path().extension() != ".icd")
      continue;
    if (entry.path().filename() != "nvidia.icd")
      return false;
    any = true;
  }
  return any;
}

void load_symbols(void *library, Loaded &loaded) {
  const auto find = [&]<class F>(F &function, const char *symbol) {
    function = reinterpret_cast<F>(dlsym(library, symbol));
    if (function == nullptr)
      loaded.why_not = fmt::format("the loader lacks {}: it is older than OpenCL 2.1", symbol);
    return function != nullptr;
  };
#define WEFT_LOAD(name, symbol, parameters)                                                                            \
  if (!find(loaded.functions.name, #symbol))                                                                           \
    return;
  WEFT_OPENCL_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
#define WEFT_LOAD(result, name, symbol, parameters)                                                                    \
  if (!find(loaded.functions.name, #symbol))                                                                           \
    return;
  WEFT_OPENCL_MAKERS(WEFT_LOAD)
#undef WEFT_LOAD
}

Loaded load() {
  Loaded loaded;
  if (env::text("WEFT_OPENCL").value_or("0") == "0") {
    loaded.why_not = "devices are looked for where WEFT_OPENCL=gpu asks for them";
    return loaded;
  }
  if (nvidia_alone()) {
    loaded.why_not = "no implementation is installed but NVIDIA's, whose GPUs are used through CUDA";
    return loaded;
  }
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    loaded.why_not = "no loader (libOpenCL.so.1) was found";
  else
    load_symbols(library, loaded);
  return loaded;
}

constinit DriverLibrary<Driver> library("OpenCL", load);

/// What a question about an object answers with text.
template <class Ask> std::string answer(Ask ask) {
  std::size_t size = 0;
  if (ask(0, nullptr, &size) != success || size == 0)
    return {};
  std::string text(size, '\0');
  if (ask(size, text.data(), nullptr) != success)
    return {};
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

} // namespace

std::string describe(cl_int code) {
  static constexpr std::pair<cl_int, const char *> names[] = {{-1, "CL_DEVICE_NOT_FOUND"},
                                                              {-2, "CL_DEVICE_NOT_AVAILABLE"},
                                                              {-3, "CL_COMPILER_NOT_AVAILABLE"},
                                                              {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
                                                              {-5, "CL_OUT_OF_RESOURCES"},
                                                              {-6, "CL_OUT_OF_HOST_MEMORY"},
                                                              {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
                                                              {-11, "CL_BUILD_PROGRAM_FAILURE"},
                                                              {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
                                                              {-30, "CL_INVALID_VALUE"},
                                                              {-33, "CL_INVALID_DEVICE"},
                                                              {-34, "CL_INVALID_CONTEXT"},
                                                              {-36, "CL_INVALID_COMMAND_QUEUE"},
                                                              {-42, "CL_INVALID_BINARY"},
                                                              {-43, "CL_INVALID_BUILD_OPTIONS"},
                                                              {-44, "CL_INVALID_PROGRAM"},
                                                              {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
                                                              {-46, "CL_INVALID_KERNEL_NAME"},
                                                              {-48, "CL_INVALID_KERNEL"},
                                                              {-49, "CL_INVALID_ARG_INDEX"},
                                                              {-50, "CL_INVALID_ARG_VALUE"},
                                                              {-51, "CL_INVALID_ARG_SIZE"},
                                                              {-52, "CL_INVALID_KERNEL_ARGS"},
                                                              {-53, "CL_INVALID_WORK_DIMENSION"},
                                                              {-54, "CL_INVALID_WORK_GROUP_SIZE"},
                                                              {-55, "CL_INVALID_WORK_ITEM_SIZE"},
                                                              {-56, "CL_INVALID_GLOBAL_OFFSET"},
                                                              {-58, "CL_INVALID_EVENT"},
                                                              {-59, "CL_INVALID_OPERATION"},
                                                              {-61, "CL_INVALID_BUFFER_SIZE"},
                                                              {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
                                                              {-1001, "CL_PLATFORM_NOT_FOUND_KHR"}};
  const auto *const found = std::ranges::find(names, code, &std::pair<cl_int, const char *>::first);
  return found == std::end(names) ? fmt::format("OpenCL error {}", code) : fmt::format("{} ({})", found->second, code);
}

void Driver::check(cl_int result, const char *call) const {
  if (result == success) [[likely]]
    return;
  const bool allocates = std::string_view(call).find("Alloc") != std::string::npos;
  const bool memory = result == error_mem_object_allocation_failure || result == error_out_of_host_memory ||
                      (allocates && (result == error_out_of_resources || result == error_invalid_buffer_size));
  throw Error(memory ? Errc::memory_allocation : Errc::runtime, "{} failed: {}", call, describe(result));
}

std::string Driver::text(cl_platform_id platform, cl_uint what) const {
  return answer(
      [&](std::size_t size, char *to, std::size_t *needed) { return platform_info(platform, what, size, to, needed); });
}

std::string Driver::text(cl_device_id device, cl_uint what) const {
  return answer(
      [&](std::size_t size, char *to, std::size_t *needed) { return device_info(device, what, size, to, needed); });
}

bool MemoryFunctions::load(const Driver &driver, cl_platform_id platform) {
#define WEFT_LOAD(result, name, symbol, parameters)                                                                    \
  name = reinterpret_cast<decltype(name)>(driver.extension(platform, #symbol));                                        \
  if (name == nullptr)                                                                                                 \
    return false;
  WEFT_OPENCL_MEMORY_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
  return true;
}

const Driver *find_driver(std::string *why_not) {
  return library.find(why_not);
}

const Driver &driver() {
  return library.get();
}

} // namespace weft::opencl
