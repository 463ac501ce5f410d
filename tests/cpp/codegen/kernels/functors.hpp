// Kernels that stress the CPU code generator, as functors: the device pass compiles their bodies, the host fills their
// fields.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef WEFT_DEVICE_PASS
#include <cmath>
#include <complex>

#include "libdevice/builtins.hpp"
#define WEFT_BODY(...) __VA_ARGS__
#else
#define WEFT_BODY(...)
#endif

namespace kernels {

/// A place in the group's local memory.
template <class T> struct Local {
  std::uint32_t offset = 0;
  WEFT_BODY(T &operator[](std::size_t i)
                const { return reinterpret_cast<T *>(static_cast<char *>(__weft_local_mem()) + (offset & ~15u))[i]; })
};

WEFT_BODY(
    inline std::size_t gid(int d) { return __weft_global_id(d); } inline std::size_t lid(int d) {
      return __weft_local_id(d);
    } inline void atomic_add(float *p, float v) {
      __weft_atomic_fetch_add_f32(p, v, 0, 3);
    } inline void atomic_add(double *p, double v) {
      __weft_atomic_fetch_add_f64(p, v, 0, 3);
    } inline void atomic_add(unsigned *p, unsigned v, int scope = 3) {
      __weft_atomic_fetch_add_u32(p, v, 0, scope);
    } inline float group_sum(float v) { return __weft_group_reduce_add_f32(v); } inline double group_sum(double v) {
      return __weft_group_reduce_add_f64(v);
    } template <class T>
    inline T gauss(const T *p, const T *x, T h, int dim) {
      T squares(0);
      for (int k = 0; k < dim; ++k) {
        const T d = p[k] - x[k];
        squares += d * d;
      }
      return std::exp(-(squares / T(2)) / (h * h));
    })

/// Density estimation: a group takes a block of samples for one point, one atomic per group.
template <class T> struct KdeGroups {
  static constexpr int dims = 2;
  const T *points;
  T *out;
  const T *samples;
  std::size_t n;
  T h;
  std::int32_t dim;
  T norm;
  WEFT_BODY(void operator()() const {
    const std::size_t point = gid(1), batch = __weft_group_id(0), local = __weft_local_range(0), per_item = 128;
    T sum(0);
    for (std::size_t m = 0; m < per_item; ++m) {
      const std::size_t i = lid(0) + m * local + batch * local * per_item;
      if (i < n)
        sum += norm * gauss(points + point * dim, samples + i * dim, h, dim);
    }
    const T total = group_sum(sum);
    if (lid(0) == 0)
      atomic_add(&out[point], total);
  })
};

/// The same with a tree of barriers in local memory.
template <class T> struct KdeTree {
  static constexpr int dims = 2;
  const T *points;
  T *out;
  const T *samples;
  std::size_t n;
  T h;
  std::int32_t dim;
  T norm;
  Local<T> partial;
  WEFT_BODY(void operator()() const {
    const std::size_t point = gid(1), batch = __weft_group_id(0), local = __weft_local_range(0), per_item = 128;
    T sum(0);
    for (std::size_t m = 0; m < per_item; ++m) {
      const std::size_t i = lid(0) + m * local + batch * local * per_item;
      if (i < n)
        sum += norm * gauss(points + point * dim, samples + i * dim, h, dim);
    }
    partial[lid(0)] = sum;
    __weft_barrier(2);
    for (std::size_t k = local / 2; k > 0; k >>= 1) {
      if (lid(0) < k)
        partial[lid(0)] += partial[lid(0) + k];
      __weft_barrier(2);
    }
    if (lid(0) == 0)
      atomic_add(&out[point], partial[0]);
  })
};

/// Over a range of points and blocks: one atomic per item.
template <class T> struct KdeItems {
  static constexpr int dims = 2;
  std::size_t extent[2];
  const T *points;
  T *out;
  const T *samples;
  std::size_t n;
  T h;
  std::int32_t dim;
  T norm;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]) || !__weft_in_range(1, extent[1]))
      return;
    const std::size_t block = gid(0), point = gid(1);
    T sum(0);
    for (int k = 0; k < 256; ++k) {
      const std::size_t i = block * 256 + k;
      if (i < n)
        sum += norm * gauss(points + point * dim, samples + i * dim, h, dim);
    }
    atomic_add(&out[point], sum);
  })
};

