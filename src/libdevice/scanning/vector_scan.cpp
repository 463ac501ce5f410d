// Each vector is added to itself, moved by one element, by two, and so on; what came before is in all lanes of another.
#include "libdevice/scanning/vector_scan.hpp"

#include <immintrin.h>

#include "support/env.hpp"
#include "support/lock.hpp"

#define WEFT_AVX512 __attribute__((target("avx512f")))

namespace weft::libdevice {

namespace {

struct Floats {
  using Element = float;
  using Vector = __m512;
  static constexpr std::uint64_t lanes = 16;

  WEFT_AVX512 static Vector all(float x) { return _mm512_set1_ps(x); }
  WEFT_AVX512 static Vector load(const float *from) { return _mm512_loadu_ps(from); }
  WEFT_AVX512 static void store(float *to, Vector v) { _mm512_storeu_ps(to, v); }
  WEFT_AVX512 static void stream(float *to, Vector v) { _mm512_stream_ps(to, v); }
  WEFT_AVX512 static Vector add(Vector x, Vector y) { return _mm512_add_ps(x, y); }
  WEFT_AVX512 static Vector last(Vector v) { return _mm512_permutexvar_ps(_mm512_set1_epi32(15), v); }
  WEFT_AVX512 static float first(Vector v) { return _mm512_cvtss_f32(v); }
  /// Nothing comes in: -0.0, to which adding changes no bit.
  template <int count> WEFT_AVX512 static Vector moved(Vector v) {
    return _mm512_castsi512_ps(
        _mm512_alignr_epi32(_mm512_castps_si512(v), _mm512_castps_si512(_mm512_set1_ps(-0.0f)), 16 - count));
  }
  WEFT_AVX512 static Vector sums(Vector v) {
    v = add(v, moved<1>(v));
    v = add(v, moved<2>(v));
    v = add(v, moved<4>(v));
    return add(v, moved<8>(v));
  }
};

struct Doubles {
  using Element = double;
  using Vector = __m512d;
  static constexpr std::uint64_t lanes = 8;

  WEFT_AVX512 static Vector all(double x) { return _mm512_set1_pd(x); }
  WEFT_AVX512 static Vector load(const double *from) { return _mm512_loadu_pd(from); }
  WEFT_AVX512 static void store(double *to, Vector v) { _mm512_storeu_pd(to, v); }
  WEFT_AVX512 static void stream(double *to, Vector v) { _mm512_stream_pd(to, v); }
  WEFT_AVX512 static Vector add(Vector x, Vector y) { return _mm512_add_pd(x, y); }
  WEFT_AVX512 static Vector last(Vector v) { return _mm512_permutexvar_pd(_mm512_set1_epi64(7), v); }
  WEFT_AVX512 static double first(Vector v) { return _mm512_cvtsd_f64(v); }
  template <int count> WEFT_AVX512 static Vector moved(Vector v) {
    return _mm512_castsi512_pd(
        _mm512_alignr_epi64(_mm512_castpd_si512(v), _mm512_castpd_si512(_mm512_set1_pd(-0.0)), 8 - count));
  }
  WEFT_AVX512 static Vector sums(Vector v) {
    v = add(v, moved<1>(v));
    v = add(v, moved<2>(v));
    return add(v, moved<4>(v));
  }
};

template <class Of>
WEFT_AVX512 void scan(const typename Of::Element *from, typename Of::Element *to, std::uint64_t count,
                      typename Of::Element before, bool streams) {
  constexpr std::uintptr_t vector_bytes = 64;
  std::uint64_t i = 0;
  while (streams && i < count && reinterpret_cast<std::uintptr_t>(to + i) % vector_bytes != 0) {
    to[i] = before = before + from[i];
    ++i;
  }
  typename Of::Vector carried = Of::all(before);
  for (; i + Of::lanes <= count; i += Of::lanes) {
    const typename Of::Vector v = Of::add(Of::sums(Of::load(from + i)), carried);
    if (streams)
      Of::stream(to + i, v);
    else
      Of::store(to + i, v);
    carried = Of::last(v);
  }
  before = Of::first(carried);
  for (; i < count; ++i)
    to[i] = before = before + from[i];
  if (streams)
    _mm_sfence();
}

} // namespace

bool scans_in_vectors() noexcept {
  static constinit Lazy<bool> found;
  return found.get([] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") != 0 && env::number("WEFT_VECTOR_BITS", 512) == 512;
  });
}

} // namespace weft::libdevice

void __weft_rare_scan_f32(const float *from, float *to, std::uint64_t count, float before,
                          std::uint64_t streams) noexcept {
  weft::libdevice::scan<weft::libdevice::Floats>(from, to, count, before, streams != 0);
}

void __weft_rare_scan_f64(const double *from, double *to, std::uint64_t count, double before,
                          std::uint64_t streams) noexcept {
  weft::libdevice::scan<weft::libdevice::Doubles>(from, to, count, before, streams != 0);
}
