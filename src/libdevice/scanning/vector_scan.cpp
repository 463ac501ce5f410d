// Each vector is added to itself, moved by one element, by two, and so on; what came before is in all lanes of another.
#include "libdevice/scanning/vector_scan.hpp"

#include <immintrin.h>

#include "support/env.hpp"
#include "support/lock.hpp"

#define WEFT_AVX512 __attribute__((target("avx512f")))

namespace weft::libdevice {

namespace {

/// `count` lanes up; nothing comes in: `nothing` has no effect on a sum.
template <int count> WEFT_AVX512 __m512i moved_words(__m512i v, __m512i nothing) {
  return _mm512_alignr_epi32(v, nothing, 16 - count);
}

struct Floats {
  using Element = float;
  using Vector = __m512;
  static constexpr int lanes = 16;

  WEFT_AVX512 static Vector all(float x) { return _mm512_set1_ps(x); }
  WEFT_AVX512 static Vector load(const float *from) { return _mm512_loadu_ps(from); }
  WEFT_AVX512 static void store(float *to, Vector v) { _mm512_storeu_ps(to, v); }
  WEFT_AVX512 static void stream(float *to, Vector v) { _mm512_stream_ps(to, v); }
  WEFT_AVX512 static Vector add(Vector x, Vector y) { return _mm512_add_ps(x, y); }
  WEFT_AVX512 static Vector last(Vector v) { return _mm512_permutexvar_ps(_mm512_set1_epi32(15), v); }
  WEFT_AVX512 static float first(Vector v) { return _mm512_cvtss_f32(v); }
  template <int count> WEFT_AVX512 static Vector moved(Vector v) {
    return _mm512_castsi512_ps(moved_words<count>(_mm512_castps_si512(v), _mm512_castps_si512(_mm512_set1_ps(-0.0f))));
  }
};

struct Doubles {
  using Element = double;
  using Vector = __m512d;
  static constexpr int lanes = 8;

  WEFT_AVX512 static Vector all(double x) { return _mm512_set1_pd(x); }
  WEFT_AVX512 static Vector load(const double *from) { return _mm512_loadu_pd(from); }
  WEFT_AVX512 static void store(double *to, Vector v) { _mm512_storeu_pd(to, v); }
  WEFT_AVX512 static void stream(double *to, Vector v) { _mm512_stream_pd(to, v); }
  WEFT_AVX512 static Vector add(Vector x, Vector y) { return _mm512_add_pd(x, y); }
  WEFT_AVX512 static Vector last(Vector v) { return _mm512_permutexvar_pd(_mm512_set1_epi64(7), v); }
  WEFT_AVX512 static double first(Vector v) { return _mm512_cvtsd_f64(v); }
  template <int count> WEFT_AVX512 static Vector moved(Vector v) {
    return _mm512_castsi512_pd(
        moved_words<2 * count>(_mm512_castpd_si512(v), _mm512_castpd_si512(_mm512_set1_pd(-0.0))));
  }
};

struct IntegerVectors {
  using Vector = __m512i;

  WEFT_AVX512 static Vector load(const void *from) { return _mm512_loadu_si512(from); }
  WEFT_AVX512 static void store(void *to, Vector v) { _mm512_storeu_si512(to, v); }
  WEFT_AVX512 static void stream(void *to, Vector v) { _mm512_stream_si512(static_cast<__m512i *>(to), v); }
};

struct Words : IntegerVectors {
  using Element = std::uint32_t;
  static constexpr int lanes = 16;

  WEFT_AVX512 static Vector all(Element x) { return _mm512_set1_epi32(static_cast<int>(x)); }
  WEFT_AVX512 static Vector add(Vector x, Vector y) { return _mm512_add_epi32(x, y); }
  WEFT_AVX512 static Vector last(Vector v) { return _mm512_permutexvar_epi32(_mm512_set1_epi32(15), v); }
  WEFT_AVX512 static Element first(Vector v) { return static_cast<Element>(_mm512_cvtsi512_si32(v)); }
  template <int count> WEFT_AVX512 static Vector moved(Vector v) {
    return moved_words<count>(v, _mm512_setzero_si512());
  }
};

struct LongWords : IntegerVectors {
  using Element = std::uint64_t;
  static constexpr int lanes = 8;

  WEFT_AVX512 static Vector all(Element x) { return _mm512_set1_epi64(static_cast<long long>(x)); }
  WEFT_AVX512 static Vector add(Vector x, Vector y) { return _mm512_add_epi64(x, y); }
  WEFT_AVX512 static Vector last(Vector v) { return _mm512_permutexvar_epi64(_mm512_set1_epi64(7), v); }
  WEFT_AVX512 static Element first(Vector v) {
    return static_cast<Element>(_mm_cvtsi128_si64(_mm512_castsi512_si128(v)));
  }
  template <int count> WEFT_AVX512 static Vector moved(Vector v) {
    return moved_words<2 * count>(v, _mm512_setzero_si512());
  }
};

/// Of each lane and those below it.
template <class Of, int step = 1> WEFT_AVX512 typename Of::Vector sums(typename Of::Vector v) {
  if constexpr (step < Of::lanes)
    return sums<Of, 2 * step>(Of::add(v, Of::template moved<step>(v)));
  else
    return v;
}

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
    const typename Of::Vector within = sums<Of>(Of::load(from + i)), v = Of::add(within, carried);
    if (streams)
      Of::stream(to + i, v);
    else
      Of::store(to + i, v);
    carried = Of::add(Of::last(within), carried); // the same sum as the last of v, a permutation sooner
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

void __weft_rare_scan_u32(const std::uint32_t *from, std::uint32_t *to, std::uint64_t count, std::uint32_t before,
                          std::uint64_t streams) noexcept {
  weft::libdevice::scan<weft::libdevice::Words>(from, to, count, before, streams != 0);
}

void __weft_rare_scan_u64(const std::uint64_t *from, std::uint64_t *to, std::uint64_t count, std::uint64_t before,
                          std::uint64_t streams) noexcept {
  weft::libdevice::scan<weft::libdevice::LongWords>(from, to, count, before, streams != 0);
}