/// What a fused array expression looks like: private accumulators for all points, samples read once.
template <class T> struct KdeFused {
  static constexpr int dims = 1;
  const T *points;
  T *out;
  const T *samples;
  std::size_t n;
  T scale;
  std::int32_t dim, m;
  T norm;
  WEFT_BODY(void operator()() const {
    const std::size_t first = __weft_group_id(0) * 64 * 128 + lid(0);
    T sums[32];
    for (int j = 0; j < m; ++j)
      sums[j] = 0;
    for (int r = 0; r < 128; ++r) {
      const std::size_t i = first + r * 64;
      if (i < n)
        for (int j = 0; j < m; ++j) {
          T squares(0);
          for (int k = 0; k < dim; ++k) {
            const T d = samples[i * dim + k] - points[j * dim + k];
            squares += d * d;
          }
          sums[j] += std::exp(squares * scale);
        }
    }
    for (int j = 0; j < m; ++j) {
      const T total = group_sum(sums[j]);
      if (lid(0) == 0)
        atomic_add(&out[j], total * norm);
    }
  })
};

template <class T> struct Pairwise {
  static constexpr int dims = 2;
  std::size_t extent[2];
  const T *a, *b;
  T *out;
  std::size_t n;
  std::int32_t dim;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]) || !__weft_in_range(1, extent[1]))
      return;
    const std::size_t i = gid(1), j = gid(0);
    T squares(0);
    for (int k = 0; k < dim; ++k) {
      const T d = a[i * dim + k] - b[j * dim + k];
      squares += d * d;
    }
    out[i * n + j] = std::sqrt(squares);
  })
};

template <class T> struct BlackScholes {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const T *s, *k, *t;
  T *call, *put;
  T rate, volatility;
  WEFT_BODY(
      static T normal(T x) { return T(0.5) + T(0.5) * std::erf(x * T(0.70710678118654752)); } void operator()() const {
        if (!__weft_in_range(0, extent[0]))
          return;
        const std::size_t i = gid(0);
        const T root = std::sqrt(t[i]);
        const T d1 = (std::log(s[i] / k[i]) + (rate + T(0.5) * volatility * volatility) * t[i]) / (volatility * root);
        const T d2 = d1 - volatility * root, discounted = k[i] * std::exp(-rate * t[i]);
        const T value = s[i] * normal(d1) - discounted * normal(d2);
        call[i] = value;
        put[i] = value - s[i] + discounted;
      })
};

template <class T> struct Mandelbrot {
  static constexpr int dims = 2;
  std::size_t extent[2];
  std::int32_t *out;
  std::size_t width;
  T x0, y0, dx, dy;
  std::int32_t limit;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]) || !__weft_in_range(1, extent[1]))
      return;
    const T cx = x0 + dx * gid(0), cy = y0 + dy * gid(1);
    T x = 0, y = 0;
    std::int32_t k = 0;
    while (k < limit) {
      const T xx = x * x, yy = y * y;
      if (xx + yy > T(4))
        break;
      y = 2 * x * y + cy;
      x = xx - yy + cx;
      ++k;
    }
    out[gid(1) * width + gid(0)] = k;
  })
};

template <class T> struct MatMul {
  static constexpr int dims = 2;
  const T *a, *b;
  T *c;
  std::size_t n;
  Local<T> la, lb;
  WEFT_BODY(void operator()() const {
    const std::size_t row = lid(1), column = lid(0);
    T sum = 0;
    for (std::size_t tile = 0; tile < n; tile += 16) {
      la[row * 16 + column] = a[gid(1) * n + tile + column];
      lb[row * 16 + column] = b[(tile + row) * n + gid(0)];
      __weft_barrier(2);
      for (int k = 0; k < 16; ++k)
        sum += la[row * 16 + k] * lb[k * 16 + column];
      __weft_barrier(2);
    }
    c[gid(1) * n + gid(0)] = sum;
  })
};

template <class T> struct TreeSum {
  static constexpr int dims = 1;
  const T *x;
  T *sums;
  Local<T> partial;
  WEFT_BODY(void operator()() const {
    partial[lid(0)] = x[gid(0)];
    __weft_barrier(2);
    for (std::size_t k = __weft_local_range(0) / 2; k > 0; k >>= 1) {
      if (lid(0) < k)
        partial[lid(0)] += partial[lid(0) + k];
      __weft_barrier(2);
    }
    if (lid(0) == 0)
      sums[__weft_group_id(0)] = partial[0];
  })
};

