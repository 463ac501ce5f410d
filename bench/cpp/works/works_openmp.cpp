// The works of bench/sycl.py as plain C++ with OpenMP: clang++ -O3 -march=native -fopenmp works_openmp.cpp
#include <memory>

#include "works.hpp"

namespace {

void streams(long n) {
  // No initial values: the threads that use a page touch it first.
  const std::unique_ptr<double[]> memory[3]{std::unique_ptr<double[]>(new double[n]),
                                            std::unique_ptr<double[]>(new double[n]),
                                            std::unique_ptr<double[]>(new double[n])};
  double *a = memory[0].get(), *b = memory[1].get(), *c = memory[2].get(), sum = 0;
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    a[i] = start_a;
    b[i] = start_b;
    c[i] = 0;
  }
  report(
      "copy",
      [=] {
#pragma omp parallel for
        for (long i = 0; i < n; ++i)
          c[i] = a[i];
      },
      [&] { return c[n - 1]; });
  report(
      "mul",
      [=] {
#pragma omp parallel for
        for (long i = 0; i < n; ++i)
          b[i] = factor * c[i];
      },
      [&] { return b[n - 1]; });
  report(
      "add",
      [=] {
#pragma omp parallel for
        for (long i = 0; i < n; ++i)
          c[i] = a[i] + b[i];
      },
      [&] { return c[n - 1]; });
  report(
      "triad",
      [=] {
#pragma omp parallel for
        for (long i = 0; i < n; ++i)
          a[i] = b[i] + factor * c[i];
      },
      [&] { return a[n - 1]; });
  report(
      "dot",
      [&] {
        double total = 0;
#pragma omp parallel for simd reduction(+ : total)
        for (long i = 0; i < n; ++i)
          total += a[i] * b[i];
        sum = total;
      },
      [&] { return sum; });
}

void graph() {
  int memory = 0;
  report(
      "dependent tasks",
      [&] {
#pragma omp parallel
#pragma omp single
        for (int task = 0; task < tasks; ++task) {
#pragma omp task depend(inout : memory)
          static_cast<void>(memory);
        }
      },
      [] { return tasks; });
}

void tree_sums(long n, const float *x, float *sums) {
#pragma omp parallel for
  for (long group = 0; group < n / group_size; ++group) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < group_size; ++i)
      sum += x[group * group_size + i];
    sums[group] = sum;
  }
}

void scans(long n, const float *x, float *y) {
#pragma omp parallel for
  for (long group = 0; group < n / group_size; ++group) {
    alignas(64) float shared[group_size], before[group_size];
#pragma omp simd
    for (int at = 0; at < group_size; ++at)
      shared[at] = x[group * group_size + at];
    for (int step = 1; step < group_size; step *= 2) {
#pragma omp simd
      for (int at = step; at < group_size; ++at)
        before[at] = shared[at - step];
#pragma omp simd
      for (int at = step; at < group_size; ++at)
        shared[at] += before[at];
    }
#pragma omp simd
    for (int at = 0; at < group_size; ++at)
      y[group * group_size + at] = shared[at];
  }
}

void sorts(long n, const float *x, float *y) {
#pragma omp parallel for
  for (long group = 0; group < n / group_size; ++group) {
    alignas(64) float shared[group_size];
#pragma omp simd
    for (int at = 0; at < group_size; ++at)
      shared[at] = x[group * group_size + at];
    for (int size = 2; size <= group_size; size *= 2)
      for (int step = size / 2; step > 0; step /= 2)
        for (int first = 0; first < group_size; first += 2 * step) {
          const bool up = (first & size) == 0;
#pragma omp simd
          for (int at = first; at < first + step; ++at) {
            const float a = shared[at], b = shared[at + step];
            const bool swap = (a > b) == up;
            shared[at] = swap ? b : a;
            shared[at + step] = swap ? a : b;
          }
        }
#pragma omp simd
    for (int at = 0; at < group_size; ++at)
      y[group * group_size + at] = shared[at];
  }
}

void product(long side, const float *a, const float *b, float *c) {
#pragma omp parallel for collapse(2)
  for (long row = 0; row < side; row += tile_side)
    for (long column = 0; column < side; column += tile_side) {
      alignas(64) float tile_a[tile_side][tile_side], tile_b[tile_side][tile_side], sum[tile_side][tile_side] = {};
      for (long tile = 0; tile < side; tile += tile_side) {
        for (int i = 0; i < tile_side; ++i) {
#pragma omp simd
          for (int j = 0; j < tile_side; ++j) {
            tile_a[i][j] = a[(row + i) * side + tile + j];
            tile_b[i][j] = b[(tile + i) * side + column + j];
          }
        }
        for (int i = 0; i < tile_side; ++i)
          for (int k = 0; k < tile_side; ++k) {
#pragma omp simd
            for (int j = 0; j < tile_side; ++j)
              sum[i][j] += tile_a[i][k] * tile_b[k][j];
          }
      }
      for (int i = 0; i < tile_side; ++i) {
#pragma omp simd
        for (int j = 0; j < tile_side; ++j)
          c[(row + i) * side + column + j] = sum[i][j];
      }
    }
}

void groups(const Sizes &sizes) {
  const long n = sizes.numbers, side = sizes.side;
  const std::unique_ptr<float[]> memory[3]{std::unique_ptr<float[]>(new float[n]),
                                           std::unique_ptr<float[]>(new float[n]),
                                           std::unique_ptr<float[]>(new float[n])};
  float *x = memory[0].get(), *y = memory[1].get(), *z = memory[2].get();
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    x[i] = z[i] = number(i);
    y[i] = 0;
  }
  report("tree sums", [&] { tree_sums(n, x, y); }, [&] { return y[n / group_size - 1]; });
  report("tree sums, hierarchical", [&] { tree_sums(n, x, y); }, [&] { return y[n / group_size - 1]; });
  report("local scans", [&] { scans(n, x, y); }, [&] { return y[n - 1]; });
  report("local sorts", [&] { sorts(n, x, y); }, [&] { return y[n - group_size / 3]; });
  report("tiled product", [&] { product(side, x, z, y); }, [&] { return y[side * side - 1]; });
}

} // namespace

int main(int count, char **arguments) {
  const Sizes sizes = sizes_of(count, arguments);
  streams(sizes.stream);
  graph();
  groups(sizes);
}
