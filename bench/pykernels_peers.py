"""The kernels of pykernels.py for Numba's njit(parallel=True) and CuPy's RawKernel, over copies of the same arrays."""

from __future__ import annotations

import math
from collections.abc import Callable

import dpctl.tensor as dpt

try:
    from numba import njit, prange
except ImportError:
    njit = None


def calls(name: str, device, space, arguments) -> dict[str, Callable[[], object]]:
    """Peer -> a call that runs the kernel of this name on the peer; peers that are not installed are missing."""
    if device.is_cpu:
        return {} if njit is None else {"numba": of_numba(name, arguments)}
    try:
        import cupy
    except ImportError:
        return {}
    return {"cupy": of_cupy(cupy, name, space, arguments)}


def of_numba(name, arguments):
    given = [dpt.asnumpy(a) if isinstance(a, dpt.usm_ndarray) else a for a in arguments]
    function = njit(parallel=True, fastmath=False)(globals()[name])
    return lambda: function(*given)


def axpy(a, x, y):
    for i in prange(x.size):
        y[i] = a * x[i] + y[i]


def pairwise(x, d):
    for i in prange(x.shape[0]):
        for j in range(x.shape[0]):
            total = 0.0
            for k in range(x.shape[1]):
                t = x[i, k] - x[j, k]
                total += t * t
            d[i, j] = math.sqrt(total)


def black_scholes(price, strike, t, rate, volatility, call, put):
    for i in prange(price.size):
        a = math.log(price[i] / strike[i])
        b = t[i] * -rate
        z = t[i] * volatility * volatility * 2.0
        c = 0.25 * z
        y = 1.0 / math.sqrt(z)
        d1 = 0.5 + 0.5 * math.erf((a - b + c) * y)
        d2 = 0.5 + 0.5 * math.erf((a - b - c) * y)
        discounted = math.exp(b) * strike[i]
        r = price[i] * d1 - discounted * d2
        call[i] = r
        put[i] = r - price[i] + discounted


def mandelbrot(most, out):
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            cr = -2.0 + 3.0 * j / out.shape[1]
            ci = -1.5 + 3.0 * i / out.shape[0]
            zr = zi = 0.0
            k = 0
            while k < most and zr * zr + zi * zi <= 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                k += 1
            out[i, j] = k


def n_body(p, f):
    for i in prange(p.shape[0]):
        x, y, z = p[i, 0], p[i, 1], p[i, 2]
        fx = fy = fz = p.dtype.type(0)
        for j in range(p.shape[0]):
            dx, dy, dz = p[j, 0] - x, p[j, 1] - y, p[j, 2] - z
            r = dx * dx + dy * dy + dz * dz + p.dtype.type(0.01)
            w = p.dtype.type(1) / (r * math.sqrt(r))
            fx += dx * w
            fy += dy * w
            fz += dz * w
        f[i, 0] = fx
        f[i, 1] = fy
        f[i, 2] = fz


