// The kernels of bench/pykernels.py as SYCL C++: what they are measured against. Arguments are a sycl::queue and USM
// pointers.
#include <cmath>

#include <sycl/sycl.hpp>

using sycl::id;
using sycl::nd_item;
using sycl::nd_range;
using sycl::range;

namespace {
sycl::queue &queue_of(void *queue) {
  return *static_cast<sycl::queue *>(queue);
}
} // namespace

extern "C" {

void axpy(void *queue, long n, double a, const float *x, float *y) {
  queue_of(queue).parallel_for(range<1>(n), [=](id<1> i) { y[i] = static_cast<float>(a) * x[i] + y[i]; }).wait();
}

void pairwise(void *queue, long n, long dims, const double *x, double *d) {
  queue_of(queue)
      .parallel_for(range<2>(n, n),
                    [=](id<2> at) {
                      const long i = at[0], j = at[1];
                      double sum = 0;
                      for (long k = 0; k < dims; ++k) {
                        const double t = x[i * dims + k] - x[j * dims + k];
                        sum += t * t;
                      }
                      d[i * n + j] = sycl::sqrt(sum);
                    })
      .wait();
}

void black_scholes(void *queue, long n, const double *price, const double *strike, const double *t, double rate,
                   double volatility, double *call, double *put) {
  queue_of(queue)
      .parallel_for(range<1>(n),
                    [=](id<1> i) {
                      const double a = sycl::log(price[i] / strike[i]), b = t[i] * -rate;
                      const double z = t[i] * volatility * volatility * 2.0, c = 0.25 * z, y = 1.0 / sycl::sqrt(z);
                      const double d1 = 0.5 + 0.5 * sycl::erf((a - b + c) * y),
                                   d2 = 0.5 + 0.5 * sycl::erf((a - b - c) * y);
                      const double discounted = sycl::exp(b) * strike[i], r = price[i] * d1 - discounted * d2;
                      call[i] = r;
                      put[i] = r - price[i] + discounted;
                    })
      .wait();
}

void mandelbrot(void *queue, long height, long width, long most, int *out) {
  queue_of(queue)
      .parallel_for(range<2>(height, width),
                    [=](id<2> at) {
                      const double cr = -2.0 + 3.0 * at[1] / width, ci = -1.5 + 3.0 * at[0] / height;
                      double zr = 0, zi = 0;
                      long k = 0;
                      while (k < most && zr * zr + zi * zi <= 4.0) {
                        const double t = zr * zr - zi * zi + cr;
                        zi = 2.0 * zr * zi + ci;
                        zr = t;
                        ++k;
                      }
                      out[at[0] * width + at[1]] = static_cast<int>(k);
                    })
      .wait();
}

void n_body(void *queue, long n, const float *p, float *f) {
  queue_of(queue)
      .parallel_for(range<1>(n),
                    [=](id<1> i) {
                      const float x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2];
                      float fx = 0, fy = 0, fz = 0;
                      for (long j = 0; j < n; ++j) {
                        const float dx = p[3 * j] - x, dy = p[3 * j + 1] - y, dz = p[3 * j + 2] - z;
                        const float r = dx * dx + dy * dy + dz * dz + 0.01f, w = 1.0f / (r * sycl::sqrt(r));
                        fx += dx * w;
                        fy += dy * w;
                        fz += dz * w;
                      }
                      f[3 * i] = fx;
                      f[3 * i + 1] = fy;
                      f[3 * i + 2] = fz;
                    })
      .wait();
}

void stencil(void *queue, long n, const float *a, float *b) {
  queue_of(queue)
      .parallel_for(range<2>(n, n),
                    [=](id<2> at) {
                      const long i = at[0], j = at[1];
                      if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
                        b[i * n + j] = 0.2f * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                                               a[i * n + j - 1] + a[i * n + j + 1]);
                    })
      .wait();
}

void histogram(void *queue, long n, const int *x, int *bins) {
  queue_of(queue)
      .parallel_for(range<1>(n),
                    [=](id<1> i) {
                      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(bins[x[i] % 256])
                          .fetch_add(1);
                    })
      .wait();
}

void k_means(void *queue, long n, long k, const float *points, const float *centroids, int *labels) {
  queue_of(queue)
      .parallel_for(range<1>(n),
                    [=](id<1> i) {
                      float least = INFINITY;
                      int label = 0;
                      for (int c = 0; c < k; ++c) {
                        const float dx = points[2 * i] - centroids[2 * c],
                                    dy = points[2 * i + 1] - centroids[2 * c + 1];
                        const float distance = dx * dx + dy * dy;
                        if (distance < least) {
                          least = distance;
                          label = c;
                        }
                      }
                      labels[i] = label;
                    })
      .wait();
}

void gpairs(void *queue, long n, const double *p, const double *w, const double *edges, double *sums) {
  queue_of(queue)
      .parallel_for(
          range<1>(n),
          [=](id<1> i) {
            double found[20] = {};
            const double x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2], wi = w[i];
            for (long j = 0; j < n; ++j) {
              const double dx = x - p[3 * j], dy = y - p[3 * j + 1], dz = z - p[3 * j + 2];
              const double r = dx * dx + dy * dy + dz * dz;
              for (int k = 19; k > 0 && r < edges[k]; --k)
                found[k] += wi * w[j];
            }
            for (int k = 0; k < 20; ++k)
              sycl::atomic_ref<double, sycl::memory_order::relaxed, sycl::memory_scope::device>(sums[k]).fetch_add(
                  found[k]);
          })
      .wait();
}

void tree_sum(void *queue, long n, const float *x, float *partial) {
  queue_of(queue)
      .submit([&](sycl::handler &handler) {
        const sycl::local_accessor<float> shared(range<1>(256), handler);
        handler.parallel_for(nd_range<1>(n, 256), [=](nd_item<1> item) {
          const long i = item.get_local_id(0);
          shared[i] = x[item.get_global_id(0)];
          for (long stride = 128; stride > 0; stride /= 2) {
            sycl::group_barrier(item.get_group());
            if (i < stride)
              shared[i] += shared[i + stride];
          }
          if (i == 0)
            partial[item.get_group(0)] = shared[0];
        });
      })
      .wait();
}

void tiled_product(void *queue, long n, const float *a, const float *b, float *c) {
  constexpr long tile = 16;
  queue_of(queue)
      .submit([&](sycl::handler &handler) {
        const sycl::local_accessor<float, 2> sa(range<2>(tile, tile), handler), sb(range<2>(tile, tile), handler);
        handler.parallel_for(nd_range<2>({std::size_t(n), std::size_t(n)}, {tile, tile}), [=](nd_item<2> item) {
          const long i = item.get_global_id(0), j = item.get_global_id(1), x = item.get_local_id(0),
                     y = item.get_local_id(1);
          float sum = 0;
          for (long t = 0; t < n / tile; ++t) {
            sa[x][y] = a[i * n + t * tile + y];
            sb[x][y] = b[(t * tile + x) * n + j];
            sycl::group_barrier(item.get_group());
            for (long k = 0; k < tile; ++k)
              sum += sa[x][k] * sb[k][y];
            sycl::group_barrier(item.get_group());
          }
          c[i * n + j] = sum;
        });
      })
      .wait();
}
}
