// Compares math functions of float with their double selves on every float there is, with denormals kept and flushed.
// Not a test, since it takes about a minute a function: all_libdevice_floats [NAME...] after changing one.
#include "libdevice/math/math.hpp"

#include "accuracy.hpp"

#include <bit>
#include <cstdio>
#include <string_view>
#include <vector>

#include <xmmintrin.h>

namespace weft::testing {
namespace {

constexpr unsigned flush_denormals = 0x8040;
constexpr std::size_t chunk = 4096;

/// Error in ULP; with denormals flushed those that go in or come out may be 0.
double error_of(float x, float got, double exact, bool flushed) {
  const bool denormal = std::fabs(x) < 0x1p-126f || std::fabs(exact) < 0x1.00001p-126;
  if (flushed && denormal)
    return 0;
  return ulp_error(got, static_cast<long double>(exact));
}

template <class Narrow, class Wide> void compare(const char *name, Narrow narrow, Wide wide, bool flushed) {
  Worst worst;
  std::vector<float> in(chunk), got(chunk);
  std::vector<double> exact(chunk);
  for (std::uint64_t base = 0; base < 1ull << 32; base += chunk) {
    for (std::size_t i = 0; i < chunk; ++i)
      in[i] = from_pattern<float>(base + i);
    const unsigned mode = _mm_getcsr();
    _mm_setcsr(flushed ? mode | flush_denormals : mode);
    for (std::size_t i = 0; i < chunk; ++i)
      got[i] = narrow(in[i]);
    _mm_setcsr(mode);
    for (std::size_t i = 0; i < chunk; ++i)
      exact[i] = wide(static_cast<double>(in[i]));
    for (std::size_t i = 0; i < chunk; ++i)
      if (std::bit_cast<unsigned>(got[i]) != std::bit_cast<unsigned>(static_cast<float>(exact[i])))
        worst.see(error_of(in[i], got[i], exact[i], flushed), in[i]);
  }
  std::printf("%-8s %-16s %.4f ULP at %s\n", name, flushed ? "denormals to 0" : "", worst.ulp, worst.at.c_str());
}

bool wanted(std::string_view name, int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (name == argv[i])
      return true;
  return argc == 1;
}

} // namespace
} // namespace weft::testing

#define COMPARE(name)                                                                                                  \
  if (weft::testing::wanted(#name, argc, argv))                                                                        \
    for (bool flushed : {false, true})                                                                                 \
      weft::testing::compare(                                                                                          \
          #name, [](float x) { return weft::math::name(x); }, [](double x) { return weft::math::name(x); }, flushed);

int main(int argc, char **argv) {
#define WEFT_MATH(name, shape) COMPARE_##shape(name)
#define COMPARE_unary(name) COMPARE(name)
#define COMPARE_binary(name)
#define COMPARE_withint(name)
#define COMPARE_toint(name)
#define COMPARE_tolong(name)
#define COMPARE_exponent(name)
#define COMPARE_quotient(name)
#define COMPARE_split(name)
#define COMPARE_sincos(name)
#include "libdevice/math/math.def"
}
