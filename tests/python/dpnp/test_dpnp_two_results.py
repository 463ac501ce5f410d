"""divmod, frexp and modf against NumPy: results, outputs in all their places, and refusals."""

import pickle

import dpctl
import dpnp
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError
from dpnp_support import DTYPES, same, values

NAMES = ["divmod", "frexp", "modf"]
REAL = [d for d in DTYPES if np.dtype(d).kind != "c"]


def inputs(name, x):
    return (x, 3) if name == "divmod" else (x,)


def same_pair(made, expected):
    for one, other in zip(made, expected, strict=True):
        same(one, other)


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("name", NAMES)
def test_results(name, dtype):
    if name == "divmod" and dtype == "?":
        pytest.skip("truth values are divided as small integers, as floor_divide does")
    host = values(dtype, (3, 4))
    expected = getattr(np, name)(*inputs(name, host))
    same_pair(getattr(dpnp, name)(*inputs(name, dpnp.asarray(host))), expected)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("name", ["frexp", "modf"])
def test_parts_of_any_number(name, dtype):
    least = np.finfo(dtype).tiny
    host = np.array(
        [0.0, -0.0, 1, -1, 2.5, -7.75, np.inf, -np.inf, np.nan, least, np.finfo(dtype).max], dtype
    )
    made = getattr(dpnp, name)(dpnp.asarray(host))
    for one, other in zip(made, getattr(np, name)(host), strict=True):
        same(one, other)
        np.testing.assert_array_equal(np.signbit(one.asnumpy()), np.signbit(other))
    assert name == "modf" or made[1].dtype == np.int32


@pytest.mark.parametrize("name", NAMES)
def test_outputs(name):
    host = np.arange(1.0, 13).reshape(3, 4)
    function, expected = getattr(dpnp, name), getattr(np, name)(*inputs(name, host))
    x = dpnp.asarray(host)
    for places in ((True, True), (True, False), (False, True)):
        outs = [
            dpnp.empty_like(x, dtype=e.dtype) if p else None
            for p, e in zip(places, expected, strict=True)
        ]
        for made in (
            function(*inputs(name, x), *outs),
            function(*inputs(name, x), out=tuple(outs)),
        ):
            same_pair(made, expected)
            assert all(out is None or one is out for one, out in zip(made, outs, strict=True))
    first = dpnp.asarray(host)
    assert function(*inputs(name, first), first)[0] is first
    same(first, expected[0])
    both = dpnp.zeros(20)
    function(*inputs(name, both[10:]), both[::2])
    hosts = np.zeros(20)
    getattr(np, name)(*inputs(name, hosts[10:]), hosts[::2])
    same(both, hosts)


@pytest.mark.parametrize("order", ["K", "A", "C", "F", "f", None])
@pytest.mark.parametrize("name", NAMES)
def test_order(name, order):
    host = np.arange(6.0).reshape(2, 3, order="F")
    made = getattr(dpnp, name)(*inputs(name, dpnp.asarray(host)), order=order)
    for one, other in zip(made, getattr(np, name)(*inputs(name, host), order=order), strict=True):
        same(one, other)
        assert one.flags.f_contiguous == other.flags.f_contiguous


def test_operators():
    host = np.array([7, -7, 5])
    x = dpnp.asarray(host)
    same_pair(divmod(x, 3), divmod(host, 3))
    same_pair(divmod(20, x), divmod(20, host))
    same_pair(divmod(x, x), divmod(host, host))
    with pytest.raises(TypeError):
        divmod(x, [1, 2, 3])


@pytest.mark.parametrize("name", NAMES)
def test_refusals(name):
    x = dpnp.arange(3.0)
    function = getattr(dpnp, name)
    call = lambda *more, **kwargs: function(*inputs(name, x), *more, **kwargs)  # noqa: E731
    for more in ({"unknown": 1}, {"where": False}, {"dtype": "f4"}, {"subok": False}):
        with pytest.raises(NotImplementedError):
            call(**more)
    for out in ((), (x,), (x, x, x)):
        with pytest.raises(ValueError, match="exactly one entry"):
            call(out=out)
    with pytest.raises(TypeError, match="must be a tuple"):
        call(out=dpnp.empty(3))
    with pytest.raises(TypeError, match="positional and keyword"):
        call(dpnp.empty(3), out=(dpnp.empty(3), None))
    assert len(call(dpnp.empty(3), out=(None, None))) == 2
    with pytest.raises(ValueError, match="cannot overlap"):
        call(x, x)
    with pytest.raises(ValueError):
        call(dpnp.empty(4))
    with pytest.raises(TypeError):
        call(None, dpnp.empty(3, dtype=bool))
    with pytest.raises(ValueError, match="order must be one of"):
        call(order="H")
    frozen = dpnp.empty(3)
    frozen.flags.writable = False
    with pytest.raises(ValueError, match="read-only"):
        call(None, frozen)
    with pytest.raises(ExecutionPlacementError):
        call(dpnp.empty(3, sycl_queue=dpctl.SyclQueue(x.sycl_context, x.sycl_device)))
    for bad in (1, [1.0], np.ones(3)):
        with pytest.raises(TypeError):
            function(*inputs(name, bad))
    with pytest.raises(TypeError):
        function(*inputs(name, dpnp.ones(3, dtype="c8")))


@pytest.mark.parametrize("name", NAMES)
def test_what_functions_tell(name):
    function = getattr(dpnp, name)
    assert (function.nin, function.nout) == (getattr(np, name).nin, 2)
    assert function.types and pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize("name", ["erf", "erfc", "erfcx", "erfinv", "erfcinv"])
def test_special_functions(name):
    special = pytest.importorskip("scipy.special")
    host = np.linspace(0.01, 0.99, 50)
    out = dpnp.empty(50)
    function = getattr(dpnp.scipy.special, name)
    assert function(dpnp.asarray(host), out=out) is out
    same(out, getattr(special, name)(host))
