"""A second package on the same arrays: a class of its own, and functions made from the ops table that promote by its own rule."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _usmarray

SINGLE = {"f": "float32", "c": "complex64", "i": "float32", "u": "float32", "b": "float32"}


class ToyArray(dpt.usm_ndarray):
    """An array that never computes in double precision."""

    def described(self):
        return f"toy of {self.shape}"


asked = []


def single_precision(name, dtypes):
    """Arithmetic in float32 whatever the inputs are; Python's numbers stay weak."""
    asked.append((name, dtypes))
    if name.startswith(("bitwise", "logical")):
        return dtypes
    return tuple(d if isinstance(d, type) else np.dtype(SINGLE[d.kind]) for d in dtypes)


toy = _usmarray.elementwise_functions(ToyArray, single_precision, module=__name__)
globals().update({f"toy_{name}": made for name, made in toy.items()})


@pytest.fixture
def host():
    return np.linspace(0.5, 4, 12).reshape(3, 4)


@pytest.fixture
def x(host, device):
    return _usmarray.as_class(dpt.asarray(host, device=device), ToyArray)


def is_toy(made, dtype, expected):
    assert type(made) is ToyArray and made.described() == f"toy of {made.shape}"
    assert made.dtype == dtype
    np.testing.assert_allclose(dpt.asnumpy(made), expected, rtol=1e-6)


def test_shares_elements_and_queue(x, host, device):
    plain = dpt.asarray(host, device=device)
    other = _usmarray.as_class(plain, ToyArray)
    assert other.sycl_queue is plain.sycl_queue
    plain[0, 0] = 7
    assert float(other[0, 0]) == 7
    assert type(_usmarray.as_class(other, dpt.usm_ndarray)) is dpt.usm_ndarray


def test_functions_promote_by_the_package(x, host):
    is_toy(toy["sin"](x), "float32", np.sin(host))
    is_toy(toy["add"](x, x), "float32", host + host)
    is_toy(toy["add"](x, 1), "float32", host + 1)
    is_toy(toy["add"](2.5, x), "float32", host + 2.5)
    is_toy(toy["divide"](x, x, order="F"), "float32", np.ones_like(host))
    whole = dpt.asarray(np.arange(4), sycl_queue=x.sycl_queue)
    is_toy(toy["multiply"](whole, 2), "float32", 2 * np.arange(4))
    is_toy(toy["bitwise_and"](whole, 1), "int64", np.arange(4) & 1)
    assert (
        toy["sin"](x, out=(out := dpt.empty(x.shape, dtype="f4", sycl_queue=x.sycl_queue))) is out
    )


def test_operators_promote_alike(x, host):
    is_toy(x + x, "float32", host + host)
    is_toy(x * 2, "float32", host * 2)
    is_toy(1 - x, "float32", 1 - host)
    is_toy(-x, "float32", -host)
    plain = dpt.asarray(host, sycl_queue=x.sycl_queue)
    is_toy(plain + x, "float32", host + host)
    is_toy(x / plain, "float32", np.ones_like(host))
    assert (x > 2).dtype == bool and type(x > 2) is ToyArray
    with pytest.raises(TypeError):
        x + "one"


def test_views_and_results_are_of_the_class(x, host):
    is_toy(x[1:], "float64", host[1:])
    is_toy(x.T, "float64", host.T)
    is_toy(x[dpt.asarray([2, 0], sycl_queue=x.sycl_queue)], "float64", host[[2, 0]])
    is_toy(dpt.sum(x, axis=0), "float64", host.sum(axis=0))
    is_toy(dpt.concat((x, x)), "float64", np.concatenate((host, host)))
    is_toy(dpt.reshape(x, (-1,)), "float64", host.ravel())
    is_toy(dpt.var(x, axis=1), "float64", host.var(axis=1))


def test_leaves_the_first_package_as_it_is(x, host):
    plain = dpt.asarray(host, sycl_queue=x.sycl_queue)
    asked.clear()
    made = dpt.sin(plain) + plain * 2
    assert type(made) is dpt.usm_ndarray and made.dtype == np.float64
    assert asked == [] and dpt.sin is not toy["sin"]
    assert toy["sin"].__module__ == __name__ and set(toy) == set(dpt._elementwise_funcs.__all__)
    assert toy["add"].types == dpt.add.types


def test_a_class_without_a_rule(host, device):
    class Other(dpt.usm_ndarray):
        pass

    _usmarray.register_class(Other)
    x = _usmarray.as_class(dpt.asarray(host, device=device), Other)
    x.name = "kept by this object only"
    assert type(x + 1) is Other and (x + 1).dtype == np.float64
    assert not hasattr(x + 1, "name")
    assert type(dpt.add(x, x)) is Other


def test_refuses_what_is_no_class_of_arrays():
    with pytest.raises(TypeError, match="usm_ndarray"):
        _usmarray.register_class(int)


def test_many_results_come_and_go(x):
    for _ in range(1000):
        y = x + 1
        y.note = [y]
        del y.note
    assert float(dpt.sum(y - x)) == 12
