"""Elements that lie a few apart, forwards and backwards, up to the very end of what was allocated, against NumPy."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, assert_same

STEPS = [1, 2, 3, 4, 5, -1, -2, -3]


def some(dtype, count):
    return (np.arange(count) * 37 % 101).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("step", STEPS)
def test_every_so_many_th_element(device, dtype, step):
    for count in (0, 1, 7, 63, 64, 65, 1000, 4099):
        host = some(dtype, count)
        x = dpt.asarray(host, device=device)
        assert_same(dpt.copy(x[::step]), host[::step])
        assert_same(x[::step] == x[::step], host[::step] == host[::step])


@pytest.mark.parametrize("dtype", ["int8", "uint16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("columns", [2, 3, 4, 5])
def test_columns_of_narrow_rows(device, dtype, columns):
    host = some(dtype, 777 * columns).reshape(-1, columns)
    x = dpt.asarray(host, device=device)
    for a in range(columns):
        b = columns - 1 - a
        assert_same(x[:, a] + x[::-1, b], host[:, a] + host[::-1, b])
        assert_same(dpt.max(x[:, a]), host[:, a].max())


@pytest.mark.parametrize("step", STEPS)
def test_updates_of_every_so_many_th_element(device, step):
    host = some("float32", 1001)
    x = dpt.asarray(host, device=device)
    x[::step] *= 2
    x[::step] += x[::step][::-1]
    host[::step] *= 2
    host[::step] += host[::step][::-1].copy()
    assert_same(x, host)
