"""Arguments that few give: values, memory orders, kinds of memory and errors that follow from them, as in NumPy."""

import warnings

import dpnp
import numpy as np
import pytest
from dpnp_support import same

_VALUES = """
np.pad(a, 2, mode="maximum", stat_length=((1, 3), (2, 1)))
np.pad(a, ((0, 2), (1, 0)), mode="mean", stat_length=2)
np.pad(a, (3, 2), mode="linear_ramp", end_values=((-7, 4), (0, -5)))
np.average(b, axis=(2, 0), weights=w)
np.cov(a, fweights=i, ddof=9)
np.cov(a, a[::-1], fweights=i, ddof=0)
np.correlate(a[0, :2], a[1], mode="same")
np.roll(a, (1, 2, 1), axis=(0, 1, 0))
np.ediff1d(a, to_end=[7, 8], to_begin=-1)
np.piecewise(i, [True, False, True, False], [7])
np.piecewise(i, [True, False, True, False], [7, 8])
np.piecewise(a, [a < 0, a > 4], [lambda v: v - v.min(), lambda v: v.sum(), 7])
np.piecewise(b, [b < 5, b > 9], [-1.5, lambda v: v[::-1], lambda v: v * 2])
np.piecewise(b > 5, [b < 0], [lambda v: -v])
np.piecewise(b[0, 0, 3], b[0, 0, 3] > 1, [lambda v: v + 1, 0])
np.insert(i, slice(1, 1), 5)
np.insert(i, slice(1, 1), np.asarray([5]))
np.nan_to_num(b, nan=w[:, 0])
np.partition(i, [1, 2])
"""
_ORDERS = """
np.pad(f, 1)
np.delete(f, [0, 2], axis=1)
np.zeros_like(f, shape=(2, 2), order="A")
np.zeros_like(a, shape=(2, 2), order="A")
np.zeros_like(t, shape=(4, 2, 5))
"""


def _inputs(xp):
    a = np.array([[3, -1, 4, -1], [-5, 9, -2, 6], [5, -3, 5, 8]])
    b = np.arange(24.0).reshape(2, 3, 4)
    host = {"a": a, "b": b, "w": np.arange(1.0, 9).reshape(4, 2), "i": np.array([1, 2, 1, 3])}
    made = {name: xp.asarray(x) for name, x in host.items()}
    return {
        "np": xp,
        **made,
        "f": xp.asarray(a, order="F"),
        "t": xp.transpose(made["b"], (2, 0, 1)),
    }


def _lines(text):
    return text.strip().splitlines()


@pytest.mark.parametrize("call", _lines(_VALUES))
def test_values(call):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # no degrees of freedom are left
        made, expected = (eval(call, _inputs(xp)) for xp in (dpnp, np))
    same(made, expected, rtol=1e-12)


@pytest.mark.parametrize("call", _lines(_ORDERS))
def test_memory_orders(call):
    made, expected = (eval(call, _inputs(xp)) for xp in (dpnp, np))
    assert made.shape == expected.shape
    assert np.argsort(made.strides).tolist() == np.argsort(expected.strides).tolist()


def test_correlations_are_at_most_1():
    rows = np.random.default_rng(5).random((40, 7))
    found = dpnp.asnumpy(dpnp.corrcoef(dpnp.asarray(np.concatenate([rows, 3 * rows, -rows]))))
    assert found.max() == 1 and found.min() == -1


def test_what_is_repeated_has_memory_of_its_own():
    a = dpnp.arange(6)
    part = dpnp.resize(a, (2, 2))
    part[0, 0] = 9
    assert int(a[0]) == 0


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda xp: xp.asarray_chkfinite(xp.asarray([1, complex(0, np.nan)]))),
        (ValueError, lambda xp: xp.asarray_chkfinite(xp.asarray([1, np.inf]))),
        (TypeError, lambda xp: xp.ediff1d(xp.arange(3), to_end=xp.asarray([0.5]))),
        (
            TypeError,
            lambda xp: xp.copyto(xp.asarray([1], dtype="f4"), xp.asarray([1.0]), casting="safe"),
        ),
        (
            TypeError,
            lambda xp: xp.copyto(xp.asarray([1]), xp.asarray([1], dtype="i4"), casting="no"),
        ),
        (ValueError, lambda xp: xp.insert(xp.arange(4), slice(1, 1), xp.asarray([1, 2]))),
        (ValueError, lambda xp: xp.insert(xp.ones((2, 3)), slice(3, 1), xp.ones((2, 2)), axis=1)),
        (ValueError, lambda xp: xp.insert(xp.arange(4), xp.asarray([], dtype=int), xp.ones(2))),
        (ValueError, lambda xp: xp.nan_to_num(xp.ones(3), nan=xp.ones((2, 3)))),
        (ValueError, lambda xp: xp.nan_to_num(xp.ones(3), posinf=xp.ones(2))),
        (ValueError, lambda xp: xp.einsum("")),
        (ValueError, lambda xp: xp.einsum("ii->i")),
        (IndexError, lambda xp: xp.arange(3).flat[3]),
        (TypeError, lambda xp: xp.partition(xp.arange(3), 1.0)),
        (TypeError, lambda xp: xp.ones((2, 5)).partition(2, axis=None)),
    ],
)
@pytest.mark.parametrize("xp", [dpnp, np])
def test_errors(xp, error, call):
    with pytest.raises(error):
        call(xp)


