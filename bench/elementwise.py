"""Every elementwise function and reduction on 2^24 elements against NumPy, and chains against numexpr."""

from __future__ import annotations

import warnings

import numpy as np
from harness import Report, arguments

# Functions that NumPy names differently, or has only as an expression.
NUMPY = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan, "atan2": np.arctan2,
    "atanh": np.arctanh, "bitwise_invert": np.invert, "bitwise_left_shift": np.left_shift, "bitwise_right_shift": np.right_shift,
    "pow": np.power, "proj": np.positive, "rsqrt": lambda x: 1 / np.sqrt(x),
}  # fmt: skip
INTEGER = {
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_right_shift",
}
ABOVE_ONE = {"acosh"}
REDUCTIONS = ("sum", "prod", "mean", "max", "min", "any", "all", "argmax", "argmin")


def operands(name: str, count: int, dtype: str) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    if name in INTEGER:
        return [rng.integers(0, 100, count, dtype="i4"), rng.integers(0, 8, count, dtype="i4")]
    low = 1.0 if name in ABOVE_ONE else 0.05
    return [rng.uniform(low, low + 0.9, count).astype(dtype) for _ in range(2)]


def main() -> None:
    options = arguments(__doc__)
    count = 1 << (18 if options.quick else 24)
    import dpctl.tensor as dpt

    warnings.simplefilter("ignore")
    functions = {n: f for n, f in vars(dpt).items() if hasattr(f, "nin") and hasattr(f, "types")}
    with Report(f"{count:,} elements", "numpy") as report:
        for dtype in ("float32", "float64"):
            for name, function in sorted(functions.items()):
                host = operands(name, count, dtype)[: function.nin]
                ours = [dpt.asarray(x, device=options.device) for x in host]
                queue = ours[0].sycl_queue
                reference = NUMPY.get(name, getattr(np, name, None))

                def run(function=function, ours=ours, queue=queue) -> object:
                    result = function(*ours)
                    queue.wait()
                    return result

                report.measure(
                    f"{name} {host[0].dtype}", "numpy", lambda r=reference, h=host: r(*h)
                )
                report.measure(f"{name} {host[0].dtype}", "weft", run)
            matrix = operands("add", count, dtype)[0].reshape(-1, 4096)
            ours = dpt.asarray(matrix, device=options.device)
            for name in REDUCTIONS:
                for axis in (0, 1, None):
                    work = f"{name} axis={axis} {dtype}"

                    def reduce(name=name, axis=axis, ours=ours) -> object:
                        result = getattr(dpt, name)(ours, axis=axis)
                        ours.sycl_queue.wait()
                        return result

                    report.measure(
                        work, "numpy", lambda n=name, a=axis, m=matrix: getattr(np, n)(m, axis=a)
                    )
                    report.measure(work, "weft", reduce)
            chains(report, dtype, count, options.device)
    report.print()
    losses = [
        r.work
        for r in report.rows
        if r.peer == "weft" and r.best > 1.05 * report.best(r.work, "numpy")
    ]
    print(f"{len(losses)} works slower than NumPy: {', '.join(losses) or 'none'}")
    report.write(options.json)


def chains(report: Report, dtype: str, count: int, device: str) -> None:
    """Expressions of several operations, against numexpr where it is installed."""
    import dpctl.tensor as dpt

    a, b = operands("add", count, dtype)
    da, db = dpt.asarray(a, device=device), dpt.asarray(b, device=device)
    expressions = (
        "exp(-(a*a + 2*b)) * sin(a) + sqrt(b)",
        "(a + b) * (a - b) / (a * b + 1)",
        "where(a > 0.5, a, b)",
    )
    for expression in expressions:
        for peer, names in (
            ("numpy", {**vars(np), "a": a, "b": b}),
            ("weft", {**vars(dpt), "a": da, "b": db}),
        ):
            code = compile(expression, expression, "eval")

            def run(code=code, names=names, peer=peer) -> object:
                result = eval(code, names)
                if peer == "weft":
                    da.sycl_queue.wait()
                return result

            report.measure(f"{expression} {dtype}", peer, run)
        try:
            import numexpr
        except ImportError:
            continue
        report.measure(
            f"{expression} {dtype}",
            "numexpr",
            lambda e=expression: numexpr.evaluate(e, local_dict={"a": a, "b": b}),
        )


if __name__ == "__main__":
    main()
