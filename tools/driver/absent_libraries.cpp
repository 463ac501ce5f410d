// Looks for libraries where the linker would.
#include "absent_libraries.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <vector>

namespace weft::driver {
namespace {

std::vector<std::string> library_folders(const CommandLine &line) {
  std::vector<std::string> folders{"/lib",       "/lib64",         "/lib/x86_64-linux-gnu",     "/usr/lib",
                                   "/usr/lib64", "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/local/lib64"};
  for (std::size_t i = 0; i < line.link.size(); ++i)
    if (const std::string &argument = line.link[i]; argument.starts_with("-L"))
      folders.push_back(argument != "-L" ? argument.substr(2) : i + 1 < line.link.size() ? line.link[i + 1] : "");
  if (const char *more = std::getenv("LIBRARY_PATH"); more != nullptr) {
    std::istringstream all(more);
    for (std::string folder; std::getline(all, folder, ':');)
      folders.push_back(folder);
  }
  return folders;
}

} // namespace

bool names_absent_library(const CommandLine &line, const std::string &argument) {
  const std::string name = argument.starts_with("-l") ? argument.substr(2) : "";
  if (name != "OpenCL" && name != "tbb" && name != "iomp5" && !name.starts_with("mkl_"))
    return false;
  return std::ranges::none_of(library_folders(line), [&](const std::string &folder) {
    std::error_code none;
    const std::filesystem::path path(folder);
    return std::filesystem::exists(path / ("lib" + name + ".so"), none) ||
           std::filesystem::exists(path / ("lib" + name + ".a"), none);
  });
}

} // namespace weft::driver
