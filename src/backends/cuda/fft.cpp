// Hands Fourier transforms to cuFFT.
#include "backends/cuda/fft.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "backends/cuda/shared_library.hpp"
#include "support/error.hpp"

namespace weft::cuda {

using runtime::LibraryTransform;
using Kind = LibraryTransform::Kind;

namespace {

constexpr std::size_t most_plans = 64;
constexpr int forward = -1, backward = 1;

void check(int result, const char *call) {
  if (result == 2 || result == 13) // CUFFT_ALLOC_FAILED, CUFFT_NO_WORKSPACE
    throw Error(Errc::memory_allocation, "{} failed: no memory for cuFFT's plan", call);
  if (result != 0)
    throw Error(Errc::runtime, "{} failed: cuFFT result {}", call, result);
}

/// CUFFT_C2C and so on.
int type_of(const LibraryTransform &t) {
  switch (t.kind) {
  case Kind::complex:
    return t.double_precision ? 0x69 : 0x29;
  case Kind::from_real:
    return t.double_precision ? 0x6a : 0x2a;
  case Kind::to_real:
    return t.double_precision ? 0x6c : 0x2c;
  }
  WEFT_CHECK(false, "fft: kind {}", static_cast<int>(t.kind));
}

} // namespace

Fft::Fft(int driver_version) {
  const SharedLibrary library = find_library({"libcufft.so.12", "libcufft.so.11"}, driver_version, "cufftCreate");
  path_ = library.path;
#define WEFT_LOAD(name, symbol, parameters) library.load(name##_, #symbol);
  WEFT_CUFFT_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
  int first = 0; // that it works here at all shows now
  if (const int result = create_(&first); result != 0)
    throw Error(Errc::feature_not_supported, "{}: cufftCreate gives {}", path_, result);
  destroy_(first);
}

void Fft::drop_oldest() {
  const auto oldest = std::ranges::min_element(plans_, {}, [](const auto &entry) { return entry.second.used; });
  destroy_(oldest->second.number);
  plans_.erase(oldest);
}

Fft::Plan &Fft::plan(const LibraryTransform &t) {
  if (const auto known = plans_.find(t); known != plans_.end()) {
    known->second.used = ++uses_;
    return known->second;
  }
  if (plans_.size() == most_plans)
    drop_oldest();
  Plan made;
  check(create_(&made.number), "cufftCreate");
  std::array<long long, 3> extents{};
  std::copy_n(t.extents.begin(), t.rank, extents.begin());
  // The work area is the caller's, from its pool; nothing embedded: dense, as the kind of the transform has it.
  const int results[] = {allocate_itself_(made.number, 0),
                         make_(made.number, t.rank, extents.data(), nullptr, 1, 0, nullptr, 1, 0, type_of(t), t.batches,
                               &made.work_bytes)};
  if (results[0] != 0 || results[1] != 0)
    destroy_(made.number);
  check(results[0], "cufftSetAutoAllocation");
  check(results[1], "cufftMakePlanMany64");
  made.used = ++uses_;
  return plans_.emplace(t, made).first->second;
}

std::size_t Fft::work_of(const LibraryTransform &t) {
  const std::lock_guard lock(mutex_);
  return plan(t).work_bytes;
}

void Fft::transform(CUstream stream, const LibraryTransform &t, const void *from, void *to, bool inverse, void *work) {
  const std::lock_guard lock(mutex_);
  const int number = plan(t).number;
  check(set_stream_(number, stream), "cufftSetStream");
  check(set_work_area_(number, work), "cufftSetWorkArea");
  void *const source = const_cast<void *>(from);
  switch (t.kind) {
  case Kind::complex:
    return check((t.double_precision ? z2z_ : c2c_)(number, source, to, inverse ? backward : forward), "cufftExecC2C");
  case Kind::from_real:
    return check((t.double_precision ? d2z_ : r2c_)(number, source, to), "cufftExecR2C");
  case Kind::to_real:
    return check((t.double_precision ? z2d_ : c2r_)(number, source, to), "cufftExecC2R");
  }
}

} // namespace weft::cuda
