// Folders and names of NVIDIA's libraries.
#include "backends/cuda/shared_library.hpp"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::cuda {

namespace {

namespace fs = std::filesystem;

constexpr std::array pip_packages{"cublas", "cusparse", "cusolver", "cufft", "nvjitlink"};

/// Where pip puts NVIDIA's packages beside ours: a folder of CUDA 13, and one for each package of CUDA 12.
void add_pip_folders(std::vector<fs::path> &folders) {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void *>(&find_library), &here) == 0 || here.dli_fname == nullptr)
    return;
  std::error_code failed;
  for (fs::path at = fs::weakly_canonical(here.dli_fname, failed).parent_path(); at != at.parent_path();
       at = at.parent_path()) {
    if (!fs::is_directory(at / "nvidia", failed))
      continue;
    folders.push_back(at / "nvidia" / "cu13" / "lib");
    for (const char *package : pip_packages)
      folders.push_back(at / "nvidia" / package / "lib");
  }
}

void add_toolkit_folders(std::vector<fs::path> &folders) {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const auto root = env::text(variable))
      for (const char *part : {"lib64", "lib"})
        folders.push_back(fs::path(*root) / part);
  for (const char *root : {"/usr/local/cuda", "/opt/cuda"})
    for (const char *part : {"lib64", "lib", "targets/x86_64-linux/lib"})
      folders.push_back(fs::path(root) / part);
}

std::vector<fs::path> folders() {
  std::vector<fs::path> found;
  add_pip_folders(found);
  add_toolkit_folders(found);
  return found;
}

/// Loads a file and, from the same folders, what it turns out to need: not every file says where that is.
void *open_with_needs(const fs::path &file, const std::vector<fs::path> &where, int depth = 4) {
  for (int tries = 0; tries < 8; ++tries) {
    if (void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL))
      return handle;
    const char *const said = dlerror();
    const std::string_view text = said == nullptr ? "" : said;
    const std::string missing(text.substr(0, text.find(':')));
    if (depth == 0 || text.find("cannot open shared object file") == text.npos || missing.find('/') != missing.npos)
      return nullptr;
    bool got = false;
    std::error_code failed;
    for (const fs::path &folder : where)
      got = got || (fs::exists(folder / missing, failed) && open_with_needs(folder / missing, where, depth - 1));
    if (!got)
      return nullptr;
  }
  return nullptr;
}

std::string path_of(void *handle, const char *symbol, std::string_view fallback) {
  Dl_info info{};
  void *const address = dlsym(handle, symbol);
  if (address != nullptr && dladdr(address, &info) != 0 && info.dli_fname != nullptr)
    return info.dli_fname;
  return std::string(fallback);
}

} // namespace

void *SharedLibrary::find(const char *symbol) const {
  void *const found = dlsym(handle, symbol);
  if (found == nullptr)
    throw Error(Errc::feature_not_supported, "{} lacks {}", path, symbol);
  return found;
}

SharedLibrary find_library(const std::array<const char *, 2> &names_by_version, int driver_version,
                           const char *known_symbol) {
  const auto names = std::span(names_by_version).subspan(driver_version < 13000 ? 1 : 0);
  const auto wanted = env::text("WEFT_CUDA_LIBRARIES");
  if (wanted == "0")
    throw Error(Errc::feature_not_supported, "WEFT_CUDA_LIBRARIES=0");
  const auto take = [&](void *handle, std::string_view name) {
    SharedLibrary found;
    found.handle = handle;
    found.path = path_of(handle, known_symbol, name);
    return found;
  };
  std::vector<fs::path> where = folders();
  if (wanted) {
    where.insert(where.begin(), *wanted);
    for (const char *name : names)
      if (void *handle = open_with_needs(where.front() / name, where))
        return take(handle, name);
  }
  for (const int flags : {RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD, RTLD_NOW | RTLD_LOCAL})
    for (const char *name : names)
      if (void *handle = dlopen(name, flags))
        return take(handle, name);
  std::error_code failed;
  for (const char *name : names)
    for (const fs::path &folder : where)
      if (fs::exists(folder / name, failed))
        if (void *handle = open_with_needs(folder / name, where))
          return take(handle, name);
  throw Error(Errc::feature_not_supported, "{} was not found", names.front());
}

} // namespace weft::cuda
