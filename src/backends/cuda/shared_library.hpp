// NVIDIA's libraries, found at run time: those in the process already, then the linker's, pip's, a toolkit's.
#pragma once

#include <array>
#include <string>

namespace weft::cuda {

struct SharedLibrary {
  void *handle = nullptr;
  std::string path;

  /// Throws Error(feature_not_supported) where the library lacks it.
  template <class Function> void load(Function *&function, const char *symbol) const {
    function = reinterpret_cast<Function *>(find(symbol));
  }

private:
  void *find(const char *symbol) const;
};

/// One of the file names, those of CUDA 13 and 12, for a driver of this version; `symbol` is one that it has. Throws
/// Error(feature_not_supported) with the reason where none is found, or where WEFT_CUDA_LIBRARIES is 0; else that is a
/// folder to look into first.
SharedLibrary find_library(const std::array<const char *, 2> &names, int driver_version, const char *symbol);

} // namespace weft::cuda
