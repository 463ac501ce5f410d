"""Kinds of memory and queues of results: those that their operands have in common."""

import dpctl
import dpnp
import numpy as np
import pytest
from dpctl.utils import get_coerced_usm_type
from dpnp_support import same

KINDS = ["device", "shared", "host"]
# Of a and b in memory of two kinds.
OF_TWO = """
np.insert(a, 1, b[:1])
np.insert(a, b[:2].astype("i8"), 7.0)
np.delete(a, b[:2].astype("i8"))
np.logspace(a, 2.0, 3, base=b)
np.histogram(a, weights=b)[0]
np.histogram(a, bins=b)[0]
np.histogram_bin_edges(a, weights=b)
np.histogramdd(a, weights=b)[0]
np.histogram2d(a, b)[0]
np.bincount(a.astype("i8"), weights=b)
np.linalg.solve(np.diag(a) + np.diag(a[:-1], 1), b)
np.linalg.lstsq(a[:, None], b)[0]
np.concatenate((a, b))
np.where(a > 2, a, b)
np.interp(a, np.sort(b), b)
np.cov(a, b)
np.einsum("i,i", a, b)
"""
OF_ONE = """
np.sinc(a)
np.spacing(a)
np.linalg.pinv(np.outer(a, a) + np.diag(a), hermitian=True)
np.linalg.svd(np.outer(a, a) + np.diag(a), hermitian=True)[1]
np.nan_to_num(a)
np.heaviside(a, 0.5)
np.gradient(a)
np.unwrap(a)
np.median(a)
np.pad(a, 2)
"""
OF_NOTHING = """
np.zeros(3, usm_type=kind)
np.ones(3, usm_type=kind)
np.empty(3, usm_type=kind) * 0
np.arange(3, usm_type=kind)
np.eye(3, usm_type=kind)
np.identity(3, usm_type=kind)
np.tri(3, usm_type=kind)
np.indices((2, 3), usm_type=kind)
np.fromfunction(lambda i, j: i + j, (2, 3), usm_type=kind)
np.linspace(0, 1, 3, usm_type=kind)
np.mgrid(usm_type=kind)[0:3]
np.ogrid(usm_type=kind)[0:3]
"""


@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("call", OF_TWO.strip().splitlines())
def test_results_of_two_arrays(call, first, second):
    a, b = np.array([1.0, 3.0, 2.0, 4.0]), np.array([2.0, 1.0, 4.0, 8.0])
    b = np.sort(b) if "bins=b" in call else b
    ours = {"a": dpnp.asarray(a, usm_type=first), "b": dpnp.asarray(b, usm_type=second)}
    made = eval(call, {"np": dpnp, **ours})
    assert made.usm_type == get_coerced_usm_type([first, second])
    same(made, eval(call, {"np": np, "a": a, "b": b}), rtol=1e-12)


@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("columns", [0, 2])
def test_solutions_by_factors(columns, first, second):
    a, b = dpnp.eye(3, usm_type=first), dpnp.ones((3, columns), usm_type=second)
    made = dpnp.scipy.linalg.lu_solve(dpnp.scipy.linalg.lu_factor(a), b)
    assert made.usm_type == get_coerced_usm_type([first, second])
    same(made, np.ones((3, columns)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("call", OF_ONE.strip().splitlines())
def test_results_of_one_array(call, kind):
    a = np.array([1.0, 3.0, 2.0, 4.0])
    made = eval(call, {"np": dpnp, "a": dpnp.asarray(a, usm_type=kind)})
    assert made.usm_type == kind
    same(made, eval(call, {"np": np, "a": a}), rtol=1e-12)


@pytest.mark.parametrize("kind", [*KINDS, None])
@pytest.mark.parametrize("call", OF_NOTHING.strip().splitlines())
def test_new_arrays(call, kind):
    assert eval(call, {"np": dpnp, "kind": kind}).usm_type == (kind or "device")


@pytest.mark.parametrize(
    "call",
    [
        lambda a, b: dpnp.histogram(a, weights=b),
        lambda a, b: dpnp.histogram(a, bins=b),
        lambda a, b: dpnp.histogramdd(a, weights=b),
        lambda a, b: dpnp.histogram2d(a, b),
        lambda a, b: dpnp.insert(a, 0, b),
        lambda a, b: dpnp.delete(a, b.astype("i8")),
        lambda a, b: dpnp.linalg.solve(dpnp.diag(a), b),
        lambda a, b: dpnp.linalg.lstsq(a[:, None], b),
        lambda a, b: dpnp.ldexp(a, b.astype("i8")),
        lambda a, b: dpnp.gcd(a.astype("i8"), b.astype("i8")),
    ],
)
def test_operands_on_different_queues_are_refused(call):
    a, b = (dpnp.arange(4.0, sycl_queue=dpctl.SyclQueue()) for _ in range(2))
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        call(a, b)