struct Histogram {
  static constexpr int dims = 1;
  const std::uint32_t *x;
  std::uint32_t *bins;
  std::size_t n;
  Local<std::uint32_t> mine;
  WEFT_BODY(void operator()() const {
    for (std::size_t i = lid(0); i < 256; i += __weft_local_range(0))
      mine[i] = 0;
    __weft_barrier(2);
    for (std::size_t i = gid(0); i < n; i += __weft_global_range(0))
      atomic_add(&mine[(x[i] >> 8) & 255], 1u, 2);
    __weft_barrier(2);
    for (std::size_t i = lid(0); i < 256; i += __weft_local_range(0))
      atomic_add(&bins[i], mine[i]);
  })
};

/// A sparse matrix times a vector: rows of any length, elements anywhere.
template <class T> struct Sparse {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const std::uint32_t *starts, *columns;
  const T *values, *x;
  T *y;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]))
      return;
    T sum = 0;
    for (std::uint32_t k = starts[gid(0)]; k < starts[gid(0) + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[gid(0)] = sum;
  })
};

/// Few items go through much memory, each from end to end.
template <class T, class I> struct GridSum {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const T *x;
  T *sums;
  I n;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]))
      return;
    T sum = 0;
    for (I i = static_cast<I>(gid(0)); i < n; i += static_cast<I>(__weft_global_range(0)))
      sum += x[i];
    sums[gid(0)] = sum;
  })
};

template <class T> struct NBody {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const T *x, *y, *z, *m;
  T *ax, *ay, *az;
  std::size_t n;
  T softening;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]))
      return;
    const std::size_t i = gid(0);
    T sx = 0, sy = 0, sz = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const T dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const T inverse = T(1) / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      const T weight = m[j] * inverse * inverse * inverse;
      sx += dx * weight;
      sy += dy * weight;
      sz += dz * weight;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
  })
};

template <class T, class I> struct Stencil {
  static constexpr int dims = 2;
  std::size_t extent[2];
  const T *a;
  T *out;
  I width, height;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]) || !__weft_in_range(1, extent[1]))
      return;
    const I i = static_cast<I>(gid(1)), j = static_cast<I>(gid(0));
    if (i < 1 || j < 1 || i >= height - 1 || j >= width - 1)
      return;
    out[i * width + j] = T(0.2) * (a[i * width + j] + a[i * width + j - 1] + a[i * width + j + 1] +
                                   a[(i - 1) * width + j] + a[(i + 1) * width + j]);
  })
};

/// Elementwise a*x + y.
template <class T> struct Axpy {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const T *x;
  T *y;
  T a;
  WEFT_BODY(void operator()() const {
    if (__weft_in_range(0, extent[0]))
      y[gid(0)] += a * x[gid(0)];
  })
};

/// Private arrays, dynamic indices, divergent loops and early returns, values live across barriers.
struct Oddities {
  static constexpr int dims = 1;
  const std::int32_t *in;
  std::int32_t *out;
  std::int64_t *trace;
  std::int32_t rounds;
  Local<std::int32_t> shared;
  WEFT_BODY(
      static int collatz(int v) {
        int steps = 0;
        while (v > 1 && steps < 40) {
          v = v % 2 == 0 ? v / 2 : 3 * v + 1;
          if (v > 10000)
            return -steps;
          ++steps;
        }
        return steps;
      } void
      operator()() const {
        const std::size_t i = gid(0), l = lid(0), size = __weft_local_range(0);
        std::int32_t history[8] = {};
        std::int64_t sum = in[i];
        for (std::int32_t r = 0; r < rounds; ++r) {
          shared[l] = collatz(static_cast<int>(sum & 1023) + r);
          __weft_barrier(2);
          const std::int32_t other = shared[(l * 7 + r) % size];
          history[other & 7] += r + 1;
          if (other > 10)
            sum += history[(other + r) & 7];
          else
            sum ^= other;
          __weft_barrier(2);
        }
        switch (sum & 3) {
        case 0:
          sum = -sum;
          break;
        case 1:
          sum *= 3;
          break;
        case 3:
          sum >>= 2;
          break;
        }
        for (int k = 0; k < 8; ++k)
          sum = sum * 31 + history[k];
        trace[i] = sum;
        if (in[i] % 5 == 0)
          return;
        out[i] = static_cast<std::int32_t>(sum);
      })
};

