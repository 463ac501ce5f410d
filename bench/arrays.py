"""Scans, compaction, gathers, sorts, sets, searches, matrix products, programs over rows and small calls against NumPy, and PyTorch where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from harness import Report, Row, add_processor_time, arguments_parser, best_of, per_call

Call = Callable[[], object]


def softmax(x: Any, xp: Any) -> Any:
    weights = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
    return weights / xp.sum(weights, axis=-1, keepdims=True)


def standardised(x: Any, xp: Any) -> Any:
    return (x - xp.mean(x, axis=-1, keepdims=True)) / xp.std(x, axis=-1, keepdims=True)


def works(xp: Any, on: Callable[[np.ndarray], Any], scale: int) -> dict[str, Call]:
    """The works for a library with the Array API's names; what it lacks is left out when it is called."""
    rng = np.random.default_rng(1)
    long, middle = (1 << 24) // scale, (1 << 22) // scale
    side = 1024 if scale == 1 else 128
    a = on(rng.random(long, dtype=np.float32))
    b = on(rng.random(middle, dtype=np.float32))
    whole = on(rng.integers(0, 1 << 31, middle, dtype=np.int32))
    index = on(rng.integers(0, middle, middle))
    double = on(rng.random(middle))
    some = on(rng.integers(0, 1 << 31, 1 << 10, dtype=np.int32))
    rows = on(rng.random((middle // 1024, 1024), dtype=np.float32))
    found: dict[str, Call] = {
        "cumulative_sum 2^24 f32": lambda: xp.cumulative_sum(a),
        "cumulative_sum 2^22 f32, rows": lambda: xp.cumulative_sum(rows, axis=1),
        "cumulative_sum 2^22 f32, columns": lambda: xp.cumulative_sum(rows, axis=0),
        "mask x > .5 2^24 f32": lambda: a[a > 0.5],
        "nonzero(x > .5) 2^24 f32": lambda: xp.nonzero(a > 0.5),
        "take 2^22 f32": lambda: xp.take(b, index),
        "indexed * 2 + 1 2^22 f32": lambda: b[index] * 2 + 1,
        "sort 2^22 f32": lambda: xp.sort(b),
        "sort 2^22 i32": lambda: xp.sort(whole),
        "sort 2^22 f32, rows": lambda: xp.sort(rows, axis=1),
        "argsort 2^22 f32": lambda: xp.argsort(b),
        "argsort 2^22 f64": lambda: xp.argsort(double),
        "sort 2^22 f64": lambda: xp.sort(double),
        "top_k(100) 2^22 f32": lambda: xp.top_k(b, 100),
        "isin 2^22 in 2^10 i32": lambda: xp.isin(whole, some),
        "unique_values 2^22 i32": lambda: xp.unique_values(whole),
        "unique_inverse 2^22 i32": lambda: xp.unique_inverse(whole),
        "searchsorted 2^22 f32": lambda: xp.searchsorted(b, b),
    }
    wide = on(rng.standard_normal((4 * side, side)).astype(np.float32))
    found[f"softmax {4 * side} x {side} f32"] = lambda: softmax(wide, xp)
    found[f"standardise {4 * side} x {side} f32"] = lambda: standardised(wide, xp)
    found[f"normalise {4 * side} x {side} f32"] = lambda: (
        wide / xp.sum(wide * wide, axis=-1, keepdims=True) ** 0.5
    )
    for dtype in ("float32", "float64", "complex64", "int32"):
        m = on(rng.integers(0, 9, (side, side)).astype(dtype))
        found[f"matmul {side} {dtype}"] = lambda m=m: m @ m
    return found


def small_works(
    xp: Any, on: Callable[[np.ndarray], Any], forced: Callable[[Any], object]
) -> dict[str, Call]:
    """Calls whose time is not that of their work."""
    host = np.ones(1000, np.float32)
    a, b = on(host), on(host)
    return {
        "empty(1000)": lambda: xp.empty(1000),
        "asarray of 1,000 f32": lambda: on(host),
        "a + b, 1,000 f32, forced": lambda: forced(a + b),
    }


class NumpyNames:
    """NumPy, and what the Array API has beyond it."""

    @staticmethod
    def top_k(x: np.ndarray, k: int) -> np.ndarray:
        return np.sort(np.partition(x, x.size - k)[-k:])[::-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


def torch_namespace() -> tuple[Any, Callable[[np.ndarray], Any]] | None:
    try:
        import torch
    except ImportError:
        return None

    class Names:
        """PyTorch's names for the Array API's."""

        cumulative_sum = staticmethod(lambda x, axis=0: torch.cumsum(x, axis))
        nonzero = staticmethod(torch.nonzero)
        take = staticmethod(torch.take)
        sort = staticmethod(lambda x, axis=-1: torch.sort(x, dim=axis)[0])
        argsort = staticmethod(torch.argsort)
        unique_values = staticmethod(torch.unique)
        unique_inverse = staticmethod(lambda x: torch.unique(x, return_inverse=True))
        searchsorted = staticmethod(torch.searchsorted)
        top_k = staticmethod(torch.topk)
        isin = staticmethod(torch.isin)
        empty = staticmethod(torch.empty)
        exp = staticmethod(torch.exp)
        max = staticmethod(lambda x, axis, keepdims: torch.amax(x, axis, keepdims))
        sum = staticmethod(lambda x, axis, keepdims: torch.sum(x, axis, keepdims))
        mean = staticmethod(lambda x, axis, keepdims: torch.mean(x, axis, keepdims))
        std = staticmethod(
            lambda x, axis, keepdims: torch.std(x, axis, correction=0, keepdim=keepdims)
        )

    return Names, torch.from_numpy


def main() -> None:
    parser = arguments_parser(__doc__)
    add_processor_time(parser)
    parser.add_argument("--only", default="", help="works whose name has this")
    options = parser.parse_args()
    import dpctl.tensor as dpt

    def ours_of(host: np.ndarray) -> Any:
        return dpt.asarray(host, device=options.device)

    queue = ours_of(np.zeros(1)).sycl_queue

    def waited(call: Call) -> Call:
        def run() -> object:
            result = call()
            queue.wait()
            return result

        return run

    def forced(result: Any) -> Any:
        result.sycl_queue.wait()
        return result

    scale = 64 if options.quick else 1
    numpy = NumpyNames()
    peers = {"numpy": works(numpy, lambda host: host, scale)}
    small = {"numpy": small_works(numpy, np.asarray, lambda result: result)}
    if (found := torch_namespace()) is not None:
        peers["torch"] = works(*found, scale)
        small["torch"] = small_works(*found, lambda result: result)
    peers["weft"] = {work: waited(call) for work, call in works(dpt, ours_of, scale).items()}
    small["weft"] = small_works(dpt, ours_of, forced)
    with Report("algorithms", "numpy") as report:
        for work in (w for w in peers["weft"] if options.only in w):
            report.say(work)
            for peer, calls in peers.items():
                times = best_of(calls[work], 0.05, 3, options.clock)
                report.add(Row(work, peer, *times))
        for work in (w for w in small["weft"] if options.only in w):
            report.say(work)
            for peer, calls in small.items():
                took = per_call(calls[work], 0.1)
                report.add(Row(work, peer, took, took))
    report.print()
    report.write(options.json)


if __name__ == "__main__":
    main()
