// The version, the log, and what frees texts and arrays that this API gave.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>

#include <fmt/format.h>

#include "capi/guard.hpp"
#include "capi/throwing.hpp"
#include "dpctl/syclinterface/Config/dpctl_config.h"
#include "dpctl/syclinterface/dpctl_service.h"
#include "dpctl/syclinterface/dpctl_utils.h"
#include "support/lock.hpp"

namespace weft::capi {
namespace {

struct Log {
  Mutex mutex;
  std::ofstream file;
};

Log &the_log() {
  static constinit Lazy<Log> log;
  return log.get();
}

bool verbose() {
  const char *level = std::getenv("DPCTL_VERBOSITY");
  return level != nullptr && (std::string_view(level) == "error" || std::string_view(level) == "warning");
}

} // namespace

namespace {
thread_local std::string last_error;
}

std::string take_last_error() {
  return std::exchange(last_error, {});
}

void log_error(std::string_view function, std::string_view what) noexcept {
  try {
    last_error = what;
    const std::string line = fmt::format("[ERR] {}: {}\n", function, what);
    Log &log = the_log();
    const std::lock_guard lock(log.mutex);
    if (log.file.is_open())
      log.file << line << std::flush;
    if (verbose())
      std::cerr << line << std::flush;
  } catch (...) { // a log that cannot be written must not end the program
  }
}

} // namespace weft::capi

using namespace weft::capi;

extern "C" {

const char *DPCTLService_GetDPCPPVersion(void) {
  return guarded<const char *>(__func__, nullptr, [] { return give_text(DPCTL_DPCPP_VERSION); });
}

void DPCTLService_InitLogger(const char *app_name, const char *log_dir) {
  guarded_do(__func__, [&] {
    Log &log = the_log();
    const std::lock_guard lock(log.mutex);
    log.file.close();
    if (log_dir != nullptr)
      log.file.open(fmt::format("{}/{}.log", log_dir, app_name != nullptr ? app_name : "dpctl"), std::ios::app);
  });
}

void DPCTLService_ShutdownLogger(void) {
  guarded_do(__func__, [] {
    Log &log = the_log();
    const std::lock_guard lock(log.mutex);
    log.file.close();
  });
}

void DPCTLCString_Delete(const char *str) {
  delete[] str;
}

void DPCTLSize_t_Array_Delete(size_t *arr) {
  delete[] arr;
}
}
