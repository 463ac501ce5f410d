// Finds a GPU's libraries and forwards to them, with its context current.
#include "backends/cuda/libraries.hpp"

#include <mutex>

#include "backends/cuda/device.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::cuda {

using runtime::LibraryKind;
using runtime::NativeStream;

namespace {

CUstream native(NativeStream stream) {
  return reinterpret_cast<CUstream>(stream);
}

} // namespace

template <class Library> Library *Found<Library>::get(const CudaDevice &device, const char *name) {
  if (looked_.load(std::memory_order_acquire))
    return library_;
  const Current current(device);
  const std::lock_guard lock(mutex_);
  if (looked_.load(std::memory_order_relaxed))
    return library_;
  try {
    library_ = new Library(driver().version);
    explain("array", "{}: {}", name, library_->path());
  } catch (const Error &error) {
    if (error.code() != Errc::feature_not_supported)
      throw;
    explain("array", "{} is not used: {}", name, error.what());
  }
  looked_.store(true, std::memory_order_release);
  return library_;
}

Blas &CudaLibraries::blas() {
  Blas *const found = blas_.get(device_, "cuBLAS");
  WEFT_CHECK(found != nullptr, "cuBLAS used where there is none");
  return *found;
}

Solver &CudaLibraries::solver() {
  Solver *const found = solver_.get(device_, "cuSOLVER");
  WEFT_CHECK(found != nullptr, "cuSOLVER used where there is none");
  return *found;
}

Fft &CudaLibraries::fft() {
  Fft *const found = fft_.get(device_, "cuFFT");
  WEFT_CHECK(found != nullptr, "cuFFT used where there is none");
  return *found;
}

bool CudaLibraries::has(LibraryKind kind) {
  switch (kind) {
  case LibraryKind::blas:
    return blas_.get(device_, "cuBLAS") != nullptr;
  case LibraryKind::lapack:
    return solver_.get(device_, "cuSOLVER") != nullptr;
  case LibraryKind::fft:
    return fft_.get(device_, "cuFFT") != nullptr;
  }
  return false;
}

std::string CudaLibraries::path(LibraryKind kind) {
  if (!has(kind))
    return {};
  return kind == LibraryKind::blas ? blas().path() : kind == LibraryKind::lapack ? solver().path() : fft().path();
}

void CudaLibraries::multiply(NativeStream stream, const runtime::LibraryProduct &product) {
  const Current current(device_);
  blas().multiply(native(stream), product);
}

runtime::LibraryWork CudaLibraries::work_of(const runtime::Factorization &factorization) {
  const Current current(device_);
  return solver().work_of(factorization);
}

void CudaLibraries::factorize(NativeStream stream, const runtime::Factorization &factorization, void *device_work,
                              void *host_work, runtime::LibraryWork work) {
  const Current current(device_);
  solver().factorize(native(stream), factorization, device_work, host_work, work);
}

std::size_t CudaLibraries::work_of(const runtime::LibraryTransform &transform) {
  const Current current(device_);
  return fft().work_of(transform);
}

void CudaLibraries::transform(NativeStream stream, const runtime::LibraryTransform &transform, const void *from,
                              void *to, bool inverse, void *device_work) {
  const Current current(device_);
  fft().transform(native(stream), transform, from, to, inverse, device_work);
}

} // namespace weft::cuda
