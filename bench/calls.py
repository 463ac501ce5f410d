"""What every public function and every form of index costs on 1, 100 and 10,000 elements beyond NumPy, one forced result a call."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from types import CodeType, SimpleNamespace
from typing import Any

import numpy as np
from harness import Report, Row, arguments_parser, machine, per_call
from rich.console import Console
from rich.markup import escape
from rich.table import Table

# In terms of xp, np, x and y (float32 in 0.05 to 0.95), d (as x, float64), z (complex64), n (int32 below 100), i (int64
# places), p (a mask), s (x in order), m (x as a square matrix, cut), u (m and a multiple of the identity), h (a NumPy array).
CALLS = """
xp.asarray(h); xp.from_numpy(h); xp.asarray(1.5); xp.asarray([1.0, 2.0]); xp.asarray(x); xp.asnumpy(x); xp.to_numpy(x)
xp.arange(N); xp.arange(0.0, N); xp.linspace(0, 1, N); xp.zeros(N); xp.ones(N); xp.full(N, 2.0); xp.empty(N); xp.eye(E)
xp.zeros_like(x); xp.ones_like(x); xp.full_like(x, 2.0); xp.empty_like(x); xp.meshgrid(x[:E], y[:E]); xp.tril(m); xp.triu(m)
xp.astype(x, xp.float64); xp.astype(d, xp.float32); xp.astype(n, xp.float32); xp.astype(x, xp.bool); xp.copy(x); xp.copy(m.T)
xp.all(p); xp.any(p); xp.sum(x); xp.sum(m, axis=0); xp.sum(m, axis=1); xp.prod(x); xp.max(x); xp.min(x); xp.argmax(x); xp.argmin(x)
xp.mean(x); xp.std(x); xp.var(x); xp.std(m, axis=0); xp.count_nonzero(x); xp.logsumexp(x); xp.reduce_hypot(x); float(xp.sum(x))
xp.cumulative_sum(x); xp.cumulative_prod(x); xp.cumulative_logsumexp(x); xp.diff(x); xp.cumulative_sum(m, axis=0)
xp.allclose(x, y); xp.clip(x, 0.2, 0.8); xp.clip(x, s, y); xp.where(p, x, y); xp.where(p, x, 0.0)
xp.sort(x); xp.sort(d); xp.sort(m, axis=0); xp.argsort(x); xp.argsort(n); xp.top_k(x, 1); xp.searchsorted(s, x)
xp.unique_all(n); xp.unique_counts(n); xp.unique_inverse(n); xp.unique_values(n); xp.unique_values(x); xp.isin(n, n); xp.isin(x, y)
xp.nonzero(p); xp.nonzero(m); xp.extract(p, x); xp.place(w, p, y); xp.take(x, i); xp.take(m, j, axis=1); xp.put(w, i, y); xp.put(w, i, 1.0)
xp.take_along_axis(x, i); xp.put_along_axis(w, i, y, axis=0); xp.take_along_axis(m, k, axis=1)
x[0]; x[-1]; x[1:]; x[::2] + 1; m[0]; m[:, 0]; m[0, 0]; x[None]; float(x[0]); x[i]; m[j]; m[j, j]; m[:, j]; x[p]; m[q]
w[0] = 1; w[:] = 1; w[:] = x; w[::2] = 0; w[i] = 0; w[i] = y; w[p] = 0; w[p] = 1.5; w[p] = y[p]; w[p] += 1; w += 1; w += y; w *= -1
x + 1; x + y; 1 - x; -x; abs(x); x > 0.5; x @ y; m @ m; m.T @ m; m @ m.T; m @ m[0]; xp.matmul(m, m)
xp.tensordot(m, m, axes=1); xp.tensordot(x, y, axes=1); xp.vecdot(x, y); xp.matrix_transpose(m); m.T + m
xp.concat((x, y)); xp.concat((m, m), axis=1); xp.concat((x, d)); xp.concat((x, y, x, y)); xp.stack((x, y)); xp.stack((x, y), axis=-1)
xp.repeat(x, 2); xp.repeat(m, 2, axis=0); xp.repeat(x, t); xp.tile(x, 2); xp.tile(m, (2, 2)); xp.roll(x, 1); xp.roll(m, 1, axis=0)
xp.flip(x); xp.flip(x) + 1; xp.reshape(x, (1, -1)); xp.reshape(m.T, (-1,)); xp.squeeze(x[None]); xp.expand_dims(x, axis=0); xp.moveaxis(m, 0, 1)
xp.swapaxes(m, 0, 1); xp.permute_dims(m, (1, 0)); xp.broadcast_to(x, (2, N)); xp.broadcast_arrays(x, x[None]); xp.broadcast_shapes(x.shape, (2, N)); xp.unstack(m[:1])
xp.result_type(x, d); xp.can_cast(x.dtype, d.dtype); xp.isdtype(x.dtype, "integral"); xp.finfo(x.dtype); xp.iinfo(n.dtype)
xp.fft.fft(z); xp.fft.ifft(z); xp.fft.fftn(z); xp.fft.ifftn(z); xp.fft.rfft(x); xp.fft.irfft(z); xp.fft.rfftn(x); xp.fft.irfftn(z)
xp.fft.hfft(z); xp.fft.ihfft(x); xp.fft.fftfreq(N); xp.fft.rfftfreq(N); xp.fft.fftshift(x); xp.fft.ifftshift(x)
xp.linalg.cholesky(u); xp.linalg.det(u); xp.linalg.eigh(u); xp.linalg.eigvalsh(u); xp.linalg.inv(u); xp.linalg.matrix_rank(u)
xp.linalg.pinv(u); xp.linalg.qr(u); xp.linalg.slogdet(u); xp.linalg.solve(u, u[0]); xp.linalg.svd(u); xp.linalg.svdvals(u)
xp.linalg.matrix_norm(u); xp.linalg.vector_norm(x); xp.linalg.matrix_power(u, 3); xp.linalg.trace(m); xp.linalg.diagonal(m)
xp.linalg.outer(x[:E], y[:E]); xp.linalg.cross(c, c); xp.linalg.matmul(m, m); xp.linalg.tensordot(m, m, axes=1); xp.linalg.vecdot(x, y)
xp.linalg.matrix_transpose(m)
"""

# What gives no array on the device, or is no function that programs call in their loops.
LEFT_OUT = """
__array_api_version__ __array_namespace_info__ bool complex128 complex64 Device dldevice_to_sycl_device DLDeviceType dtype e fft
float16 float32 float64 from_dlpack get_print_options inf int16 int32 int64 int8 linalg nan newaxis pi print_options
set_print_options sycl_device_to_dldevice uint16 uint32 uint64 uint8 usm_ndarray usm_ndarray_repr usm_ndarray_str
"""


def top_k(x: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    order = np.argpartition(x, x.size - k)[-k:]
    return x[order], order


def numpy_names() -> SimpleNamespace:
    """NumPy, and what dpctl.tensor has beyond it: all in one dictionary, where names are found as fast as in a module's."""
    beyond = {
        "asnumpy": np.array,
        "to_numpy": np.array,
        "from_numpy": np.array,
        "logsumexp": np.logaddexp.reduce,
        "reduce_hypot": np.hypot.reduce,
        "cumulative_logsumexp": np.logaddexp.accumulate,
        "top_k": top_k,
    }
    return SimpleNamespace(**{name: getattr(np, name) for name in np.__all__} | beyond)


