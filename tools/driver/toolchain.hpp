// Where the driver finds clang, and its own prefix.
#pragma once

#include <string>

namespace weft::driver {

struct Toolchain {
  std::string clang;  ///< clang++ of version 22
  std::string prefix; ///< of this driver: bin/, include/, lib/ stand in it

  std::string tool(const std::string &name) const { return prefix + "/bin/" + name; }
};

/// Is LLVM's library of OpenMP where clang looks for it?
bool has_openmp(const Toolchain &);

/// Throws std::runtime_error that says which package to install if there is no clang 22.
Toolchain find_toolchain();

} // namespace weft::driver
