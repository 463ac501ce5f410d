"""Functions of few elements that NumPy computes on a CPU: who computes, where results live, and what is refused."""

import dpctl
import dpnp
import numpy as np
import pytest
from dpnp_support import same

CALLS = """
np.append(x, y)
np.argwhere(x > 0)
np.bincount(n, minlength=9)
np.compress(x > 0, y)
np.delete(x, [1, 3])
np.diagflat(x)
np.digitize(x, np.sort(y))
np.ediff1d(x)
np.einsum("i,j->ij", x, y)
np.extract(x > 0, y)
np.flatnonzero(x > 0)
np.gradient(x, 2.0)
np.histogram2d(x, y, 3)[2]
np.inner(x, y)
np.insert(x, n, y)
np.interp(x, np.sort(y), x)
np.nonzero(x > 0)[0]
np.pad(x, 2, mode="reflect")
np.trace(x[:, None] * y)
np.unravel_index(n, (3, 4))[1]
np.unwrap(x * 4)
np.vander(x)
np.vdot(x, y)
"""


def _operands(xp, **keywords):
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(2, 7)).astype("f4")
    values = {"x": x, "y": y, "n": np.array([2, 0, 3, 3, 1, 5, 2])}
    return {name: xp.asarray(value, **keywords) for name, value in values.items()}


@pytest.mark.parametrize("call", CALLS.strip().splitlines())
def test_a_cpu_gives_what_numpy_gives_by_numpy(call, monkeypatch):
    from dpnp import _few

    monkeypatch.setattr(_few, "MOST", 1024)
    by = []
    monkeypatch.setattr(_few, "explain", lambda *told: by.append(told))
    queue = dpctl.SyclQueue("cpu")
    made = eval(call, {"np": dpnp, **_operands(dpnp, sycl_queue=queue)})
    expected = eval(call, {"np": np, **_operands(np)})
    same(made, expected, rtol=1e-5)
    assert made.sycl_queue == queue
    assert by[-1] == ("dpnp", call[3 : call.index("(")], "NumPy")


@pytest.mark.parametrize("call", ["np.delete(x, 1)", "np.pad(x, 2)", "np.append(x, x)"])
@pytest.mark.parametrize("usm_type", ["shared", "host"])
def test_the_kind_of_memory_stays(call, usm_type, monkeypatch):
    monkeypatch.setattr("dpnp._few.MOST", 1024)
    made = eval(call, {"np": dpnp, **_operands(dpnp, usm_type=usm_type, device="cpu")})
    assert made.usm_type == usm_type


def test_what_numpy_takes_and_this_package_refuses_is_refused(monkeypatch):
    monkeypatch.setattr("dpnp._few.MOST", 1024)
    x = dpnp.arange(3)
    for call in (
        lambda: dpnp.inner(x, [1, 2, 3]),
        lambda: dpnp.delete([1, 2, 3], 0),
        lambda: dpnp.bincount(x - 2),
        lambda: dpnp.inner(x, dpnp.arange(3, sycl_queue=dpctl.SyclQueue("cpu"))),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


@pytest.mark.parametrize("value", [2**70, np.longdouble(1), "text", np.datetime64(1, "s"), None])
def test_what_no_array_holds_is_refused(value, monkeypatch):
    monkeypatch.setattr("dpnp._few.MOST", 1024)
    x = dpnp.arange(3)
    for call in (lambda: dpnp.append(x, value), lambda: dpnp.append(x, [value, value])):
        with pytest.raises((TypeError, OverflowError)):
            call()


def test_few_elements_warn_of_nothing(monkeypatch, recwarn):
    monkeypatch.setattr("dpnp._few.MOST", 1024)
    x = dpnp.asarray([np.inf, -np.inf, 3e38], dtype="f4")
    with np.errstate(all="warn"):
        (
            dpnp.gradient(x),
            dpnp.inner(x, x - x),
            dpnp.ediff1d(x),
            dpnp.vander(x),
        )
    assert not recwarn.list
