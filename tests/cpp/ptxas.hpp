// NVIDIA's assembler, where it is on PATH, for tests of what becomes PTX.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

#include "codegen/codegen.hpp"

namespace weft::tests {

/// Architectures that Weft names, each with the PTX version that a driver of its time takes.
inline constexpr struct {
  unsigned arch, ptx;
} ptx_targets[] = {{80, 80}, {90, 80}, {100, 88}};

inline bool have_ptxas() {
  return std::system("ptxas --version > /dev/null 2>&1") == 0;
}

struct Assembled {
  bool taken;
  std::string said;

  /// Empty if ptxas took the PTX.
  std::string failure() const { return taken ? "" : "ptxas failed: " + said; }
};

/// What ptxas makes and says of some PTX.
inline Assembled assemble(const codegen::Bytes &ptx, unsigned arch, const std::string &options = "") {
  const std::string base = std::filesystem::temp_directory_path() / ("weft_ptxas_" + std::to_string(getpid()));
  const std::string source = base + ".ptx", log = base + ".log";
  std::ofstream(source).write(reinterpret_cast<const char *>(ptx.data()), static_cast<std::streamsize>(ptx.size()));
  const std::string command =
      "ptxas " + options + " -arch=sm_" + std::to_string(arch) + " " + source + " -o /dev/null > " + log + " 2>&1";
  const bool taken = std::system(command.c_str()) == 0;
  std::ifstream file(log);
  std::string said((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::filesystem::remove(source);
  std::filesystem::remove(log);
  return {taken, std::move(said)};
}

} // namespace weft::tests
