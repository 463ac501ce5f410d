"""What people write against its named twin and against NumPy: `x ** 2` is to cost what `square(x)` costs, and no more than NumPy's."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import CodeType

import numpy as np
from harness import Report, add_processor_time, arguments_parser

# Idiom, and its named twin where it has one, in terms of xp, x and y (uniform in 0.05 to 0.95), n (int32) and m (a matrix).
IDIOMS = {
    "x ** 2": "xp.square(x)",
    "x ** 2.0": "xp.square(x)",
    "xp.pow(x, 2)": "xp.square(x)",
    "x * x": "xp.square(x)",
    "x ** 0.5": "xp.sqrt(x)",
    "x ** -1": "1 / x",
    "1 / x": "xp.reciprocal(x)",
    "x ** 3": "x * x * x",
    "x ** 4": "xp.square(xp.square(x))",
    "x ** -2": "1 / xp.square(x)",
    "x ** -0.5": "1 / xp.sqrt(x)",
    "x ** 1.5": "x * xp.sqrt(x)",
    "2 ** x": "xp.exp2(x)",
    "n ** 2": "xp.square(n)",
    "n ** 3": "n * n * n",
    "x / 3.7": None,
    "x // 0.3": None,
    "x % 0.3": None,
    "n // 7": None,
    "n % 7": None,
    "n / 7": None,
    "-x": "xp.negative(x)",
    "abs(x - 0.5) ** 2": "xp.square(x - 0.5)",
    "xp.sqrt(xp.sum(x * x))": "xp.sqrt(xp.sum(xp.square(x)))",
    "xp.sum(x ** 2)": "xp.sum(xp.square(x))",
    "xp.mean((x - y) ** 2)": "xp.mean(xp.square(x - y))",
    "xp.where(x < 0.5, 0, x)": None,
    "xp.maximum(x - 0.5, 0)": None,
    "(x > 0.2) & (x < 0.8)": "xp.logical_and(x > 0.2, x < 0.8)",
    "m.T + 1": "xp.permute_dims(m, (1, 0)) + 1",
    "xp.copy(m.T)": None,
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
                "n": rng.integers(1, 1000, count, dtype="i4"),
                "m": x.reshape(-1, 256),
            }
            ours = {name: dpt.asarray(value, device=options.device) for name, value in host.items()}
            queue = ours["x"].sycl_queue

            for idiom, twin in IDIOMS.items():
                if options.names and idiom not in options.names:
                    continue
                work = f"{idiom}  {dtype}"
                code = compile(idiom, idiom, "eval")
                report.measure(work, "numpy", evaluation(code, {"xp": NumPy(), **host}))
                if twin:
                    named = compile(twin, twin, "eval")
                    report.measure(work, "twin", evaluation(named, {"xp": dpt, **ours}, queue))
                report.measure(work, "weft", evaluation(code, {"xp": dpt, **ours}, queue))
    report.print()
    report.print_worst(20)
    report.write(options.json)


if __name__ == "__main__":
    main()
