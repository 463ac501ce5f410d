// cuBLAS, cuSOLVER and cuFFT on one GPU.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "backends/cuda/blas.hpp"
#include "backends/cuda/fft.hpp"
#include "backends/cuda/solver.hpp"
#include "runtime/device_libraries.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

class CudaDevice;

/// A library that is looked for once, and told where it is not there. Never given back: the GPU's context may be gone
/// when the process ends. Thread-safe.
template <class Library> class Found {
public:
  /// Null where there is none.
  Library *get(const CudaDevice &, const char *name);

private:
  DriverMutex mutex_;
  std::atomic<bool> looked_{false};
  Library *library_ = nullptr;
};

class CudaLibraries final : public runtime::DeviceLibraries {
public:
  explicit CudaLibraries(const CudaDevice &device) : device_(device) {}

  bool has(runtime::LibraryKind) override;
  std::string path(runtime::LibraryKind) override;

  void multiply(runtime::NativeStream, const runtime::LibraryProduct &) override;
  runtime::LibraryWork work_of(const runtime::Factorization &) override;
  void factorize(runtime::NativeStream, const runtime::Factorization &, void *device_work, void *host_work,
                 runtime::LibraryWork) override;
  std::size_t work_of(const runtime::LibraryTransform &) override;
  void transform(runtime::NativeStream, const runtime::LibraryTransform &, const void *from, void *to, bool inverse,
                 void *device_work) override;

private:
  Blas &blas();
  Solver &solver();
  Fft &fft();

  const CudaDevice &device_;
  Found<Blas> blas_;
  Found<Solver> solver_;
  Found<Fft> fft_;
};

} // namespace weft::cuda
