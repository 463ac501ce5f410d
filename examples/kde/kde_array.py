"""Kernel density estimation as plain array expressions: the same function runs on NumPy and on dpctl.tensor."""

import math
from types import ModuleType
from typing import Any


def density(xp: ModuleType, points: Any, samples: Any, h: float) -> Any:
    """Density at each of `points` (m, d) of `samples` (n, d) under a Gaussian kernel of bandwidth `h`; shape (m,).

    `f[j] = mean_i exp(-|p_j - x_i|^2 / (2 h^2)) / (sqrt(2 pi) h)^d`
    """
    d = points.shape[1]
    c = xp.asarray(2 * math.pi, dtype=points.dtype)
    distances = xp.sum(xp.square(points[:, None, :] - samples[None]), axis=-1)
    return xp.mean(xp.exp(distances / (-2 * h * h)), axis=-1) * xp.pow(xp.sqrt(c) * h, -d)
