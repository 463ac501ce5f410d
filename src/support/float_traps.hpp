// Floating-point exceptions that a program has trapped (feenableexcept) are about its own code: ours computes ahead of
// conditions, as optimised code does, and so does that of kernels.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace weft {

/// None traps on this thread while it lives.
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

} // namespace weft
