"""What people write against its named twin and against NumPy: `x ** 2` is to cost what `square(x)` costs, and no more than NumPy's."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import CodeType

import numpy as np
from harness import Report, add_processor_time, arguments_parser

# Idiom, and its named twin where it has one, in terms of xp, np, x and y (uniform in 0.05 to 0.95), a scalar c of their
# dtype, n (int32), k (int64), b (uint8), two masks p and r, a matrix m and its first row v.
IDIOMS = {
    "x ** 2": "xp.square(x)",
    "x ** 2.0": "xp.square(x)",
    "x ** np.float32(2)": "xp.square(x)",
    "xp.pow(x, 2)": "xp.square(x)",
    "x * x": "xp.square(x)",
    "x ** 0.5": "xp.sqrt(x)",
    "x ** -1": "1 / x",
    "1 / x": "xp.reciprocal(x)",
    "1.0 / x ** 2": "xp.reciprocal(xp.square(x))",
    "x ** 3": "x * x * x",
    "x ** 4": "xp.square(xp.square(x))",
    "x ** -2": "1 / xp.square(x)",
    "x ** -0.5": "1 / xp.sqrt(x)",
    "1 / xp.sqrt(x)": None,
    "x ** 1.5": "x * xp.sqrt(x)",
    "x ** 2.5": "xp.square(x) * xp.sqrt(x)",
    "2 ** x": "xp.exp2(x)",
    "2.0 ** -x": "xp.exp2(-x)",
    "10 ** x": None,
    "xp.exp(-x ** 2 / 2)": "xp.exp(xp.square(x) / -2)",
    "1 / (1 + xp.exp(-x))": None,
    "n ** 2": "xp.square(n)",
    "n ** 3": "n * n * n",
    "2 * x + 1": None,
    "x * c + 1": None,
    "-x + 1": "1 - x",
    "x / 3.7": None,
    "x / c": None,
    "x // 0.3": None,
    "x // -0.3": None,
    "x % 0.3": None,
    "x % 1": None,
    "n // 7": None,
    "n // -7": None,
    "n % 7": None,
    "n / 7": None,
    "n // 8": "n >> 3",
    "n % 8": "n & 7",
    "n % 2 == 0": None,
    "k // 7": None,
    "k // -7": None,
    "k % 7": None,
    "b // 7": None,
    "b % 7": None,
    "-x": "xp.negative(x)",
    "x[::3] * 2": None,
    "m[:, 0] * m[:, 1]": None,
    "abs(x - 0.5)": None,
    "abs(x - 0.5) ** 2": "xp.square(x - 0.5)",
    "xp.sqrt(x ** 2 + y ** 2)": None,
    "xp.sqrt(xp.sum(x * x))": "xp.sqrt(xp.sum(xp.square(x)))",
    "xp.sqrt(xp.sum(x ** 2))": "xp.sqrt(xp.sum(xp.square(x)))",
    "xp.sum(x ** 2)": "xp.sum(xp.square(x))",
    "xp.sum(x * y)": None,
    "xp.sum(abs(x))": None,
    "xp.mean((x - y) ** 2)": "xp.mean(xp.square(x - y))",
    "x - xp.mean(x)": None,
    "xp.mean((x - xp.mean(x)) ** 2)": "xp.var(x)",
    "(x - xp.min(x)) / (xp.max(x) - xp.min(x))": None,
    "m - xp.mean(m, axis=0)": None,
    "m / xp.sum(m, axis=1, keepdims=True)": None,
    "m - v": None,
    "m * v": None,
    "xp.where(x < 0.5, 0, x)": None,
    "xp.where(x < 0.5, x, -x)": None,
    "x * (x > 0.5)": "xp.where(x > 0.5, x, 0)",
    "xp.maximum(x - 0.5, 0)": None,
    "xp.minimum(xp.maximum(x, 0.2), 0.8)": "xp.clip(x, 0.2, 0.8)",
    "xp.clip(x, 0.2, 0.8)": None,
    "xp.any(x > 2)": None,
    "xp.all(x > 0)": None,
    "xp.sum(x > 0.5)": "xp.count_nonzero(x > 0.5)",
    "(x > 0.2) & (x < 0.8)": "xp.logical_and(x > 0.2, x < 0.8)",
    "(x < 0.2) | (x > 0.8)": "xp.logical_or(x < 0.2, x > 0.8)",
    "~p": "xp.logical_not(p)",
    "p & ~r": None,
    "x != x": "xp.isnan(x)",
    "xp.astype(x, xp.int32)": None,
    "xp.astype(n, xp.float32)": None,
    "m.T + 1": "xp.permute_dims(m, (1, 0)) + 1",
    "m.T + m.T": "(m + m).T",
    "xp.copy(m.T)": None,
    "x[::2] + x[1::2]": None,
    "x[1:] - x[:-1]": "xp.diff(x)",
    "x[::-1] + x": None,
    "xp.sum(m ** 2, axis=1)": "xp.sum(xp.square(m), axis=1)",
    "xp.sum((m[:128, None, :8] - m[None, :128, :8]) ** 2, axis=-1)": "xp.sum(xp.square(m[:128, None, :8] - m[None, :128, :8]), axis=-1)",
}  # fmt: skip


class NumPy:
    """NumPy by the Array API's names."""

    def __getattr__(self, name: str) -> object:
        return getattr(np, name)


def evaluation(
    code: CodeType, names: dict[str, object], queue: object = None
) -> Callable[[], object]:
    def run() -> object:
        result = eval(code, names)
        if queue is not None:
            queue.wait()
        return result

    return run


def main() -> None:
    parser = arguments_parser(__doc__)
    add_processor_time(parser)
    parser.add_argument("--dtypes", nargs="+", default=("float32", "float64"))
    parser.add_argument("--names", nargs="+", metavar="IDIOM", help="only these")
    options = parser.parse_args()
    import dpctl.tensor as dpt

    warnings.simplefilter("ignore")
    count = 1 << (16 if options.quick else 22)
    rng = np.random.default_rng(1)
    with Report(f"{count:,} elements", "numpy", seconds=0.1, least=2) as report:
        report.clock = options.clock
        for dtype in options.dtypes:
            x, y = (rng.uniform(0.05, 0.95, count).astype(dtype) for _ in range(2))
            host = {
                "x": x,
                "y": y,
                "n": rng.integers(-1000, 1000, count, dtype="i4"),
                "k": rng.integers(-(2**62), 2**62, count, dtype="i8"),
                "b": rng.integers(0, 256, count, dtype="u1"),
                "p": x < 0.5,
                "r": y < 0.5,
                "m": x.reshape(-1, 256),
                "v": x[:256],
            }
            names = {"np": np, "c": np.dtype(dtype).type(1.7)}
            ours = {name: dpt.asarray(value, device=options.device) for name, value in host.items()}
            queue = ours["x"].sycl_queue

            for idiom, twin in IDIOMS.items():
                if options.names and idiom not in options.names:
                    continue
                work = f"{idiom}  {dtype}"
                code = compile(idiom, idiom, "eval")
                report.measure(work, "numpy", evaluation(code, {"xp": NumPy(), **names, **host}))
                if twin:
                    named = compile(twin, twin, "eval")
                    report.measure(
                        work, "twin", evaluation(named, {"xp": dpt, **names, **ours}, queue)
                    )
                report.measure(work, "weft", evaluation(code, {"xp": dpt, **names, **ours}, queue))
    report.print()
    report.print_worst(20)
    report.write(options.json)


if __name__ == "__main__":
    main()
