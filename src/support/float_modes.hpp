// Modes of a thread's floating-point unit: a program's own are back afterwards.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace weft {

/// Exceptions that a program has trapped (feenableexcept) are about its own code: ours computes ahead of conditions, as
/// optimised code does, and so does that of kernels. None traps on this thread while it lives.
class WithoutFloatTraps {
#if defined(__x86_64__)
public:
  WithoutFloatTraps() noexcept : before_(_mm_getcsr()) {
    if (traps())
      _mm_setcsr(before_ | _MM_MASK_MASK);
  }
  ~WithoutFloatTraps() {
    if (traps())
      _mm_setcsr(before_);
  }
  WithoutFloatTraps(const WithoutFloatTraps &) = delete;
  WithoutFloatTraps &operator=(const WithoutFloatTraps &) = delete;

private:
  bool traps() const noexcept { return (before_ & _MM_MASK_MASK) != _MM_MASK_MASK; }
  unsigned before_;
#endif
};

/// Denormals count as zero on this thread, and results that would be such become zero, while it lives; none trap.
class FlushedDenormals {
#if defined(__x86_64__)
public:
  static constexpr unsigned modes = 0x8040; ///< flush to zero, denormals are zero

  explicit FlushedDenormals(bool flushes) noexcept : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | _MM_MASK_MASK | (flushes ? modes : 0));
  }
  ~FlushedDenormals() { _mm_setcsr(before_); }
  FlushedDenormals(const FlushedDenormals &) = delete;
  FlushedDenormals &operator=(const FlushedDenormals &) = delete;

private:
  unsigned before_;
#endif
};

} // namespace weft
