"""Parts of arrays in other shapes: views where NumPy has views, copies where it has copies, refused where that is not known."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex._compiler.errors import UnsupportedError


@dpjit
def reshaped(x):
    for i in prange(x.shape[0]):
        part = x[i, 4:8].reshape((2, 2))
        part[1, 0] = -1
        x[i, 5] = 3
        x[i, 0] = part[0, 1]


@dpjit
def by_function(x):
    for i in prange(x.shape[0]):
        part = np.reshape(x[i, 1:9:2], (2, 2)).T
        part[0, 1] = -1
        part += 1


@dpjit
def whole_row(x):
    for i in prange(x.shape[0]):
        row = x[i].reshape(2, 5)
        row[1] = row[0, ::-1]
        line = row.ravel()
        line[3] = 8


@dpjit
def flipped(x):
    for i in prange(x.shape[0]):
        part = np.flip(x[i, 2:8])
        part[0] = -1
        part[1:] += 2
        x[i, 0] = part[5]


@dpjit
def ravelled_backwards(x):
    for i in prange(x.shape[0]):
        line = x[i, ::-1].ravel()
        line[2] = 7
        x[i, 9] = line[2] + line[3]


@dpjit
def columns_of_a_row(x):
    for i in prange(x.shape[0]):
        line = x[i].reshape(2, 5)[:, 1:3].reshape(4)
        line += 1
        x[i, 9] = line[3]


@dpjit
def flattened(x):
    for i in prange(x.shape[0]):
        line = x[i, 2:6].flatten()
        line[0] = 50
        x[i, 9] = line[0] + line[1]


@dpjit
def of_sizes_at_run_time(x):
    for i in prange(x.shape[0]):
        part = x[i, : x.shape[1] - 2].reshape(x.shape[1] // 4, 4)
        part[1, 1] = 6
        x[i, 9] = part[0, 2]


LOOPS = [v for v in list(globals().values()) if hasattr(v, "py_func")]


LAYOUTS = {
    "rows": lambda x: x,
    "columns": lambda x: dpt.copy(x, order="F"),
    "every other": lambda x: dpt.repeat(x, 2, axis=1)[:, ::2],
}
BY_LAYOUT = (whole_row, ravelled_backwards, columns_of_a_row)  # NumPy copies some layouts there


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("loop", LOOPS, ids=lambda f: f.py_func.__name__)
def test_what_is_changed(device, loop, layout):
    expected = np.arange(30.0).reshape(3, 10)
    x = LAYOUTS[layout](dpt.asarray(expected, device=device, copy=True))
    if loop in BY_LAYOUT and layout != "rows":
        with pytest.raises(UnsupportedError, match=r"may change the array .* copy"):
            loop(x)
        return
    loop.py_func(expected)
    loop(x)
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)


@dpjit
def rows_side_by_side(x):
    for i in prange(x.shape[0]):
        line = x[i, 1:3].reshape(-1)
        line[1] = 5


@dpjit
def read_side_by_side(x, found):
    for i in prange(x.shape[0]):
        line = x[i, 1:3].reshape(-1)
        found[i] = line[1] + line[4]


def test_refused_where_it_may_be_either(device):
    x = dpt.asarray(np.arange(48.0).reshape(3, 4, 4)[:, :, :3], device=device)
    with pytest.raises(UnsupportedError, match=r"may change the array .* copy"):
        rows_side_by_side(x)
    found = dpt.zeros(3, device=device)
    read_side_by_side(x, found)
    host = dpt.asnumpy(x)
    np.testing.assert_array_equal(dpt.asnumpy(found), host[:, 1, 1] + host[:, 2, 1])
