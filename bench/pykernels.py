"""Kernels written in Python against the same kernels as SYCL C++ (bench/cpp/pykernels.cpp), on one queue and the same memory; on CPUs
also against Numba's njit(parallel=True), on NVIDIA against CuPy's RawKernel, where these are installed (pykernels_peers.py)."""

from __future__ import annotations

import ctypes
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pykernels_peers
from harness import Report, Row, add_processor_time, arguments_parser, per_call
from numba_dpex import kernel_api as kapi


@dpex.kernel
def axpy(item: kapi.Item, a, x, y):
    i = item.get_id(0)
    y[i] = a * x[i] + y[i]


@dpex.kernel
def pairwise(item: kapi.Item, x, d):
    i, j = item.get_id(0), item.get_id(1)
    total = 0.0
    for k in range(x.shape[1]):
        t = x[i, k] - x[j, k]
        total += t * t
    d[i, j] = math.sqrt(total)


@dpex.kernel
def black_scholes(item: kapi.Item, price, strike, t, rate, volatility, call, put):
    i = item.get_id(0)
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


@dpex.kernel
def mandelbrot(item: kapi.Item, most, out):
    i, j = item.get_id(0), item.get_id(1)
    cr = -2.0 + 3.0 * j / out.shape[1]
    ci = -1.5 + 3.0 * i / out.shape[0]
    zr = zi = 0.0
    k = 0
    while k < most and zr * zr + zi * zi <= 4.0:
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
        k += 1
    out[i, j] = k


@dpex.kernel
def n_body(item: kapi.Item, p, f):
    i = item.get_id(0)
    x, y, z = p[i, 0], p[i, 1], p[i, 2]
    fx = fy = fz = 0.0
    for j in range(p.shape[0]):
        dx, dy, dz = p[j, 0] - x, p[j, 1] - y, p[j, 2] - z
        r = dx * dx + dy * dy + dz * dz + 0.01
        w = 1.0 / (r * math.sqrt(r))
        fx += dx * w
        fy += dy * w
        fz += dz * w
    f[i, 0] = fx
    f[i, 1] = fy
    f[i, 2] = fz


@dpex.kernel
def stencil(item: kapi.Item, a, b):
    i, j = item.get_id(0), item.get_id(1)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1:
        b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@dpex.kernel
def histogram(item: kapi.Item, x, bins):
    kapi.AtomicRef(bins, x[item.get_id(0)] % 256).fetch_add(1)


@dpex.kernel
def tree_sum(nd: kapi.NdItem, x, partial, shared):
    i = nd.get_local_id(0)
    shared[i] = x[nd.get_global_id(0)]
    stride = nd.get_local_range(0) // 2
    while stride > 0:
        kapi.group_barrier(nd.get_group())
        if i < stride:
            shared[i] += shared[i + stride]
        stride //= 2
    if i == 0:
        partial[nd.get_group().get_group_id(0)] = shared[0]


