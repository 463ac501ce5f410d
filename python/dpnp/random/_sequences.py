"""Choices and orders, and the functions of the global state by NumPy's names."""

from __future__ import annotations

import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

from .._convert import array_of, wrapped
from ._global import state
from ._state import shape_of


def rand(*args, device=None, usm_type="device", sycl_queue=None):
    """Numbers from 0 on and below 1, of a shape that is given as extents."""
    return state(device, sycl_queue).rand(*args, usm_type=usm_type)


def randn(d0, *dn, device=None, usm_type="device", sycl_queue=None):
    """Numbers of the standard normal distribution, of a shape that is given as extents."""
    return state(device, sycl_queue).randn(d0, *dn, usm_type=usm_type)


def random_sample(size=None, device=None, usm_type="device", sycl_queue=None):
    """Numbers from 0 on and below 1."""
    return state(device, sycl_queue).random_sample(size=size, usm_type=usm_type)


random = ranf = sample = random_sample


def uniform(low=0.0, high=1.0, size=None, device=None, usm_type="device", sycl_queue=None):
    """Numbers from ``low`` on and below ``high``."""
    return state(device, sycl_queue).uniform(low, high, size=size, dtype=None, usm_type=usm_type)


def normal(loc=0.0, scale=1.0, size=None, device=None, usm_type="device", sycl_queue=None):
    """Numbers of the normal distribution around ``loc`` with deviation ``scale``."""
    return state(device, sycl_queue).normal(loc, scale, size=size, dtype=None, usm_type=usm_type)


def standard_normal(size=None, device=None, usm_type="device", sycl_queue=None):
    """Numbers of the normal distribution around 0 with deviation 1."""
    return state(device, sycl_queue).standard_normal(size=size, usm_type=usm_type)


def randint(low, high=None, size=None, dtype=int, device=None, usm_type="device", sycl_queue=None):
    """Integers from ``low``, 0 if alone, on and below ``high``."""
    return state(device, sycl_queue).randint(low, high, size=size, dtype=dtype, usm_type=usm_type)


def random_integers(low, high=None, size=None, device=None, usm_type="device", sycl_queue=None):
    """Integers from ``low``, 1 if alone, to ``high``, which is one of them."""
    low, high = (1, low) if high is None else (low, high)
    above = high + 1 if isinstance(high, (usm_ndarray, np.ndarray)) else int(high) + 1
    return randint(low, above, size=size, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def bytes(length) -> bytes:
    """Random bytes, as bytes of Python."""
    count = operator.index(length)
    words = state().words((-(-count // 8),))
    return dpt.asnumpy(words).tobytes()[:count]


def _order(count: int, like: Any = None) -> usm_ndarray:
    """The integers below ``count`` in a random order."""
    of = state(sycl_queue=like.sycl_queue) if like is not None else state()
    return dpt.argsort(of.words((count,), "device" if like is None else like.usm_type))


def permutation(x):
    """The integers below ``x``, or a copy of an array, in a random order along the first axis."""
    if np.isscalar(x):
        return wrapped(_order(operator.index(x)))
    x = array_of(x) if isinstance(x, usm_ndarray) else dpt.asarray(x)
    return wrapped(dpt.take(x, _order(x.shape[0], x), axis=0))


def shuffle(x1) -> None:
    """Puts the slices along the first axis, or the items of a list, in a random order, in place."""
    if isinstance(x1, list):
        x1[:] = [x1[i] for i in dpt.asnumpy(_order(len(x1)))]
        return
    x1 = array_of(x1)
    if x1.ndim == 0:
        raise TypeError("shuffle: an array with axes is needed")
    x1[...] = dpt.take(x1, _order(x1.shape[0], x1), axis=0)


def choice(a, size=None, replace=True, p=None):
    """Elements of a vector, or integers below ``a``, at random.

    Args:
        replace (bool): whether an element may be chosen again.
        p (ndarray, sequence, optional): probabilities of the elements.

    Raises:
        ValueError: where probabilities do not sum to 1, and where more elements are wanted than there are.
    """
    values = None if np.isscalar(a) else (a if isinstance(a, usm_ndarray) else dpt.asarray(a))
    if values is not None and values.ndim != 1:
        raise ValueError("a must be 1-dimensional")
    count = operator.index(a) if values is None else values.shape[0]
    shape = shape_of(size)
    wanted = int(np.prod(shape, dtype=np.int64))
    if count <= 0 and wanted:
        raise ValueError("a must be greater than 0 unless no samples are taken")
    of = state() if values is None else state(sycl_queue=values.sycl_queue)
    if p is not None:
        places = _weighted(of, count, wanted, replace, p)
    elif replace:
        places = of.below(max(count, 1), (wanted,), "device", 0, "int64")
    else:
        if wanted > count:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        places = dpt.argsort(of.words((count,)))[:wanted]
    chosen = places if values is None else dpt.take(values, places)
    return wrapped(dpt.reshape(chosen, shape))


def _weighted(of: Any, count: int, wanted: int, replace: bool, p: Any) -> usm_ndarray:
    host = dpt.asnumpy(p) if isinstance(p, usm_ndarray) else np.asarray(p, dtype=float)
    if host.shape != (count,):
        raise ValueError("a and p must have same size")
    if (host < 0).any():
        raise ValueError("probabilities are not non-negative")
    if abs(host.sum() - 1) > 1e-8:
        raise ValueError("probabilities do not sum to 1")
    dtype = of.float_dtype()
    if replace:
        sums = np.cumsum(host)
        table = of.operand(sums / sums[-1], dtype)
        return dpt.minimum(dpt.searchsorted(table, of.unit((wanted,)), side="right"), count - 1)
    if wanted > np.count_nonzero(host):
        raise ValueError("Fewer non-zero entries in p than size")
    # The first of exponential numbers with these rates come in the order of choices (Efraimidis and Spirakis).
    with np.errstate(divide="ignore"):
        scales = of.operand(np.where(host > 0, 1 / host, np.inf), dtype)
    times = -dpt.log(1.0 - of.unit((count,))) * scales
    return dpt.argsort(dpt.where(dpt.isnan(times), np.inf, times))[:wanted]
