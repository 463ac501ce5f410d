// Looks for clang++-22: WEFT_CLANG, PATH, then where Debian puts it.
#include "toolchain.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

namespace weft::driver {
namespace {

bool runnable(const std::string &path) {
  return access(path.c_str(), X_OK) == 0;
}

std::string find_clang() {
  if (const char *chosen = std::getenv("WEFT_CLANG"); chosen != nullptr && *chosen != 0)
    return chosen;
  const char *path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string candidate = folder + "/clang++-22"; runnable(candidate))
      return candidate;
  if (const char *debian = "/usr/lib/llvm-22/bin/clang++"; runnable(debian))
    return debian;
  throw std::runtime_error("clang 22 is not installed: install the package clang-22 (on Debian: apt install clang-22), "
                           "or set WEFT_CLANG to a clang++ of version 22");
}

} // namespace

bool has_openmp(const Toolchain &tools) {
  std::error_code unknown; // a clang that is not a file has its own ways
  const auto clang = std::filesystem::canonical(tools.clang, unknown);
  return unknown || std::filesystem::exists(clang.parent_path().parent_path() / "lib" / "libomp.so");
}

Toolchain find_toolchain() {
  return {find_clang(), std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path().string()};
}

} // namespace weft::driver
