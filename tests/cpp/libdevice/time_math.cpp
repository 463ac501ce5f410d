// Times math functions in loops that the compiler vectorizes by itself, in ns per element beside glibc's scalar ones.
// Not a test: run it to see whether a change kept a function branch-light.
#include "libdevice/math/math.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>

namespace {

constexpr int count = 4096, repeats = 200, tries = 7;

template <class T> T inputs[count];
template <class T> T outputs[count];
template <class T> T others[count];

template <class Loop> double best_ns(Loop loop) {
  double best = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < tries; ++attempt) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i) {
      loop();
      asm volatile("" ::"r"(outputs<float>), "r"(outputs<double>) : "memory");
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::fmin(best, spent.count() / (double(repeats) * count));
  }
  return best;
}

template <class T> void fill(double low, double high) {
  for (int i = 0; i < count; ++i) {
    inputs<T>[i] = static_cast<T>(low + (high - low) * i / count);
    others<T>[i] = static_cast<T>(0.5 + 2.0 * ((i * 37) % count) / count);
  }
}

template <class T, class Ours, class Host>
void report(const char *name, double low, double high, Ours ours, Host host) {
  fill<T>(low, high);
  const double mine = best_ns([&] {
    for (int i = 0; i < count; ++i)
      outputs<T>[i] = ours(inputs<T>[i], others<T>[i]);
  });
  const double theirs = best_ns([&] {
#pragma clang loop vectorize(disable)
    for (int i = 0; i < count; ++i)
      outputs<T>[i] = host(inputs<T>[i], others<T>[i]);
  });
  std::printf("%-8s f%zu  %7.3f  (glibc %6.2f)\n", name, sizeof(T) * 8, mine, theirs);
}

} // namespace

#define TIME(name, low, high)                                                                                          \
  report<float>(                                                                                                       \
      #name, low, high, [](float x, float) { return weft::math::name(x); },                                            \
      [](float x, float) { return std::name(x); });                                                                    \
  report<double>(                                                                                                      \
      #name, low, high, [](double x, double) { return weft::math::name(x); },                                          \
      [](double x, double) { return std::name(x); });
#define TIME_2(name, low, high)                                                                                        \
  report<float>(                                                                                                       \
      #name, low, high, [](float x, float y) { return weft::math::name(x, y); },                                       \
      [](float x, float y) { return std::name(x, y); });                                                               \
  report<double>(                                                                                                      \
      #name, low, high, [](double x, double y) { return weft::math::name(x, y); },                                     \
      [](double x, double y) { return std::name(x, y); });

int main() {
  TIME(exp, -10, 10)
  TIME(exp2, -10, 10)
  TIME(expm1, -3, 3)
  TIME(log, 0.1, 100)
  TIME(log2, 0.1, 100)
  TIME(log10, 0.1, 100)
  TIME(log1p, -0.9, 10)
  TIME(sin, -10, 10)
  TIME(cos, -10, 10)
  TIME(tan, -10, 10)
  TIME(asin, -1, 1)
  TIME(acos, -1, 1)
  TIME(atan, -5, 5)
  TIME(sinh, -5, 5)
  TIME(cosh, -5, 5)
  TIME(tanh, -3, 3)
  TIME(asinh, -5, 5)
  TIME(acosh, 1, 9)
  TIME(atanh, -1, 1)
  TIME(cbrt, -9, 9)
  TIME(erf, -4, 4)
  TIME(erfc, -4, 9)
  TIME_2(pow, 0.1, 9)
  TIME_2(atan2, -3, 3)
  TIME_2(hypot, -3, 3)
  TIME_2(fmod, -30, 30)
}
