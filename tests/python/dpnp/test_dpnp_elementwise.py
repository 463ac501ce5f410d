"""Elementwise functions with NumPy's keywords, and promotion, against NumPy."""

import dpctl.tensor as dpt
import dpnp
import numpy as np
import pytest
from dpnp_support import DTYPES, same, values
from hypothesis import given, settings
from hypothesis import strategies as st

FUNCTIONS = sorted(
    name
    for name in dpnp.__all__
    if hasattr(np, name)
    and isinstance(getattr(np, name), np.ufunc)
    and getattr(getattr(dpnp, name), "nout", 0) == 1
)
UNARY = [name for name in FUNCTIONS if getattr(np, name).nin == 1]
BINARY = [name for name in FUNCTIONS if getattr(np, name).nin == 2]
INTEGER_RECIPROCALS = {"reciprocal"}  # floating point here, integer division in NumPy


def _expected(name, *inputs):
    try:
        return getattr(np, name)(*inputs)
    except TypeError:
        return None


def _loose(expected):
    return 1e-2 if expected.dtype == np.float16 else 1e-5 if expected.dtype.char in "fF" else 1e-12


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_array(name, dtype):
    host = values(dtype)
    expected = _expected(name, host)
    if expected is None or (name in INTEGER_RECIPROCALS and host.dtype.kind in "biu"):
        return
    made = getattr(dpnp, name)(dpnp.asarray(host))
    if name == "sign" and host.dtype.kind == "c":
        pytest.skip("NumPy's definition of complex signs, tested with dpctl.tensor")
    if made.dtype != expected.dtype:  # int8 and bool: dpctl.tensor's loops begin at float16 alike
        pytest.fail(f"{name}: {made.dtype} and not {expected.dtype}")
    same(made, expected, rtol=_loose(expected) if expected.dtype.kind in "fc" else None)


@pytest.mark.parametrize(
    "dtypes", [(d, d) for d in DTYPES] + [("i4", "f4"), ("u1", "i2"), ("f4", "c16"), ("?", "i8")]
)
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_arrays(name, dtypes):
    x, y = values(dtypes[0]), values(dtypes[1], (4,))
    if "shift" in name:
        y = np.abs(y)
    if name == "ldexp" and y.dtype.kind != "i":
        return
    if "power" in name or name == "pow":
        x, y = np.abs(x).astype(x.dtype), np.abs(y).astype(y.dtype)
    expected = _expected(name, x, y)
    if expected is None:
        return
    made = getattr(dpnp, name)(dpnp.asarray(x), dpnp.asarray(y))
    same(made, expected, rtol=_loose(expected) if expected.dtype.kind in "fc" else None)


def test_out_takes_what_casts_to_it():
    x = dpnp.arange(4.0)
    for dtype in ("f4", "f8", "c16"):
        out = dpnp.zeros(4, dtype=dtype)
        assert dpnp.sqrt(x, out=out) is out
        same(out, np.sqrt(np.arange(4.0)).astype(dtype), rtol=1e-6)
    for error in (TypeError, ValueError):
        with pytest.raises(error, match="same_kind"):
            dpnp.sqrt(x, out=dpnp.zeros(4, dtype="i4"))
    with pytest.raises(ValueError, match="shape"):
        dpnp.sqrt(x, out=dpnp.zeros(3))
    with pytest.raises(TypeError):
        dpnp.sqrt(x, out=np.zeros(4))
    plain = dpt.zeros(4)
    assert type(dpnp.sqrt(x, out=plain)) is dpnp.ndarray
    assert float(plain[1]) == 1
    same(dpnp.add(x, 1, x), np.arange(4.0) + 1)


def test_where_leaves_other_elements():
    host, mask = np.arange(6.0), np.array([True, False] * 3)
    x, out = dpnp.asarray(host), dpnp.full(6, 9.0)
    same(dpnp.square(x, out=out, where=dpnp.asarray(mask)), np.where(mask, host**2, 9))
    same(dpnp.square(x, where=dpnp.asarray(mask)), np.where(mask, host**2, 0))
    with pytest.raises(TypeError):
        dpnp.square(x, where=x)


