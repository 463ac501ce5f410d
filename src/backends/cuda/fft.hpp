// The slice of cuFFT that Weft calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "backends/cuda/driver.hpp"
#include "runtime/device_libraries.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

// name used here, symbol in libcufft, parameters.
#define WEFT_CUFFT_FUNCTIONS(X)                                                                                        \
  X(create, cufftCreate, (int *plan))                                                                                  \
  X(destroy, cufftDestroy, (int plan))                                                                                 \
  X(allocate_itself, cufftSetAutoAllocation, (int plan, int yes))                                                      \
  X(make, cufftMakePlanMany64,                                                                                         \
    (int plan, int rank, long long *extents, long long *in_embedded, long long in_stride, long long in_distance,       \
     long long *out_embedded, long long out_stride, long long out_distance, int type, long long batches,               \
     std::size_t *work_bytes))                                                                                         \
  X(set_stream, cufftSetStream, (int plan, CUstream))                                                                  \
  X(set_work_area, cufftSetWorkArea, (int plan, void *))                                                               \
  X(c2c, cufftExecC2C, (int plan, void *from, void *to, int direction))                                                \
  X(z2z, cufftExecZ2Z, (int plan, void *from, void *to, int direction))                                                \
  X(r2c, cufftExecR2C, (int plan, void *from, void *to))                                                               \
  X(d2z, cufftExecD2Z, (int plan, void *from, void *to))                                                               \
  X(c2r, cufftExecC2R, (int plan, void *from, void *to))                                                               \
  X(z2d, cufftExecZ2D, (int plan, void *from, void *to))

/// Fourier transforms. Keeps plans, which take longer to make than to use. Thread-safe.
class Fft {
public:
  /// As Blas().
  explicit Fft(int driver_version);
  Fft(const Fft &) = delete;
  Fft &operator=(const Fft &) = delete;

  const std::string &path() const noexcept { return path_; }
  std::size_t work_of(const runtime::LibraryTransform &);
  void transform(CUstream, const runtime::LibraryTransform &, const void *from, void *to, bool inverse, void *work);

private:
  struct Plan {
    int number = 0;
    std::size_t work_bytes = 0;
    std::uint64_t used = 0; ///< counts up
  };

  Plan &plan(const runtime::LibraryTransform &); ///< The lock is held.
  void drop_oldest();

#define WEFT_DECLARE(name, symbol, parameters) int(*name##_) parameters = nullptr;
  WEFT_CUFFT_FUNCTIONS(WEFT_DECLARE)
#undef WEFT_DECLARE
  std::string path_;
  DriverMutex mutex_; ///< of the plans, whose streams and work areas are set for every call
  std::map<runtime::LibraryTransform, Plan> plans_;
  std::uint64_t uses_ = 0;
};

} // namespace weft::cuda
