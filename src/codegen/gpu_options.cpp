// Reads the environment for what GPU code depends on.
#include "codegen/gpu_options.hpp"

#include <filesystem>
#include <vector>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::codegen {

std::string libdevice_path() {
  if (const auto chosen = env::text("WEFT_LIBDEVICE"))
    return *chosen == "0" ? std::string() : *chosen;
  std::vector<std::string> roots;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const auto root = env::text(variable))
      roots.push_back(*root);
  roots.emplace_back("/usr/local/cuda");
  for (const std::string &root : roots) {
    std::string path = root + "/nvvm/libdevice/libdevice.10.bc";
    std::error_code error;
    if (std::filesystem::exists(path, error))
      return path;
  }
  return {};
}

bool gpus_keep_denormals() {
  return env::text("WEFT_DENORMALS") == "keep";
}

std::string gpu_options() {
  const std::string math = libdevice_path();
  return fmt::format("{}:{}", math.empty() ? "own math" : math, gpus_keep_denormals() ? "denormals" : "flush");
}

} // namespace weft::codegen
