// PTX from the code generator. The driver compiles it when it is loaded and keeps machine code in a cache of its own: a
// cubin, which we could keep, comes from its linker alone, whose relocatable code takes up to twice the time.
#pragma once

#include <memory>
#include <string>

#include "codegen/finalizer.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

class CudaDevice;

class PtxFinalizer final : public codegen::Finalizer {
public:
  explicit PtxFinalizer(const CudaDevice &device) : device_(device) {}

  std::string target() const override { return target_of(device_); }
  /// On a thread of the runtime's own, as the rehearsal: the memory that it compiled in is warm there.
  codegen::Binary finalize(const codegen::KernelModule &, std::string_view kernel,
                           const codegen::Specialization &) const override;
  codegen::Binary compile(const codegen::KernelModule &, std::string_view kernel,
                          const codegen::Specialization &) const; ///< The same here.

  static std::string target_of(const CudaDevice &);

private:
  const CudaDevice &device_;
  mutable Once made_;
  mutable std::unique_ptr<codegen::Finalizer> ptx_;
};

} // namespace weft::cuda