@dpex.kernel
def tiled_product(nd: kapi.NdItem, a, b, c, sa, sb):
    i, j = nd.get_global_id(0), nd.get_global_id(1)
    x, y = nd.get_local_id(0), nd.get_local_id(1)
    total = 0.0
    for t in range(a.shape[1] // 16):
        sa[x, y] = a[i, t * 16 + y]
        sb[x, y] = b[t * 16 + x, j]
        kapi.group_barrier(nd.get_group())
        for k in range(16):
            total += sa[x, k] * sb[k, y]
        kapi.group_barrier(nd.get_group())
    c[i, j] = total


@dpex.kernel
def k_means(item: kapi.Item, points, centroids, labels):
    i = item.get_id(0)
    least, label = math.inf, 0
    for k in range(centroids.shape[0]):
        dx, dy = points[i, 0] - centroids[k, 0], points[i, 1] - centroids[k, 1]
        distance = dx * dx + dy * dy
        if distance < least:
            least = distance
            label = k
    labels[i] = label


@dpex.kernel
def gpairs(item: kapi.Item, p, w, edges, sums):
    i = item.get_id(0)
    found = kapi.PrivateArray(20, np.float64, fill_zeros=True)
    x, y, z, wi = p[i, 0], p[i, 1], p[i, 2], w[i]
    for j in range(p.shape[0]):
        dx, dy, dz = x - p[j, 0], y - p[j, 1], z - p[j, 2]
        r = dx * dx + dy * dy + dz * dz
        k = 19
        while k > 0 and r < edges[k]:
            found[k] += wi * w[j]
            k -= 1
    for k in range(20):
        kapi.AtomicRef(sums, k).fetch_add(found[k])


def build(folder: str) -> ctypes.CDLL:
    """The kernels in C++."""
    source = Path(__file__).parent / "cpp" / "pykernels.cpp"
    library = Path(folder) / "pykernels.so"
    compiler = Path(sys.executable).with_name("weft-clang++")
    subprocess.run(
        [compiler, "-fsycl", "-O2", "-std=c++20", "-shared", "-fPIC", source, "-o", library],
        check=True,
    )
    return ctypes.CDLL(str(library))


def works(device: str, quick: bool) -> dict:
    """Name -> (kernel, range, arguments, arguments of the C++ function)."""
    scale = 8 if quick else 1
    numbers = np.random.default_rng(1)

    def array(shape, dtype="f4"):
        return dpt.asarray(numbers.uniform(0.5, 1.5, shape).astype(dtype), device=device)

    many, rows, side, bodies = (n // scale for n in (1 << 22, 2048, 2048, 4096))
    x, y = array(many), array(many)
    points, distances = array((rows, 3), "f8"), array((rows, rows), "f8")
    price, strike, time, call, put = (array(many // 4, "f8") for _ in range(5))
    picture = dpt.zeros((side // 4, side // 4), dtype="i4", device=device)
    positions, forces = array((bodies, 3)), array((bodies, 3))
    a, b = array((side, side)), dpt.zeros((side, side), dtype="f4", device=device)
    values = dpt.asarray(numbers.integers(0, 1 << 20, many).astype("i4"), device=device)
    bins = dpt.zeros(256, dtype="i4", device=device)
    partial = dpt.zeros(many // 256, dtype="f4", device=device)
    p, q, r = (
        array((side // 4, side // 4)),
        array((side // 4, side // 4)),
        array((side // 4, side // 4)),
    )
    places, centres = array((many // 4, 2)), array((10, 2))
    labels = dpt.zeros(many // 4, dtype="i4", device=device)
    galaxies, weights = array((bodies // 2, 3), "f8"), array(bodies // 2, "f8")
    edges = dpt.asarray(np.linspace(0, 0.5, 20), device=device)
    sums = dpt.zeros(20, dtype="f8", device=device)
    tile = kapi.LocalAccessor((16, 16), np.float32)
    shared = kapi.LocalAccessor(256, np.float32)
    square = dpex.Range(side // 4, side // 4)
    return {
        "axpy": (axpy, dpex.Range(many), (0.5, x, y), (many, 0.5, x, y)),
        "pairwise": (
            pairwise,
            dpex.Range(rows, rows),
            (points, distances),
            (rows, 3, points, distances),
        ),
        "black_scholes": (
            black_scholes,
            dpex.Range(many // 4),
            (price, strike, time, 0.1, 0.2, call, put),
            (many // 4, price, strike, time, 0.1, 0.2, call, put),
        ),
        "mandelbrot": (mandelbrot, square, (200, picture), (side // 4, side // 4, 200, picture)),
        "n_body": (n_body, dpex.Range(bodies), (positions, forces), (bodies, positions, forces)),
        "stencil": (stencil, dpex.Range(side, side), (a, b), (side, a, b)),
        "histogram": (histogram, dpex.Range(many), (values, bins), (many, values, bins)),
        "tree_sum": (
            tree_sum,
            dpex.NdRange((many,), (256,)),
            (x, partial, shared),
            (many, x, partial),
        ),
        "tiled_product": (
            tiled_product,
            dpex.NdRange((side // 4, side // 4), (16, 16)),
            (p, q, r, tile, tile),
            (side // 4, p, q, r),
        ),
        "k_means": (
            k_means,
            dpex.Range(many // 4),
            (places, centres, labels),
            (many // 4, 10, places, centres, labels),
        ),
        "gpairs": (
            gpairs,
            dpex.Range(bodies // 2),
            (galaxies, weights, edges, sums),
            (bodies // 2, galaxies, weights, edges, sums),
        ),
    }


def native(value):
    """An argument as ctypes takes it."""
    if isinstance(value, dpt.usm_ndarray):
        return ctypes.c_void_p(value._pointer)
    return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_long(value)


def main() -> None:
    parser = arguments_parser(__doc__)
    add_processor_time(parser)
    parser.add_argument(
        "--library",
        type=Path,
        metavar="FILE",
        help="the kernels in C++ (bench/cpp/pykernels.cpp), where no compiler is here",
    )
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Report("kernels in Python", "C++", seconds=0.02 if options.quick else 0.7) as report,
    ):
        report.clock = options.clock
        library = ctypes.CDLL(str(options.library)) if options.library else build(folder)
        for name, (kernel, space, arguments, given) in works(options.device, options.quick).items():
            queue = next(a for a in arguments if isinstance(a, dpt.usm_ndarray)).sycl_queue
            written = [a for a in arguments if isinstance(a, dpt.usm_ndarray)][-1]
            before = dpt.asnumpy(written)
            inputs = [native(value) for value in given]
            function = getattr(library, name)
            function(ctypes.c_void_p(queue.addressof_ref()), *inputs)
            expected = dpt.asnumpy(written)
            written[...] = dpt.asarray(before, device=written.device)
            dpex.call_kernel(kernel, space, *arguments)
            agrees = bool(np.allclose(dpt.asnumpy(written), expected, rtol=1e-4))

            def ours(kernel=kernel, space=space, arguments=arguments, queue=queue):
                dpex.call_kernel(kernel, space, *arguments)
                queue.wait()

            def theirs(function=function, queue=queue, inputs=inputs):
                function(ctypes.c_void_p(queue.addressof_ref()), *inputs)

            calls = {"C++": theirs, "weft": ours}
            arrays = [a for a in arguments if not isinstance(a, kapi.LocalAccessor)]
            calls.update(pykernels_peers.calls(name, queue.sycl_device, space, arrays))
            for peer, call in [*calls.items()] * 2:
                row = report.measure(name, peer, call)
                row.agrees = agrees if peer == "weft" else None
                keep_better(report, row)
        latencies(report, options.device)
        small = dpt.ones(1000, dtype="f4", device=options.device)
        space = dpex.Range(1000)
        seconds = per_call(lambda: dpex.call_kernel(axpy, space, 0.5, small, small))
        report.add(Row("launch of axpy over 1,000", "weft", seconds, seconds))
    report.print()
    report.write(options.json)


FIRST = """
import sys, time
import dpctl.tensor as dpt
before = time.perf_counter()
import numba_dpex as dpex
imported = time.perf_counter() - before
from dpctl import SyclQueue
sys.path.insert(0, {folder!r})
import linecache
text = open({file!r}).read()
space = {{"dpex": dpex, "dpt": dpt}}
exec(compile(text, {file!r}, "exec"), space)
x = dpt.ones(4096, dtype="f4", device={device!r})
x.sycl_queue.wait()
best = []
for name in ("warm", "timed"):
    before = time.perf_counter()
    dpex.call_kernel(space[name], dpex.Range(4096), 2.0, x)
    x.sycl_queue.wait()
    best.append(time.perf_counter() - before)
print(imported, best[1])
"""

KERNELS = """
@dpex.kernel
def warm(item, a, x):
    x[item.get_id(0)] *= a

@dpex.kernel
def timed(item, a, x):
    i = item.get_id(0)
    if 0 < i < x.shape[0] - 1:
        x[i] = a * (x[i - 1] + x[i] + x[i + 1]) + 0.5
"""


def latencies(report: Report, device: str) -> None:
    """Import beyond dpctl.tensor's, and a kernel's first launch: compiled, and found on disk by another process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernels.py"
        file.write_text(KERNELS)
        script = FIRST.format(folder=folder, file=str(file), device=device)
        environment = {**os.environ, "WEFT_CACHE_DIR": folder + "/cache"}
        imports, firsts, disks = [], [], []
        for turn in range(6):
            if turn < 3:
                shutil.rmtree(folder + "/cache", ignore_errors=True)
            run = subprocess.run(
                [sys.executable, "-c", script], env=environment, capture_output=True, text=True
            )
            imported, first = map(float, run.stdout.split())
            imports.append(imported)
            (firsts if turn < 3 else disks).append(first)
        for work, values in (
            ("import beyond dpctl.tensor", imports),
            ("first launch, compiled", firsts),
            ("first launch, from disk", disks),
        ):
            report.add(Row(work, "weft", values[0], min(values)))


def keep_better(report: Report, row: Row) -> None:
    """Rounds alternate; of two rows for one peer the better one stays."""
    for other in report.rows[:-1]:
        if (other.work, other.peer) == (row.work, row.peer):
            other.best = min(other.best, row.best)
            report.rows.remove(row)
            return


if __name__ == "__main__":
    main()
