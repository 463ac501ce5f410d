"""Array work on a GPU against CuPy, PyTorch (eager and compiled) and JAX, in microseconds per call."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from harness import Report, Row, arguments

H = 0.05


def chain(xp, a, b):
    return xp.exp(-(a * a + 2.0 * b)) * xp.sin(a) + xp.sqrt(b)


def kde(xp, p, x):
    d = p.shape[1]
    q = xp.exp(xp.sum(xp.square(p[:, None, :] - x[None]), axis=-1) / (-2 * H * H))
    return xp.mean(q, axis=-1) * ((2 * np.pi) ** 0.5 * H) ** -d


def pairwise(xp, x):
    return xp.sqrt(xp.sum(xp.square(x[:, None, :] - x[None]), axis=-1))


def works(quick: bool) -> dict[str, tuple[Callable, list[np.ndarray]]]:
    """Name, expression of (namespace, arrays), host arrays."""
    rng = np.random.default_rng(3)
    n = 1 << (20 if quick else 27)
    big = [rng.random(n, dtype="f4") + 0.1 for _ in range(2)]
    small = [x[:1000].copy() for x in big]
    points, samples = rng.random((17, 7), dtype="f4"), rng.random((n // 134, 7), dtype="f4")
    if not quick:
        samples = rng.random((1_000_000, 7), dtype="f4")
    cloud = rng.random((1000 if quick else 10_000, 3), dtype="f4")
    return {
        "chain of 8, 2^27": (chain, big),
        "KDE 1e6 x 17 x 7": (kde, [points, samples]),
        "pairwise 1e4 x 3": (pairwise, [cloud]),
        "sum 2^27": (lambda xp, a, b: xp.sum(a), big),
        "a + 1, 1,000": (lambda xp, a, b: a + 1, small),
        "chain of 8, 1,000": (chain, small),
    }


def time_calls(
    call: Callable[[], object], wait: Callable[[], object], repeats: int = 20
) -> tuple[float, float]:
    """First call and best mean of batches with one wait each, in seconds."""
    begin = time.perf_counter()
    call()
    wait()
    first = time.perf_counter() - begin
    best = float("inf")
    for _ in range(12):
        begin = time.perf_counter()
        for _ in range(repeats):
            call()
        wait()
        best = min(best, (time.perf_counter() - begin) / repeats)
    return first, best


def weft(device: str):
    import dpctl.tensor as dpt

    queue = dpt.Device.create_device(device).sycl_queue

    def prepare(function: Callable, host: list[np.ndarray]):
        arrays = [dpt.asarray(a, sycl_queue=queue) for a in host]

        def call():
            return function(
                dpt, *arrays
            )._pointer  # asking for the pointer submits the work, as an extension would

        return call, queue.wait

    return prepare


def cupy(_device: str):
    import cupy

    def prepare(function: Callable, host: list[np.ndarray]):
        arrays = [cupy.asarray(a) for a in host]
        return lambda: function(cupy, *arrays), cupy.cuda.Device().synchronize

    return prepare


def torch(_device: str, compiled: bool = False):
    import torch

    def prepare(function: Callable, host: list[np.ndarray]):
        arrays = [torch.as_tensor(a).cuda() for a in host]
        run = (
            torch.compile(lambda *xs: function(torch, *xs))
            if compiled
            else lambda *xs: function(torch, *xs)
        )
        return lambda: run(*arrays), torch.cuda.synchronize

    return prepare


def jax(_device: str):
    import jax
    import jax.numpy as jnp

    def prepare(function: Callable, host: list[np.ndarray]):
        arrays = [jnp.asarray(a) for a in host]
        run = jax.jit(lambda *xs: function(jnp, *xs))
        kept = []

        def call():
            kept[:] = [run(*arrays)]

        return call, lambda: kept[0].block_until_ready()

    return prepare


PEERS = {
    "weft": weft,
    "cupy": cupy,
    "torch": torch,
    "torch.compile": lambda d: torch(d, compiled=True),
    "jax": jax,
}


def main() -> None:
    options = arguments(__doc__)
    with Report("GPU, float32", "cupy") as report:
        for name, (function, host) in works(options.quick).items():
            for peer, make in PEERS.items():
                report.say(f"{name}: {peer}")
                try:
                    call, wait = make(options.device)(function, host)
                except ImportError:
                    continue
                first, best = time_calls(call, wait)
                report.add(Row(name, peer, first, best))
    report.print("us")
    report.write(options.json)


if __name__ == "__main__":
    main()