_STORES = """
x.fill(number)
x.put(place, number)
np.put(x, place, number)
np.put(x, place, [number])
np.put_along_axis(x, place, number, axis=0)
np.put_along_axis(x, place, number, axis=None)
np.place(x, x > 0, number)
np.place(x, x > 0, [number])
np.putmask(x, x > 0, number)
np.fill_diagonal(np.reshape(x, (1, -1)), number)
np.fill_diagonal(np.reshape(x, (1, -1)), [number])
np.insert(x, 0, number)
np.insert(x, place, [number])
"""


@pytest.mark.parametrize("call", _STORES.strip().splitlines())
@pytest.mark.parametrize("n", [3, 1100])
def test_integers_beyond_the_dtype_are_not_stored(call, n):
    for dtype, number in (("u1", 300), ("u1", -1), ("i4", 2**40), ("i8", 2**70)):
        for xp in (np, dpnp):
            x = xp.ones(n, dtype=dtype)
            with pytest.raises(OverflowError):
                eval(call, {"np": xp, "x": x, "place": xp.asarray([0]), "number": number})
            same(dpnp.asarray(x), np.ones(n, dtype=dtype))


@pytest.mark.parametrize("value", [1.9, 2.5 + 3j, True, np.int64(300), [1.5, 2], np.array([300])])
@pytest.mark.parametrize("dtype", ["u1", "i4", "f4", "F", "?"])
@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_other_numbers_are_stored_as_they_convert(dtype, value):
    if isinstance(value, complex) and dtype in ("u1", "i4", "f4"):
        value = np.array(value)  # NumPy refuses Python's complex numbers there
    for store in (
        lambda xp, x: xp.put(x, xp.asarray([0, 2]), value),
        lambda xp, x: xp.fill_diagonal(xp.reshape(x, (1, 3)), value),
    ):
        expected, x = np.zeros(3, dtype=dtype), dpnp.zeros(3, dtype=dtype)
        store(np, expected)
        store(dpnp, x)
        same(x, expected)


def test_kinds_of_memory():
    host = dpnp.arange(4, usm_type="host")
    assert dpnp.diag(host).usm_type == "host"
    assert dpnp.asarray(host, usm_type="device").usm_type == "device"
    assert dpnp.asarray(host, usm_type="host") is host
    device = dpnp.arange(2, usm_type="device")
    assert dpnp.insert(host, [0, 2], device).usm_type == "device"
    assert dpnp.insert(host, [0, 2], [7, 8]).usm_type == "host"


def test_elements_one_after_the_other_through_arrays():
    host = np.arange(12).reshape(3, 4).T
    x = dpnp.asarray(host)
    places, mask = np.array([1, 5, 5, -1]), np.arange(12) % 5 == 2
    same(x.flat[dpnp.asarray(places)], host.flat[places])
    same(x.flat[dpnp.asarray(mask)], host.flat[mask])
    host = host.copy()
    x.flat[dpnp.asarray(places)] = 7
    host.flat[places] = 7
    same(x, host)
    x.flat = 3
    same(x, np.full_like(host, 3))


def test_files(tmp_path):
    x = dpnp.asarray(np.arange(6.0).reshape(2, 3).T)
    x.tofile(tmp_path / "bytes")
    same(dpnp.fromfile(tmp_path / "bytes"), x.asnumpy().ravel())
    x.tofile(tmp_path / "text", sep=",", format="%.1f")
    assert (tmp_path / "text").read_text() == "0.0,3.0,1.0,4.0,2.0,5.0"
