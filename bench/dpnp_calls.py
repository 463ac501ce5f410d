"""What dpnp's most used functions cost beside NumPy's, on 1, 1,000 and 2^20 elements, one forced result a call."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from calls import caller, statement
from harness import Report, Row, add_processor_time, arguments_parser, best_of, machine, per_call
from rich.console import Console
from rich.markup import escape
from rich.table import Table

# In terms of xp, N, x and y (float32), d (float64), n (int32 below 100), p (a mask), i (places), s (x in order), g (two at least), m, u and v (square
# matrices of about N elements, of at most 256 rows where cubes of them are computed).
CALLS = """
x + y; x * 2 + 1; x ** 2; x > 0.5; -x; abs(x); x[::2] + 1; x[1:] - x[:-1]; x[p]; x[i]; n % 7; n // 3
xp.add(x, y); xp.exp(x); xp.sin(x); xp.log(x); xp.sqrt(x); xp.tanh(x); xp.power(x, 3); xp.maximum(x, y); xp.arctan2(x, y)
xp.floor(x); xp.rint(x); xp.round(x, 2); xp.clip(x, 0.2, 0.8); xp.isnan(x); xp.fmod(x, y); xp.fmax(x, y); xp.gcd(n, 12); xp.nan_to_num(x)
xp.sum(x); xp.sum(m, axis=0); xp.mean(x); xp.std(x); xp.var(m, axis=1); xp.max(x); xp.argmax(x); xp.all(p); xp.prod(x); xp.ptp(x)
xp.median(x); xp.average(x, weights=y); xp.cumsum(x); xp.diff(x); xp.count_nonzero(x); xp.nansum(x); xp.nanmean(x)
xp.zeros(N); xp.ones(N); xp.arange(N); xp.linspace(0, 1, N); xp.full(N, 2.0); xp.asarray(x); xp.copy(x); xp.zeros_like(x); xp.eye(m.shape[0])
xp.reshape(x, (1, -1)) + 1; xp.concatenate((x, y)); xp.stack((x, y)); xp.vstack((x, y)); xp.tile(x, 2); xp.repeat(x, 2); xp.roll(x, 3); xp.flip(x) + 1
xp.transpose(m) + m; xp.pad(x, 5); xp.append(x, y); xp.delete(x, 0); xp.broadcast_to(x, (2, N)) + 1; xp.meshgrid(m[0], m[0]); xp.tril(m); xp.diag(m)
xp.where(p, x, y); xp.where(p); xp.nonzero(p); xp.sort(x); xp.argsort(x); xp.unique(n); xp.searchsorted(s, x); xp.isin(n, n[:9])
xp.take(x, i); xp.bincount(n); xp.histogram(x, bins=50); xp.digitize(x, xp.linspace(0, 1, 11)); xp.interp(x, s, y); xp.allclose(x, y); xp.isclose(x, y)
xp.dot(x, y); u @ u; xp.matmul(u, u[0]); xp.outer(u[0], u[0]); xp.einsum("ij,jk->ik", u, u); xp.tensordot(u, u, axes=1); xp.trace(m); xp.cross(c, c)
xp.linalg.norm(x); xp.linalg.solve(v, u[0]); xp.linalg.inv(v); xp.fft.fft(x); xp.fft.rfft(x); xp.convolve(x, y[:9]); xp.gradient(g); xp.cov(u[:4])
"""


def host_values(count: int) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    x, y = (rng.uniform(0.05, 0.95, count).astype("f4") for _ in range(2))
    side = int(count**0.5)
    few = min(side, 256)
    m = x[: side * side].reshape(side, side)
    u = np.ascontiguousarray(m[:few, :few])
    return {
        "x": x,
        "y": y,
        "n": rng.integers(0, 100, count, dtype="i4"),
        "p": x < 0.5,
        "i": rng.permutation(count),
        "s": np.sort(x),
        "g": rng.random(max(count, 2), dtype="f4"),
        "m": m,
        "u": u,
        "v": u @ u.T + np.eye(few, dtype="f4"),
        "c": rng.random((max(count // 3, 1), 3), dtype="f4"),
    }


def print_ratios(rows: list[Row]) -> None:
    """Times NumPy's at each size, the slowest on many elements first."""
    took: dict[str, dict[str, dict[str, float]]] = {}
    for row in rows:
        call, size = row.work.rsplit(" of ", 1)
        took.setdefault(call, {}).setdefault(size, {})[row.peer] = row.best
    sizes = list(next(iter(took.values())))
    table = Table(title="dpnp over NumPy (NumPy's own, us)")
    table.add_column("call")
    for size in sizes:
        table.add_column(size, justify="right")
    last = sizes[-1]
    for call in sorted(took, key=lambda c: -took[c][last]["weft"] / took[c][last]["numpy"]):
        cells = [
            f"{t['weft'] / t['numpy']:.2f} ({t['numpy'] * 1e6:.1f})" for t in took[call].values()
        ]
        table.add_row(escape(call), *cells)
    Console(width=110).print(table)
    late = [c for c in took if took[c][last]["weft"] > 2 * took[c][last]["numpy"]]
    print(
        f"{last}: {len(late)} of {len(took)} above twice NumPy's time: {'; '.join(late) or 'none'}"
    )


def timed(run: Callable[[], None], seconds: float, options: Any) -> float:
    """The best call; of calls too short for a clock the best mean."""
    if options.clock.__name__ == "perf_counter":
        return per_call(run, seconds)
    return best_of(run, seconds, 3, options.clock)[1]


def main() -> None:
    parser = arguments_parser(__doc__)
    parser.add_argument("--only", default="", help="calls that have this")
    parser.add_argument("--sizes", type=int, nargs="+", default=(1, 1000, 1 << 20))
    add_processor_time(parser)
    options = parser.parse_args()
    import dpnp

    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    seconds = 0.003 if options.quick else 0.05
    calls = [call.strip() for line in CALLS.strip().splitlines() for call in line.split(";")]
    with Report("dpnp", "numpy") as report:
        for count in options.sizes:
            host = host_values(count)
            ours = {name: dpnp.asarray(v, device=options.device) for name, v in host.items()}
            peers = (
                ("numpy", np, host, lambda: None),
                ("weft", dpnp, ours, ours["x"].sycl_queue.wait),
            )
            for call in calls:
                if options.only not in call:
                    continue
                report.say(f"{call} of {count}")
                for peer, xp, values, wait in peers:
                    run = caller(statement(call), {**values, "N": count, "xp": xp}, wait)
                    took = timed(run, seconds, options)
                    report.add(Row(f"{call} of {count:,}", peer, took, took))
    print(machine())
    print_ratios(report.rows)
    report.write(options.json)


if __name__ == "__main__":
    main()
