// Finds the stand-in for the driver in the process and keeps the log.
#include "stream.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <utility>

namespace fake {

namespace {

std::mutex mutex;
std::string calls;

void *driver_function(const char *name) {
  void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  void *const found = driver == nullptr ? nullptr : dlsym(driver, name);
  if (found == nullptr)
    std::abort();
  return found;
}

bool has_context() {
  void *context = nullptr;
  reinterpret_cast<int (*)(void **)>(driver_function("cuCtxGetCurrent"))(&context);
  return context != nullptr;
}

void note(const std::string &line) {
  const std::lock_guard lock(mutex);
  calls += line + "\n";
}

} // namespace

void log(const std::string &call) {
  note(has_context() ? call : "WRONG: without a context: " + call);
}

void complain(const std::string &what) {
  note("WRONG: " + what);
}

void enqueue(Stream stream, std::function<void()> work) {
  const auto run = [](void *function) {
    auto *const owned = static_cast<std::function<void()> *>(function);
    (*owned)();
    delete owned;
  };
  using Enqueue = void (*)(Stream, void (*)(void *), void *);
  reinterpret_cast<Enqueue>(driver_function("fakeCudaEnqueue"))(stream, run,
                                                                new std::function<void()>(std::move(work)));
}

void expect_device_memory(const char *call, const void *pointer) {
  unsigned type = 0;
  constexpr int memory_type = 2;
  using Ask = int (*)(void *, int, std::uint64_t);
  if (reinterpret_cast<Ask>(driver_function("cuPointerGetAttribute"))(&type, memory_type,
                                                                      reinterpret_cast<std::uint64_t>(pointer)) != 0)
    complain(std::string(call) + ": memory that the driver does not know");
}

long number(const std::string &key, long otherwise) {
  const char *text = std::getenv("WEFT_FAKE_LIBRARIES");
  const std::string all = "," + std::string(text == nullptr ? "" : text) + ",";
  const std::size_t at = all.find("," + key + "=");
  return at == std::string::npos ? otherwise : std::atol(all.c_str() + at + key.size() + 2);
}

} // namespace fake

/// The calls since it was asked last, one on each line.
extern "C" const char *fakeLibraryCalls() {
  static std::string given;
  const std::lock_guard lock(fake::mutex);
  given = std::exchange(fake::calls, {});
  return given.c_str();
}
