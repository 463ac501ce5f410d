"""Python kernels, parallel loops and vectorized functions on arrays of dpnp, which they share and do not copy."""

import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
import numpy as np
from dpnp_support import same
from numba_dpex import kernel_api as kapi


@dpex.kernel
def add_up(item: kapi.Item, a, b, c):
    i = item.get_id(0)
    c[i] = a[i] + b[i]


@dpex.dpjit
def scaled(x, y):
    for i in dpex.prange(x.shape[0]):
        y[i] = x[i] * 2 + dpnp.sqrt(x[i])
    return y


@dpex.dpjit
def made(n):
    x = dpnp.arange(n)
    total = 0.0
    for i in dpex.prange(n):
        total += x[i]
    return total


def test_a_kernel_writes_into_an_array(device):
    host = np.arange(100, dtype="f4")
    a, c = dpnp.asarray(host, device=device), dpnp.zeros(100, dtype="f4", device=device)
    dpex.call_kernel(add_up, dpex.Range(100), a, a * 2, c)
    same(c, host * 3)
    part = dpnp.zeros(200, dtype="f4", device=device)
    dpex.call_kernel(add_up, dpex.Range(100), a, a, part[::2])
    same(part[::2], host * 2)


def test_a_parallel_loop_writes_into_an_array(device):
    host = np.arange(50.0)
    x = dpnp.asarray(host, device=device)
    y = dpnp.empty_like(x)
    scaled(x, y)
    same(y, host * 2 + np.sqrt(host))


def test_a_parallel_loop_reads_an_array_that_dpnp_makes():
    assert float(made(10)) == 45


def test_an_array_of_dpctl_is_the_same_memory(device):
    x = dpnp.zeros(10, device=device)
    view = dpt.asarray(x)
    dpex.call_kernel(add_up, dpex.Range(10), dpnp.ones(10, device=device), view, x)
    assert dpt.asnumpy(view).tolist() == [1.0] * 10


def test_vectorized_functions_fuse_with_arrays(device):
    @dpex.vectorize
    def hump(x, w):
        return 1.0 / (1.0 + x * x * w)

    host = np.linspace(-1, 1, 32)
    result = hump(dpnp.asarray(host, device=device), 2.0)
    np.testing.assert_allclose(dpnp.asnumpy(result), 1 / (1 + host * host * 2.0), rtol=1e-12)
