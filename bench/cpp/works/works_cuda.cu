// The works of bench/sycl.py in CUDA: nvcc -O3 -arch=native works_cuda.cu
#include <cuda_runtime.h>

#include "works.hpp"

namespace {

constexpr int stream_block = 1024, dot_block = 1024, dot_blocks = 1024;

template <class T> T *allocate(long n) {
  T *memory = nullptr;
  cudaMallocManaged(&memory, n * sizeof(T));
  return memory;
}

__global__ void fill(double *a, double *b, double *c) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  a[i] = start_a;
  b[i] = start_b;
  c[i] = 0;
}

__global__ void copy(const double *a, double *c) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  c[i] = a[i];
}

__global__ void mul(double *b, const double *c) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  b[i] = factor * c[i];
}

__global__ void add(const double *a, const double *b, double *c) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  c[i] = a[i] + b[i];
}

__global__ void triad(double *a, const double *b, const double *c) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  a[i] = b[i] + factor * c[i];
}

/// One sum a block, which the host adds up, as BabelStream has it.
__global__ void dot(long n, const double *a, const double *b, double *sums) {
  __shared__ double shared[dot_block];
  const int at = threadIdx.x;
  double sum = 0;
  for (long i = blockIdx.x * long(blockDim.x) + at; i < n; i += long(blockDim.x) * gridDim.x)
    sum += a[i] * b[i];
  shared[at] = sum;
  for (int half = dot_block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (at < half)
      shared[at] += shared[at + half];
  }
  if (at == 0)
    sums[blockIdx.x] = shared[0];
}

__global__ void nothing() {}

__global__ void numbers(float *x, float *z) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  x[i] = z[i] = number(i);
}

__global__ void tree_sums(const float *x, float *sums) {
  __shared__ float shared[group_size];
  const int at = threadIdx.x;
  shared[at] = x[blockIdx.x * long(group_size) + at];
  for (int half = group_size / 2; half > 0; half /= 2) {
    __syncthreads();
    if (at < half)
      shared[at] += shared[at + half];
  }
  if (at == 0)
    sums[blockIdx.x] = shared[0];
}

__global__ void scans(const float *x, float *y) {
  __shared__ float shared[group_size];
  const int at = threadIdx.x;
  shared[at] = x[blockIdx.x * long(group_size) + at];
  __syncthreads();
  for (int step = 1; step < group_size; step *= 2) {
    const float before = at >= step ? shared[at - step] : 0.0f;
    __syncthreads();
    shared[at] += before;
    __syncthreads();
  }
  y[blockIdx.x * long(group_size) + at] = shared[at];
}

__global__ void sorts(const float *x, float *y) {
  __shared__ float shared[group_size];
  const int at = threadIdx.x;
  shared[at] = x[blockIdx.x * long(group_size) + at];
  for (int size = 2; size <= group_size; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      const int other = at ^ step;
      if (other > at) {
        const float a = shared[at], b = shared[other];
        if ((a > b) == ((at & size) == 0)) {
          shared[at] = b;
          shared[other] = a;
        }
      }
    }
  __syncthreads();
  y[blockIdx.x * long(group_size) + at] = shared[at];
}

__global__ void product(long side, const float *a, const float *b, float *c) {
  __shared__ float tile_a[tile_side][tile_side], tile_b[tile_side][tile_side];
  const int i = threadIdx.y, j = threadIdx.x;
  const long row = blockIdx.y * long(tile_side) + i, column = blockIdx.x * long(tile_side) + j;
  float sum = 0;
  for (long tile = 0; tile < side; tile += tile_side) {
    tile_a[i][j] = a[row * side + tile + j];
    tile_b[i][j] = b[(tile + i) * side + column];
    __syncthreads();
    for (int k = 0; k < tile_side; ++k)
      sum += tile_a[i][k] * tile_b[k][j];
    __syncthreads();
  }
  c[row * side + column] = sum;
}

void streams(long n) {
  double *a = allocate<double>(n), *b = allocate<double>(n), *c = allocate<double>(n),
         *sums = allocate<double>(dot_blocks), sum = 0;
  const int blocks = n / stream_block;
  fill<<<blocks, stream_block>>>(a, b, c);
  cudaDeviceSynchronize();
  const auto waited = [](auto launch) {
    return [=] {
      launch();
      cudaDeviceSynchronize();
    };
  };
  report("copy", waited([=] { copy<<<blocks, stream_block>>>(a, c); }), [=] { return c[n - 1]; });
  report("mul", waited([=] { mul<<<blocks, stream_block>>>(b, c); }), [=] { return b[n - 1]; });
  report("add", waited([=] { add<<<blocks, stream_block>>>(a, b, c); }), [=] { return c[n - 1]; });
  report("triad", waited([=] { triad<<<blocks, stream_block>>>(a, b, c); }), [=] { return a[n - 1]; });
  report(
      "dot",
      [&] {
        dot<<<dot_blocks, dot_block>>>(n, a, b, sums);
        cudaDeviceSynchronize();
        sum = 0;
        for (int block = 0; block < dot_blocks; ++block)
          sum += sums[block];
      },
      [&] { return sum; });
  for (double *memory : {a, b, c, sums})
    cudaFree(memory);
}

void graph() {
  report(
      "dependent tasks",
      [] {
        for (int task = 0; task < tasks; ++task)
          nothing<<<1, 1>>>();
        cudaDeviceSynchronize();
      },
      [] { return tasks; });
}

void groups(const Sizes &sizes) {
  const long n = sizes.numbers, side = sizes.side;
  float *x = allocate<float>(n), *y = allocate<float>(n), *z = allocate<float>(n);
  const int blocks = n / group_size;
  numbers<<<blocks, group_size>>>(x, z);
  cudaDeviceSynchronize();
  const auto each = [=](void (*kernel)(const float *, float *)) {
    return [=] {
      kernel<<<blocks, group_size>>>(x, y);
      cudaDeviceSynchronize();
    };
  };
  report("tree sums", each(tree_sums), [=] { return y[n / group_size - 1]; });
  report("tree sums, hierarchical", each(tree_sums), [=] { return y[n / group_size - 1]; });
  report("local scans", each(scans), [=] { return y[n - 1]; });
  report("local sorts", each(sorts), [=] { return y[n - group_size / 3]; });
  const dim3 grid(side / tile_side, side / tile_side), block(tile_side, tile_side);
  report(
      "tiled product",
      [=] {
        product<<<grid, block>>>(side, x, z, y);
        cudaDeviceSynchronize();
      },
      [=] { return y[side * side - 1]; });
  for (float *memory : {x, y, z})
    cudaFree(memory);
}

} // namespace

int main(int count, char **arguments) {
  const Sizes sizes = sizes_of(count, arguments);
  streams(sizes.stream);
  graph();
  groups(sizes);
}