def test_dtype_chooses_the_loop():
    host = np.arange(4, dtype="i4")
    x = dpnp.asarray(host)
    same(dpnp.add(x, x, dtype="f8"), np.add(host, host, dtype="f8"))
    same(dpnp.sin(x, dtype="f4"), np.sin(host, dtype="f4"))
    same(dpnp.multiply(x, 2, dtype="c8"), np.multiply(host, 2, dtype="c8"))
    with pytest.raises((TypeError, ValueError)):
        dpnp.add(x.astype("c8"), x, dtype="i4")
    with pytest.raises(TypeError, match="both"):
        dpnp.add(x, x, out=x, dtype="f8")


@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
def test_order(order):
    host = np.asfortranarray(values("f8"))
    made = dpnp.add(dpnp.asarray(host), 1, order=order)
    expected = np.add(host, 1, order=order)
    same(made, expected)
    assert made.flags.f_contiguous == expected.flags.f_contiguous


def test_refusals():
    x = dpnp.arange(3)
    for bad in ([1, 2, 3], np.arange(3), "one"):
        with pytest.raises(TypeError):
            dpnp.sqrt(bad)
        with pytest.raises(TypeError):
            dpnp.maximum(x, bad, out=x)
    with pytest.raises(TypeError):
        dpnp.add(1, 2)
    with pytest.raises(NotImplementedError):
        dpnp.add(x, x, casting="safe")
    with pytest.raises(NotImplementedError):
        dpnp.add(x, x, subok=False)
    with pytest.raises(ValueError):
        dpnp.add(x, dpnp.arange(4))


def test_outer():
    x, y = values("f4", (2, 3)), values("i4", (4,))
    same(dpnp.multiply.outer(dpnp.asarray(x), dpnp.asarray(y)), np.multiply.outer(x, y))
    same(dpnp.fmax.outer(dpnp.asarray(x), 2), np.fmax.outer(x, np.float32(2)))


NUMBERS = st.one_of(
    st.booleans(), st.integers(-100, 100), st.floats(-4, 4), st.complex_numbers(max_magnitude=4)
)


@settings(max_examples=60)
@given(
    name=st.sampled_from(["add", "multiply", "subtract", "maximum", "divide", "equal", "hypot"]),
    dtype=st.sampled_from(DTYPES),
    number=NUMBERS,
    swapped=st.booleans(),
)
def test_numbers_are_weak(name, dtype, number, swapped):
    host = values(dtype)
    pair = (number, host) if swapped else (host, number)
    try:
        expected = getattr(np, name)(*pair)
    except (OverflowError, TypeError):
        return
    ours = tuple(dpnp.asarray(x) if isinstance(x, np.ndarray) else x for x in pair)
    made = getattr(dpnp, name)(*ours)
    assert (made.dtype, made.shape) == (expected.dtype, expected.shape)


@settings(max_examples=60)
@given(
    names=st.lists(st.sampled_from(["add", "multiply", "maximum"]), min_size=1, max_size=4),
    dtypes=st.lists(st.sampled_from(DTYPES), min_size=5, max_size=5),
    shapes=st.lists(
        st.sampled_from([(), (4,), (3, 4), (3, 1), (2, 1, 4), (1,)]), min_size=5, max_size=5
    ),
)
def test_chains_promote_as_numpy(names, dtypes, shapes):
    hosts = [values(d, s) for d, s in zip(dtypes, shapes, strict=True)]
    ours = [dpnp.asarray(x) for x in hosts]
    expected, made = hosts[0], ours[0]
    for name, x, y in zip(names, hosts[1:], ours[1:], strict=False):
        expected, made = getattr(np, name)(expected, x), getattr(dpnp, name)(made, y)
    same(made, expected, rtol=0.05 if np.asarray(expected).dtype == np.float16 else 1e-4)
