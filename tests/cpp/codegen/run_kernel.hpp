// Runs a CPU binary without the runtime: links the object into a shared library and calls its entry as abi.hpp says.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "codegen/codegen.hpp"
#include "codegen/cpu/abi.hpp"

namespace weft::codegen::test {

/// A loaded binary; unloads at the end.
class LoadedBinary {
public:
  explicit LoadedBinary(Binary binary);
  ~LoadedBinary();
  LoadedBinary(const LoadedBinary &) = delete;
  LoadedBinary &operator=(const LoadedBinary &) = delete;

  const Binary &binary() const { return binary_; }

  /// Runs everything in this thread. `local` is 0 for range kernels.
  void run(const void *args, std::array<std::uint64_t, 3> global, std::array<std::uint64_t, 3> local = {},
           std::size_t local_bytes = 0, std::array<std::uint64_t, 3> offset = {}) const;

private:
  Binary binary_;
  cpu::Layout layout_;
  void *library_ = nullptr;
  cpu::Entry entry_ = nullptr;
};

/// Compiles a kernel of a module for this CPU and loads it.
std::unique_ptr<LoadedBinary> compile(const KernelModule &module, const std::string &kernel, Specialization spec = {});

} // namespace weft::codegen::test