/// Three dimensions, groups that no vector divides, atomics whose results are used, barriers under uniform conditions.
struct Tickets {
  static constexpr int dims = 3;
  std::int32_t *tickets;
  std::int64_t *out;
  std::int32_t twice;
  Local<std::int32_t> seats;
  WEFT_BODY(void operator()() const {
    const std::size_t l = (lid(2) * __weft_local_range(1) + lid(1)) * __weft_local_range(0) + lid(0);
    const std::size_t size = __weft_local_range(0) * __weft_local_range(1) * __weft_local_range(2);
    const std::size_t group =
        (__weft_group_id(2) * __weft_group_range(1) + __weft_group_id(1)) * __weft_group_range(0) + __weft_group_id(0);
    if (l < 8)
      seats[l] = 0;
    __weft_barrier(2);
    const std::int32_t seat = __weft_atomic_fetch_add_i32(&seats[l % 8], 1, 0, 2);
    __weft_barrier(2);
    std::int64_t sum = seats[(l + 1) % 8];
    if (twice > 0) {
      __weft_barrier(2);
      if (l == 3)
        seats[0] = 100;
      __weft_barrier(2);
      sum += seats[0];
    }
    sum += __weft_group_reduce_add_i32(seat);
    __weft_atomic_fetch_max_i32(&tickets[l % 5], static_cast<int>(l), 4, 3);
    __weft_atomic_fetch_add_i32(&tickets[5], seat >= 0, 0, 3);
    out[group * size + l] = sum;
  })
};

struct Pair {
  std::int32_t key;
  double weight;
};

/// Structures, copies and fills of private memory, calls that the source forbids to inline, complex-like arithmetic.
struct Records {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const Pair *in;
  Pair *out;
  std::int32_t n;
  float table[6];
  WEFT_BODY(
      __attribute__((noinline)) static Pair merge(Pair a, const Pair &b) {
        a.key ^= b.key;
        a.weight = a.weight * 0.5 + b.weight;
        return a;
      } void
      operator()() const {
        if (!__weft_in_range(0, extent[0]))
          return;
        const std::size_t i = gid(0);
        Pair window[4];
        __builtin_memset(window, 0, sizeof(window));
        for (int k = 0; k < 4; ++k)
          window[(i + k) % 4] = in[(i + k) % static_cast<std::size_t>(n)];
        Pair copy[4];
        __builtin_memcpy(copy, window, sizeof(copy));
        Pair sum = copy[i % 4];
        for (int k = 0; k < 3; ++k)
          sum = merge(sum, copy[(i + 2 * k) % 4]);
        sum.weight += table[i % 6];
        switch (sum.key % 7) {
        case 0:
          sum.key += 10;
          break;
        case 2:
          sum.key *= 2;
          [[fallthrough]];
        case 3:
          sum.key -= 1;
          break;
        case 6:
          return;
        }
        out[i] = sum;
      })
};

/// Narrow types and half.
struct Narrow {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const std::int8_t *a;
  const std::uint16_t *b;
  _Float16 *half;
  std::int8_t *out;
  bool *flags;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]))
      return;
    const std::size_t i = gid(0);
    const _Float16 h = static_cast<_Float16>(b[i] % 100) / static_cast<_Float16>(7);
    half[i] = h * h + static_cast<_Float16>(a[i]);
    out[i] = static_cast<std::int8_t>(a[i] * 3 + b[i]);
    flags[i] = a[i] > 0 && h > static_cast<_Float16>(3);
  })
};

/// Complex products and quotients, which compilers turn into calls of their runtime library.
template <class T> struct Complex {
  static constexpr int dims = 1;
  std::size_t extent[1];
  const T *in;
  T *out;
  WEFT_BODY(void operator()() const {
    if (!__weft_in_range(0, extent[0]))
      return;
    const std::size_t i = 2 * gid(0);
    const std::complex<T> a(in[i], in[i + 1]);
    const std::complex<T> b(in[i + 1], T(0.5));
    const std::complex<T> c = a * b / (a + b);
    out[i] = c.real();
    out[i + 1] = c.imag();
  })
};

/// Group and sub-group algorithms.
struct GroupAlgorithms {
  static constexpr int dims = 1;
  const std::int32_t *in;
  std::int64_t *out;
  WEFT_BODY(void operator()() const {
    const std::size_t i = gid(0), l = lid(0);
    const int v = in[i];
    std::int64_t r = __weft_group_reduce_min_i32(v);
    r = r * 31 + __weft_group_reduce_max_u32(static_cast<unsigned>(v));
    r = r * 31 + __weft_group_broadcast_i32(v, 3);
    r = r * 31 + __weft_group_any(v > 900) * 2 + __weft_group_all(v >= 0);
    r = r * 31 + __weft_group_reduce_xor_i64(static_cast<long>(v) << 20);
    r = r * 31 + static_cast<std::int64_t>(__weft_group_reduce_mul_i32(v | 1));
    out[i] = r + static_cast<std::int64_t>(l);
  })
};

} // namespace kernels
