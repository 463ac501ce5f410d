// The same triad as in gpu.cpp for nvcc to compile: what a SYCL kernel is measured against.
#include <algorithm>
#include <chrono>
#include <cstdio>

__global__ void triad(float *a, const float *b, const float *c, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] + 3.0f * c[i];
}

__global__ void nothing() {}

template <class Submit> double best(int calls, Submit submit) {
  double best = 1e30;
  for (int round = 0; round < 20; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      submit();
    cudaDeviceSynchronize();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / calls);
  }
  return best;
}

int main() {
  constexpr std::size_t n = std::size_t(1) << 27;
  float *a, *b, *c;
  for (float **memory : {&a, &b, &c})
    if (cudaMalloc(memory, n * sizeof(float)) != cudaSuccess || cudaMemset(*memory, 0, n * sizeof(float)) != cudaSuccess)
      return 1;
  const double launch = best(1000, [] { nothing<<<1, 1>>>(); });
  const double time = best(10, [&] { triad<<<(n + 255) / 256, 256>>>(a, b, c, n); });
  if (cudaGetLastError() != cudaSuccess)
    return 1;
  std::printf("{\"launch_us\": %.3f, \"triad_us\": %.2f}\n", launch, time);
}