def stencil(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = a.dtype.type(0.2) * (
                a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
            )


def histogram(x, bins):
    parts = 64
    for p in prange(parts):
        own = [0] * 256
        for i in range(p * x.size // parts, (p + 1) * x.size // parts):
            own[x[i] % 256] += 1
        for k in range(256):
            bins[k] += own[k]  # not atomic, which Numba has not on CPUs


def tree_sum(x, partial):
    for g in prange(partial.size):
        total = x.dtype.type(0)
        for i in range(256):
            total += x[256 * g + i]
        partial[g] = total


def tiled_product(a, b, c):
    for i in prange(a.shape[0]):
        for j in range(b.shape[1]):
            c[i, j] = 0
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def k_means(points, centroids, labels):
    for i in prange(points.shape[0]):
        least, label = points.dtype.type(math.inf), 0
        for k in range(centroids.shape[0]):
            dx, dy = points[i, 0] - centroids[k, 0], points[i, 1] - centroids[k, 1]
            distance = dx * dx + dy * dy
            if distance < least:
                least = distance
                label = k
        labels[i] = label


def gpairs(p, w, edges, sums):
    for i in prange(p.shape[0]):
        found = [0.0] * 20
        for j in range(p.shape[0]):
            dx, dy, dz = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            r = dx * dx + dy * dy + dz * dz
            k = 19
            while k > 0 and r < edges[k]:
                found[k] += w[i] * w[j]
                k -= 1
        for k in range(20):
            sums[k] += found[k]  # not atomic


CUDA = {
    "axpy": """(double a, const float *x, float *y, long n) {
  long i = I; if (i < n) y[i] = (float)a * x[i] + y[i]; }""",
    "pairwise": """(const double *x, double *d, long n) {
  long i = J, j = I; if (i >= n || j >= n) return;
  double sum = 0;
  for (long k = 0; k < 3; ++k) { double t = x[i * 3 + k] - x[j * 3 + k]; sum += t * t; }
  d[i * n + j] = sqrt(sum); }""",
    "black_scholes": """(const double *price, const double *strike, const double *t, double rate, double volatility, double *call,
  double *put, long n) {
  long i = I; if (i >= n) return;
  double a = log(price[i] / strike[i]), b = t[i] * -rate, z = t[i] * volatility * volatility * 2.0, c = 0.25 * z;
  double y = 1.0 / sqrt(z), d1 = 0.5 + 0.5 * erf((a - b + c) * y), d2 = 0.5 + 0.5 * erf((a - b - c) * y);
  double discounted = exp(b) * strike[i], r = price[i] * d1 - discounted * d2;
  call[i] = r; put[i] = r - price[i] + discounted; }""",
    "mandelbrot": """(long most, int *out, long n) {
  long i = J, j = I; if (i >= n || j >= n) return;
  double cr = -2.0 + 3.0 * j / n, ci = -1.5 + 3.0 * i / n, zr = 0, zi = 0;
  long k = 0;
  while (k < most && zr * zr + zi * zi <= 4.0) { double t = zr * zr - zi * zi + cr; zi = 2.0 * zr * zi + ci; zr = t; ++k; }
  out[i * n + j] = (int)k; }""",
    "n_body": """(const float *p, float *f, long n) {
  long i = I; if (i >= n) return;
  float x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2], fx = 0, fy = 0, fz = 0;
  for (long j = 0; j < n; ++j) {
    float dx = p[3 * j] - x, dy = p[3 * j + 1] - y, dz = p[3 * j + 2] - z;
    float r = dx * dx + dy * dy + dz * dz + 0.01f, w = 1.0f / (r * sqrtf(r));
    fx += dx * w; fy += dy * w; fz += dz * w; }
  f[3 * i] = fx; f[3 * i + 1] = fy; f[3 * i + 2] = fz; }""",
    "stencil": """(const float *a, float *b, long n) {
  long i = J, j = I;
  if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
    b[i * n + j] = 0.2f * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]); }""",
    "histogram": """(const int *x, int *bins, long n) { long i = I; if (i < n) atomicAdd(&bins[x[i] % 256], 1); }""",
    "tree_sum": """(const float *x, float *partial, long n) {
  __shared__ float shared[256];
  long i = threadIdx.x; shared[i] = x[I];
  for (long stride = 128; stride > 0; stride /= 2) { __syncthreads(); if (i < stride) shared[i] += shared[i + stride]; }
  if (i == 0) partial[blockIdx.x] = shared[0]; }""",
    "tiled_product": """(const float *a, const float *b, float *c, long n) {
  __shared__ float sa[16][16], sb[16][16];
  long i = J, j = I, x = threadIdx.y, y = threadIdx.x; float sum = 0;
  for (long t = 0; t < n / 16; ++t) {
    sa[x][y] = a[i * n + t * 16 + y]; sb[x][y] = b[(t * 16 + x) * n + j]; __syncthreads();
    for (long k = 0; k < 16; ++k) sum += sa[x][k] * sb[k][y];
    __syncthreads(); }
  c[i * n + j] = sum; }""",
    "k_means": """(const float *points, const float *centroids, int *labels, long n) {
  long i = I; if (i >= n) return;
  float least = 1e300 * 1e300; int label = 0;
  for (int k = 0; k < 10; ++k) {
    float dx = points[2 * i] - centroids[2 * k], dy = points[2 * i + 1] - centroids[2 * k + 1], d = dx * dx + dy * dy;
    if (d < least) { least = d; label = k; } }
  labels[i] = label; }""",
    "gpairs": """(const double *p, const double *w, const double *edges, double *sums, long n) {
  long i = I; if (i >= n) return;
  double found[20] = {}, x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2], wi = w[i];
  for (long j = 0; j < n; ++j) {
    double dx = x - p[3 * j], dy = y - p[3 * j + 1], dz = z - p[3 * j + 2], r = dx * dx + dy * dy + dz * dz;
    for (int k = 19; k > 0 && r < edges[k]; --k) found[k] += wi * w[j]; }
  for (int k = 0; k < 20; ++k) atomicAdd(&sums[k], found[k]); }""",
}
HEAD = """
#define I ((long)blockIdx.x * blockDim.x + threadIdx.x)
#define J ((long)blockIdx.y * blockDim.y + threadIdx.y)
extern "C" __global__ void """


def of_cupy(cupy, name, space, arguments):
    """Blocks as CUDA programs choose them: 256 threads, 16 x 16 of two dimensions."""
    kernel = cupy.RawKernel(HEAD + name + CUDA[name], name)
    extents = tuple(space.get_global_range() if hasattr(space, "get_global_range") else space)
    block = (256,) if len(extents) == 1 else (16, 16)
    grid = tuple(-(-n // b) for n, b in zip(extents[::-1], block, strict=True))
    given = [
        cupy.asarray(dpt.asnumpy(a)) if isinstance(a, dpt.usm_ndarray) else a for a in arguments
    ]
    given.append(extents[0])

    def call():
        kernel(grid, block, tuple(given))
        cupy.cuda.Device().synchronize()

    return call
