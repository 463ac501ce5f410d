// Keeps what tests say.
#include "backends/null/kernels.hpp"

#include <map>
#include <mutex>

#include "support/lock.hpp"

namespace weft::null {

namespace {

struct Kernels {
  Mutex mutex;
  std::map<std::string, HostKernel> by_name;
};

Kernels &kernels() {
  static constinit Lazy<Kernels> instance;
  return instance.get();
}

} // namespace

void run_kernels_as(const std::string &name, HostKernel kernel) {
  const std::lock_guard lock(kernels().mutex);
  kernels().by_name[name] = std::move(kernel);
}

HostKernel host_kernel(const std::string &name) {
  const std::lock_guard lock(kernels().mutex);
  const auto found = kernels().by_name.find(name);
  return found == kernels().by_name.end() ? nullptr : found->second;
}

} // namespace weft::null
