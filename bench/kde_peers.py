"""Kernel density estimation by each peer that is installed; each function returns a callable or None."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np


def norm(d: int, h: float) -> float:
    return (math.sqrt(2 * math.pi) * h) ** -d


def numpy_broadcast(p: np.ndarray, x: np.ndarray, h: float) -> Callable[[], np.ndarray]:
    t = p.dtype.type
    scale, factor = t(-1 / (2 * h * h)), t(norm(p.shape[1], h))

    def run() -> np.ndarray:
        return np.exp(np.square(p[:, None, :] - x[None]).sum(-1) * scale).mean(-1) * factor

    return run


def numpy_chunked(
    p: np.ndarray, x: np.ndarray, h: float, chunk: int = 4096
) -> Callable[[], np.ndarray]:
    t = p.dtype.type
    scale, factor = t(-1 / (2 * h * h)), t(norm(p.shape[1], h))

    def run() -> np.ndarray:
        total = np.zeros(len(p), p.dtype)
        for begin in range(0, len(x), chunk):
            part = x[begin : begin + chunk]
            total += np.exp(np.square(p[:, None, :] - part[None]).sum(-1) * scale).sum(-1)
        return total * (factor / t(len(x)))

    return run


def numexpr(p: np.ndarray, x: np.ndarray, h: float) -> Callable[[], np.ndarray] | None:
    try:
        import numexpr as ne
    except ImportError:
        return None
    t = p.dtype.type
    columns = {f"x{k}": np.ascontiguousarray(x[:, k])[None] for k in range(x.shape[1])}
    columns |= {f"p{k}": np.ascontiguousarray(p[:, k])[:, None] for k in range(p.shape[1])}
    squares = "+".join(f"(p{k}-x{k})*(p{k}-x{k})" for k in range(x.shape[1]))
    columns["s"] = t(-1 / (2 * h * h))
    factor = t(norm(p.shape[1], h))

    def run() -> np.ndarray:
        return ne.evaluate(f"exp(({squares})*s)", local_dict=columns).mean(-1) * factor

    return run


def numba(p: np.ndarray, x: np.ndarray, h: float) -> Callable[[], np.ndarray] | None:
    try:
        from numba import njit, prange
    except ImportError:
        return None

    @njit(parallel=True, fastmath=True)
    def loop(p, x, scale, factor):
        m, d, n = p.shape[0], p.shape[1], x.shape[0]
        blocks = 64
        partial = np.zeros((blocks, m), p.dtype)
        for b in prange(blocks):
            for i in range(b * n // blocks, (b + 1) * n // blocks):
                for j in range(m):
                    q = p[0, 0] * 0
                    for k in range(d):
                        e = p[j, k] - x[i, k]
                        q += e * e
                    partial[b, j] += math.exp(q * scale)
        return partial.sum(0) * factor

    t = p.dtype.type
    scale, factor = t(-1 / (2 * h * h)), t(norm(p.shape[1], h) / len(x))
    return lambda: loop(p, x, scale, factor)


def jax(p: np.ndarray, x: np.ndarray, h: float) -> Callable[[], np.ndarray] | None:
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return None
    jax.config.update("jax_enable_x64", True)
    t = p.dtype.type
    scale, factor = t(-1 / (2 * h * h)), t(norm(p.shape[1], h))
    dp, dx = jnp.asarray(p), jnp.asarray(x)

    @jax.jit
    def run(p, x):
        return (
            jnp.mean(
                jnp.exp(jnp.sum(jnp.square(p[:, None, :] - x[None]), axis=-1) * scale), axis=-1
            )
            * factor
        )

    return lambda: run(dp, dx).block_until_ready()


PEERS = {
    "numpy, whole": numpy_broadcast,
    "numpy, chunked": numpy_chunked,
    "numexpr": numexpr,
    "numba": numba,
    "jax": jax,
}
