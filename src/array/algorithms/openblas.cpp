// Takes the library that is in the process already, so that there is one pool of BLAS threads, not two.
#include "array/algorithms/openblas.hpp"

#include <cstring>

#include <dlfcn.h>
#include <link.h>

#include "support/lock.hpp"

namespace weft::array {

namespace {

std::string loaded_openblas() {
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        const char *const slash = info->dlpi_name != nullptr ? std::strrchr(info->dlpi_name, '/') : nullptr;
        if (slash == nullptr || std::strstr(slash, "openblas") == nullptr)
          return 0;
        *static_cast<std::string *>(found) = info->dlpi_name;
        return 1;
      },
      &path);
  return path;
}

OpenBlas find() {
  OpenBlas library;
  library.path = loaded_openblas();
  if (library.path.empty())
    library.path = "libopenblas.so.0";
  library.handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle == nullptr)
    return {};
  for (const char *prefix : {"scipy_", ""})
    for (const char *suffix : {"64_", ""}) {
      library.prefix = prefix;
      library.suffix = suffix;
      if (library.symbol("cblas_sgemm") == nullptr)
        continue;
      library.long_integers = *suffix != '\0';
      library.set_threads = reinterpret_cast<int (*)(int)>(dlsym(library.handle, "openblas_set_num_threads_local"));
      return library;
    }
  return {};
}

} // namespace

void *OpenBlas::symbol(const char *name) const {
  return handle == nullptr ? nullptr : dlsym(handle, (prefix + name + suffix).c_str());
}

const OpenBlas &openblas() {
  static constinit Lazy<OpenBlas> found;
  return found.get(find);
}

OpenBlasThreads::OpenBlasThreads(int threads) {
  const auto set = openblas().set_threads;
  before_ = set != nullptr ? set(threads) : 0;
}

OpenBlasThreads::~OpenBlasThreads() {
  if (const auto set = openblas().set_threads; set != nullptr)
    set(before_);
}

} // namespace weft::array
