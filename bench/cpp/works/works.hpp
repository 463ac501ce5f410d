// What the programs of bench/sycl.py share: sizes, data, and how a work is timed and told.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// Items of a work-group, and numbers that one group sums, scans and sorts.
constexpr int group_size = 256;
/// Side of a tile of the matrix product.
constexpr int tile_side = 16;
/// Empty kernels on one buffer that wait for each other.
constexpr int tasks = 1000;
/// BabelStream's factor and start values.
constexpr double factor = 0.4, start_a = 0.1, start_b = 0.2;

struct Sizes {
  long stream, numbers, side;
};

/// Elements of the five streams (float64), of sums, scans and sorts (float32), and the side of the matrices; a first
/// argument divides them.
inline Sizes sizes_of(int count, char **arguments) {
  const long by = count > 1 ? std::atol(arguments[1]) : 1;
  return {(1L << 25) / by, (1L << 24) / by, 1024 / (by > 1 ? 4 : 1)};
}

#ifdef __CUDACC__
#define WORKS_EVERYWHERE __host__ __device__
#else
#define WORKS_EVERYWHERE
#endif

/// The same numbers in [0, 1) everywhere.
WORKS_EVERYWHERE constexpr float number(long i) {
  return static_cast<float>((static_cast<std::uint32_t>(i) * 2654435761u >> 8) & 0xffff) / 65536.0f;
}

/// Calls `work`, which waits for itself, at least five times and for 0.4 s; prints first and best time in seconds and
/// what `check` gives afterwards, as one line of JSON.
template <class Work, class Check> void report(const char *name, const Work &work, const Check &check) {
  using Clock = std::chrono::steady_clock;
  double first = 0, best = 1e30, spent = 0;
  for (int call = 0; call < 5 || spent < 0.4; ++call) {
    const auto begin = Clock::now();
    work();
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    first = call ? first : took;
    best = std::min(best, took);
    spent += took;
  }
  std::printf("{\"work\": \"%s\", \"first\": %.9f, \"best\": %.9f, \"check\": %.9g}\n", name, first, best,
              static_cast<double>(check()));
}
