"""NumPy's arrays in prange loops on CPUs: loops read and change them where they lie, whatever their dtype and strides."""

import os

import dpctl
import numpy as np
import pytest
from numba_dpex import device_func, dpjit, prange

DTYPES = ("?", "b", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d", "F", "D")
LAYOUTS = {
    "C": lambda x: x,
    "Fortran": np.asfortranarray,
    "transposed": lambda x: x.T,
    "backwards": lambda x: x[::-1, ::-1],
    "steps": lambda x: x[1::3, ::2],
    "column": lambda x: x[:, 3:4],
    "repeated": lambda x: np.broadcast_to(x[2], x.shape),
    "none": lambda x: x[:, :0],
    "other byte order": lambda x: x.astype(x.dtype.newbyteorder()),
    "unaligned": lambda x: _unaligned(x),
    "a field": lambda x: _field(x),
    "in a file": lambda x: _mapped(x),
}


on_cpus = pytest.mark.skipif(
    not dpctl.SyclDevice().is_cpu, reason="the default device has memory of its own"
)


def _unaligned(x):
    memory = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    memory[...] = x
    return memory


def _field(x):
    records = np.zeros(x.shape, np.dtype([("a", "b"), ("x", x.dtype)]))
    records["x"] = x
    return records["x"]


def _mapped(x):
    import tempfile

    with tempfile.TemporaryFile() as file:
        mapped = np.memmap(file, x.dtype, "w+", shape=x.shape)
    mapped[...] = x
    return mapped


@dpjit
def changed(x, fill):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] == 0:
                x[i, j] = fill[0, 0]
            elif j > 0:
                x[i, j] = x[i, j - 1]


@dpjit
def folded(x):
    s = 0j
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            s += x[i, j]
    return s


def _numbers(dtype):
    return np.random.default_rng(3).integers(0, 5, (30, 8)).astype(dtype)


@pytest.mark.parametrize(
    ("dtype", "layout"),
    [(d, layout) for d in DTYPES for layout in (LAYOUTS if d == "d" else ("backwards", "a field"))],
)
def test_any_dtype_and_layout(dtype, layout):
    fill = np.full((1, 1), 3, dtype)
    fill.flags.writeable = False
    found, expected = LAYOUTS[layout](_numbers(dtype)), LAYOUTS[layout](_numbers(dtype))
    assert folded(found) == found.sum(dtype=complex)
    if layout == "repeated":
        return
    changed(found, fill)
    changed.py_func(expected, fill)
    np.testing.assert_array_equal(found, expected)


@on_cpus
def test_what_would_not_fit_twice():
    @dpjit
    def total(a):
        s = 0.0
        for i in prange(1000):
            s += a[i * 1_000_000_000, 1]
        return s

    assert total(np.broadcast_to(np.arange(3.0), (1 << 40, 3))) == 1000


@dpjit
def filled(a, b, c):
    for i in prange(a.size):
        a[i] = b[i] + i
        b[i] = c[i] + a[i]


@on_cpus
def test_arrays_in_the_same_memory():
    found, expected = np.arange(3000.0), np.arange(3000.0)
    for run, x in (filled, found), (filled.py_func, expected):
        run(x[::2], x[1::2], x[::2])
        run(x, x, x)
        run(x[1500:], x[1499::-1], x[1500:])
    np.testing.assert_array_equal(found, expected)


@pytest.mark.skipif(dpctl.SyclDevice().is_cpu, reason="the default device has the host's memory")
def test_devices_with_memory_of_their_own_refuse_arrays_in_the_same_memory():
    x = np.arange(3000.0)
    with pytest.raises(ValueError, match="a and b are NumPy arrays in the same memory"):
        filled(x[::2], x[1::2], x[::2])
    np.testing.assert_array_equal(x, np.arange(3000.0))


@device_func
def twice(x, i):
    return x[i] * 2


def test_read_only_arrays():
    @dpjit
    def read(a, out):
        for i in prange(a.size):
            out[i] = twice(a, i)

    @dpjit
    def write(a):
        for i in prange(a.size):
            a[i] = 1

    for a in (np.arange(50.0), np.arange(50, dtype=">i4")):
        a.flags.writeable = False
        out = np.zeros(50)
        read(a, out)
        np.testing.assert_array_equal(out, 2.0 * np.arange(50))
        with pytest.raises(ValueError, match="read-only"):
            write(a)
        np.testing.assert_array_equal(a, np.arange(50))


def test_the_loop_is_done_when_python_goes_on():
    @dpjit
    def steps(a, n):
        for k in range(n):
            a[0] = k
            for i in prange(1, a.size):
                a[i] = a[0] + i
            assert a[-1] == a.size - 1 + k
            a = a.copy()
        return a

    np.testing.assert_array_equal(steps(np.zeros(100_000), 20)[1:], 19.0 + np.arange(1, 100_000))


def test_memory_that_is_gone_after_the_loop():
    @dpjit
    def sums(n):
        total = 0
        for k in range(n):
            part = np.full(1000, k)
            for i in prange(part.size):
                total += part[i]
            del part
        return total

    assert sums(100) == 1000 * sum(range(100))


def test_arrays_of_the_device_beside(device):
    import dpctl.tensor as dpt

    @dpjit
    def add(a, b):
        for i in prange(a.size):
            a[i] += b[i]
            b[i] = 0

    there, here = dpt.arange(1000.0, device=device), np.arange(1000.0)
    there *= 2
    add(here, there)
    add(there, here)
    np.testing.assert_array_equal(here, np.zeros(1000))
    np.testing.assert_array_equal(dpt.asnumpy(there), 3 * np.arange(1000.0))


@on_cpus
def test_after_a_fork():
    x, fill = np.zeros((10, 4)), np.full((1, 1), 4.0)
    changed(x.copy(), fill)
    child = os.fork()
    if child == 0:
        try:
            changed(x, fill)
            os._exit(0 if (x == 4).all() else 1)
        finally:
            os._exit(2)  # never back into the tests
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (x == 0).all()


def test_loops_that_ran_before_take_other_arrays(device):
    import dpctl.tensor as dpt

    @dpjit
    def shifted(a, b, by):
        total, most = 0.0, by
        for i in prange(a.shape[0]):
            b[i] = a[i] + by
            total += b[i]
            most = max(most, b[i])
        return total, most

    @dpjit
    def shift(a, b, by):
        for i in prange(a.shape[0]):
            b[i] = a[i] + by

    x = np.arange(60.0)
    given = [
        (x, np.zeros(60), 1.0),
        (x[::-2], np.zeros(30, np.float32), np.float32(2)),
        (x.astype(np.int16), np.zeros(60, np.int64), 3),
        (x.astype(">f8"), np.zeros(60), 1.0),
        (x, np.zeros(60), dpt.asarray(4.0, device=device)),
        (dpt.asarray(x, device=device), np.zeros(60), 1.0),
        (x, dpt.zeros(60, device=device), np.float64(5)),
    ] * 2
    for a, b, by in given:
        number, here = float(by), dpt.asnumpy(a) if isinstance(a, dpt.usm_ndarray) else a
        total, most = shifted(a, b, by)
        assert (total, most) == (here.sum() + number * len(here), here.max() + number)
        shift(b, b, by)
        found = dpt.asnumpy(b) if isinstance(b, dpt.usm_ndarray) else b
        np.testing.assert_array_equal(found, here + 2 * number)