def elementwise_calls(dpt: Any) -> list[str]:
    """One for each elementwise function, of numbers that it is defined for."""
    calls = []
    for name in dpt._elementwise_funcs.__all__:
        function = getattr(dpt, name)
        kinds = {types[0] for types in function.types}
        names = ("x", "y") if "f" in kinds else ("n", "o") if "i" in kinds else ("z",)
        calls.append(f"xp.{name}({', '.join(names[: function.nin])})")
    return calls


def all_calls(dpt: Any) -> list[str]:
    """Throws where a public name is not called."""
    calls = [call.strip() for line in CALLS.strip().splitlines() for call in line.split(";")]
    calls += elementwise_calls(dpt)
    called = set(re.findall(r"xp\.([\w.]+)", " ".join(calls)))
    public = set(dpt.__all__) - set(LEFT_OUT.split())
    public |= {
        f"{part}.{name}" for part in ("fft", "linalg") for name in getattr(dpt, part).__all__
    }
    if missing := {name for name in public - called if not name.endswith("Result")}:
        raise AssertionError(f"no call of {', '.join(sorted(missing))}")
    return calls


def host_values(count: int) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    x, y = (rng.uniform(0.05, 0.95, count).astype("f4") for _ in range(2))
    z = (rng.random(max(count, 2)) + 1j).astype("c8")
    side = int(count**0.5)
    m = x[: side * side].reshape(side, side)
    return {
        "x": x,
        "y": y,
        "d": x.astype("f8") + 1,
        "z": z,
        "n": rng.integers(0, 100, count, dtype="i4"),
        "o": rng.integers(0, 8, count, dtype="i4"),
        "i": rng.permutation(count),
        "j": rng.permutation(side),
        "k": np.argsort(m, axis=1),
        "p": x < 0.5,
        "q": m < 0.5,
        "s": np.sort(x),
        "t": rng.integers(0, 4, count),
        "m": m,
        "u": (m @ m.T + count * np.eye(side)).astype("f4"),
        "w": y.copy(),
        "c": rng.random((max(count // 3, 1), 3), dtype="f4"),
    }


def caller(code: CodeType, names: dict[str, Any], wait: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        exec(code, names)
        wait()

    return run


def statement(call: str) -> CodeType:
    """Keeps a result until the next one, as a program would."""
    try:
        return compile(f"r = ({call})", call, "exec")
    except SyntaxError:
        return compile(call, call, "exec")


def print_excess(rows: list[Row], most: int) -> None:
    """Microseconds above NumPy at each size, the worst first."""
    took: dict[str, dict[str, dict[str, float]]] = {}
    for row in rows:
        call, size = row.work.rsplit(" of ", 1)
        took.setdefault(call, {}).setdefault(size, {})[row.peer] = row.best * 1e6
    sizes = list(next(iter(took.values())))
    table = Table(title="us a call above NumPy's (NumPy's own)")
    table.add_column("call")
    for size in sizes:
        table.add_column(size, justify="right")

    def excess(call: str) -> dict[str, float]:
        return {
            size: times["weft"] - times["numpy"]
            for size, times in took[call].items()
            if "numpy" in times
        }

    compared = sorted((c for c in took if excess(c)), key=lambda c: -max(excess(c).values()))
    for call in compared[:most]:
        cells = [
            f"{over:+.1f} ({took[call][size]['numpy']:.1f})" for size, over in excess(call).items()
        ]
        table.add_row(escape(call), *cells)
    Console(width=110).print(table)
    for size in sizes:
        over = [excess(call)[size] for call in compared if size in excess(call)]
        late = sum(us > 1.5 for us in over)
        print(
            f"{size}: {late} of {len(over)} calls above NumPy by more than 1.5 us, {sum(us for us in over if us > 1.5):.0f} us in all"
        )


def main() -> None:
    parser = arguments_parser(__doc__)
    parser.add_argument("--only", default="", help="calls that have this")
    parser.add_argument("--sizes", type=int, nargs="+", default=(1, 100, 10_000))
    parser.add_argument("--worst", type=int, default=1000, metavar="N", help="show so many rows")
    options = parser.parse_args()
    import dpctl.tensor as dpt

    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    seconds = 0.003 if options.quick else 0.04
    with Report("calls", "numpy") as report:
        for count in options.sizes:
            host = host_values(count)
            ours = {name: dpt.asarray(value, device=options.device) for name, value in host.items()}
            queue = ours["x"].sycl_queue
            numpy = numpy_names()
            common = {"np": np, "N": count, "E": int(count**0.5), "h": host["x"]}
            for call in all_calls(dpt):
                if options.only not in call:
                    continue
                code = statement(call)
                report.say(f"{call} of {count}")
                for peer, xp, values, wait in (
                    ("numpy", numpy, host, lambda: None),
                    ("weft", dpt, ours, queue.wait),
                ):
                    run = caller(code, {**common, **values, "xp": xp}, wait)
                    try:
                        took = per_call(run, seconds)
                    except AttributeError as error:
                        if error.obj is not numpy:
                            raise
                        continue
                    report.add(Row(f"{call} of {count:,}", peer, took, took))
    print(machine())
    print_excess(report.rows, options.worst)
    report.write(options.json)


if __name__ == "__main__":
    main()
