"""Every elementwise op and reduction against NumPy, and chains against numexpr: every kind of dtype, 2^24 elements."""

from __future__ import annotations

import argparse
import os
import warnings
from collections.abc import Callable, Iterable

import numpy as np
from harness import Report, add_processor_time, arguments_parser

# Functions that NumPy names differently, has only as an expression, or answers with a view where Weft makes an array.
NUMPY = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan, "atan2": np.arctan2,
    "atanh": np.arctanh, "bitwise_invert": np.invert, "bitwise_left_shift": np.left_shift, "bitwise_right_shift": np.right_shift,
    "imag": lambda x: np.copy(x.imag), "pow": np.power, "proj": np.positive, "real": lambda x: np.copy(x.real),
    "rsqrt": lambda x: 1 / np.sqrt(x),
}  # fmt: skip
ABOVE_ONE = {"acosh"}
SHIFTS = {"bitwise_left_shift", "bitwise_right_shift"}
REDUCTIONS = ("sum", "prod", "mean", "max", "min", "any", "all", "argmax", "argmin")
# A float of each width; a wide and a narrow integer, a complex number and truth values for the ops that compute in them.
DTYPES = ("float32", "float64", "int32", "uint8", "complex64", "bool")
WORST = 40


def operands(name: str, count: int, dtype: str) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    kind = np.dtype(dtype).kind
    if kind == "b":
        return [rng.integers(0, 2, count, dtype="u1").astype(bool) for _ in range(2)]
    if kind in "iu":
        high = 8 if name in SHIFTS or name == "pow" else 100
        return [rng.integers(1, 100, count, dtype=dtype), rng.integers(1, high, count, dtype=dtype)]
    low = 1.0 if name in ABOVE_ONE else 0.05
    return [rng.uniform(low, low + 0.9, count).astype(dtype) for _ in range(2)]


def computes_in(function: object, dtype: str) -> bool:
    """Whether a function has a loop of its own for this dtype."""
    code = np.dtype(dtype).char
    return any(loop.startswith(code * function.nin + "->") for loop in function.types)


def forced(call: Callable[[], object], queue: object) -> Callable[[], object]:
    def run() -> object:
        result = call()
        queue.wait()
        return result

    return run


def arguments() -> argparse.Namespace:
    parser = arguments_parser(__doc__)
    add_processor_time(parser)
    parser.add_argument("--dtypes", nargs="+", choices=DTYPES, default=DTYPES)
    parser.add_argument(
        "--names", nargs="+", metavar="NAME", help="only these functions, reductions or 'chains'"
    )
    return parser.parse_args()


def main() -> None:
    options = arguments()

    def wanted(name: str) -> bool:
        return options.names is None or name in options.names

    count = 1 << (18 if options.quick else 24)
    import dpctl.tensor as dpt

    warnings.simplefilter("ignore")
    functions = {
        n: f for n, f in list(vars(dpt).items()) if hasattr(f, "nin") and hasattr(f, "types")
    }
    with Report(f"{count:,} elements", "numpy", seconds=0.25, least=2) as report:
        report.clock = options.clock
        for dtype in options.dtypes:
            for name, function in sorted(functions.items()):
                reference = NUMPY.get(name, getattr(np, name, None))
                if wanted(name) and computes_in(function, dtype):
                    host = operands(name, count, dtype)[: function.nin]
                    ours = [dpt.asarray(x, device=options.device) for x in host]
                    work = f"{name} {dtype}"
                    if reference is not None:  # erf and its kin are not NumPy's
                        report.measure(work, "numpy", lambda r=reference, h=host: r(*h))
                    report.measure(
                        work, "weft", forced(lambda f=function, o=ours: f(*o), ours[0].sycl_queue)
                    )
            if np.dtype(dtype).kind == "f":
                reductions(report, filter(wanted, REDUCTIONS), dtype, count, options.device)
                if wanted("chains"):
                    chains(report, dtype, count, options.device)
    report.print()
    report.print_worst(WORST)
    report.write(options.json)


def reductions(report: Report, names: Iterable[str], dtype: str, count: int, device: str) -> None:
    """Over rows, over columns and over everything."""
    import dpctl.tensor as dpt

    matrix = operands("add", count, dtype)[0].reshape(-1, 4096)
    ours = dpt.asarray(matrix, device=device)
    for name in names:
        for axis in (0, 1, None):
            work = f"{name} axis={axis} {dtype}"
            report.measure(work, "numpy", lambda n=name, a=axis: getattr(np, n)(matrix, axis=a))
            report.measure(
                work,
                "weft",
                forced(lambda n=name, a=axis: getattr(dpt, n)(ours, axis=a), ours.sycl_queue),
            )


def chains(report: Report, dtype: str, count: int, device: str) -> None:
    """Expressions of several operations, against numexpr where it is installed."""
    import dpctl.tensor as dpt

    a, b = operands("add", count, dtype)
    da, db = dpt.asarray(a, device=device), dpt.asarray(b, device=device)
    expressions = (
        "a + b",
        "exp(-(a*a + 2*b)) * sin(a) + sqrt(b)",
        "(a + b) * (a - b) / (a * b + 1)",
        "where(a > 0.5, a, b)",
        "tanh(a) * log1p(b) + arctan2(a, b)",
    )
    for expression in expressions:
        work = f"{expression} {dtype}"
        code = compile(expression, expression, "eval")
        numpy_names = {**vars(np), "a": a, "b": b}
        weft_names = {**vars(dpt), "arctan2": dpt.atan2, "a": da, "b": db}
        report.measure(work, "numpy", lambda c=code, n=numpy_names: eval(c, n))
        report.measure(work, "weft", forced(lambda c=code, n=weft_names: eval(c, n), da.sycl_queue))
        try:
            import numexpr
        except ImportError:
            continue
        numexpr.set_num_threads(len(os.sched_getaffinity(0)))
        report.measure(
            work, "numexpr", lambda e=expression: numexpr.evaluate(e, local_dict={"a": a, "b": b})
        )


if __name__ == "__main__":
    main()
