// NVIDIA's libraries, found at run time: those in the process already, then the linker's, pip's, a toolkit's.
#pragma once

#include <span>
#include <string>

namespace weft::cuda {

struct SharedLibrary {
  void *handle = nullptr;
  std::string path, why_not;

  void *symbol(const char *name) const;
};

/// One of the file names, best first; `symbol` is one that it has. Nothing, with
/// the reason, where none is found, or where WEFT_CUDA_LIBRARIES is 0; else that is a folder to look into first.
SharedLibrary find_library(std::span<const char *const> names, const char *symbol);

} // namespace weft::cuda
