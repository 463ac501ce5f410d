"""Every reduction on every kind of dtype, over all elements, rows, columns and a middle axis, against NumPy."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from harness import Report, Row, add_processor_time, best_of

DTYPES = (
    "bool",
    "int8",
    "uint8",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
REDUCTIONS = ("sum", "prod", "mean", "max", "min", "any", "all", "argmax", "argmin")
LAYOUTS = {  # shape and axis: 2**24 elements each
    "full": ((1 << 24,), None),
    "rows": ((4096, 4096), 1),
    "columns": ((4096, 4096), 0),
    "middle": ((256, 256, 256), 1),
}
SLOWER = 1.05  # what counts as slower than NumPy


def elements(dtype: str, count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    if dtype == "bool":
        return rng.integers(0, 2, count, dtype="u1").astype(bool)
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, count, dtype=dtype)
    if dtype.startswith("complex"):
        return (rng.uniform(-1, 1, count) + 1j * rng.uniform(-1, 1, count)).astype(dtype)
    return rng.uniform(-1, 1, count).astype(dtype)


def operands(name: str, values: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """What the reduction runs on; any() and all() also on what they have to read to the end."""
    yield "", values
    if name == "any":
        # zeros_like() would be one page of memory, read again and again
        yield " of zeros", np.full_like(values, 0)
    elif name == "all":
        yield " of ones", np.ones_like(values)


def is_defined(name: str, dtype: str) -> bool:
    return not (dtype.startswith("complex") and name in ("max", "min", "argmax", "argmin"))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows as JSON")
    parser.add_argument("--device", default="cpu", help="filter string of Weft's device")
    parser.add_argument("--quick", action="store_true", help="only see that everything runs")
    add_processor_time(parser)
    parser.add_argument("--seconds", type=float, default=0.06, help="for each row of the table")
    for what, choices in (("names", REDUCTIONS), ("dtypes", DTYPES), ("layouts", tuple(LAYOUTS))):
        parser.add_argument(f"--{what}", nargs="+", choices=choices, default=choices)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    import dpctl.tensor as dpt

    warnings.simplefilter("ignore")
    count = 1 << (18 if options.quick else 24)
    with Report(f"{count:,} elements", "numpy") as report:
        for dtype in options.dtypes:
            values = elements(dtype, 1 << 24)
            for layout in options.layouts:
                shape, axis = LAYOUTS[layout]
                shape = (shape[0] * count // (1 << 24), *shape[1:])
                for name in (n for n in options.names if is_defined(n, dtype)):
                    for suffix, flat in operands(name, values[:count]):
                        host = flat.reshape(shape)
                        ours = dpt.asarray(host, device=options.device)

                        def run(name=name, ours=ours, axis=axis) -> object:
                            result = getattr(dpt, name)(ours, axis=axis)
                            ours.sycl_queue.wait()
                            return result

                        reference = getattr(np, name)
                        work = f"{name}{suffix} {layout} {dtype}"
                        report.say(work)
                        for peer, call in (
                            ("numpy", lambda r=reference, h=host, a=axis: r(h, axis=a)),
                            ("weft", run),
                        ):
                            times = best_of(call, options.seconds, 3, options.clock)
                            report.add(Row(work, peer, *times))
    report.print()
    losses = [
        f"{r.work} {r.best / report.best(r.work, 'numpy'):.1f}x"
        for r in report.rows
        if r.peer == "weft" and r.best > SLOWER * report.best(r.work, "numpy")
    ]
    print(f"{len(losses)} works slower than NumPy: {', '.join(losses) or 'none'}")
    report.write(options.json)


if __name__ == "__main__":
    main()
