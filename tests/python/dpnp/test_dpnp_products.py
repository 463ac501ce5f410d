"""Products of vectors and matrices of all dtypes, layouts and shapes, and sums of products by subscripts, as NumPy's."""

import dpctl
import dpnp
import numpy as np
import pytest
from dpnp_support import values

SHAPES = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((0,), (0,)), ((0, 3), (3,)), ((), (3,)), ((2, 2, 3), (3,))]  # fmt: skip
LAYOUTS = [lambda x: x, lambda x: x[::-1] if x.ndim else x, lambda x: x.copy(order="F")]


def _same(made, wanted):
    wanted = np.asarray(wanted)
    assert type(made) is dpnp.ndarray
    assert made.dtype == wanted.dtype and made.shape == wanted.shape
    np.testing.assert_allclose(made.asnumpy(), wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtypes", ["dd", "ff", "DD", "ii", "??", "bb", "df", "iD"])
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("name", ["dot", "inner", "vdot"])
def test_products_of_two(name, shapes, dtypes):
    for layout in LAYOUTS:
        a, b = (layout(values(d, s)) for d, s in zip(dtypes, shapes, strict=True))
        ours = dpnp.asarray(a, order="K"), dpnp.asarray(b, order="K")
        try:
            wanted = getattr(np, name)(a, b)
        except ValueError:
            with pytest.raises(ValueError):
                getattr(dpnp, name)(*ours)
            continue
        _same(getattr(dpnp, name)(*ours), wanted)


@pytest.mark.parametrize("name", ["dot", "inner", "vdot", "matmul"])
def test_products_of_arrays_of_two_queues_are_refused(name):
    other = dpnp.ones(3, sycl_queue=dpctl.SyclQueue())
    with pytest.raises(ValueError, match=name if name != "matmul" else "queue"):
        getattr(dpnp, name)(dpnp.ones(3), other)


@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,kj", "ij,jk->ki", "...j,jk->...k", "ij,ij->", "i...,i...->...", "ij,jk->ijk", "ii,ij->j"])  # fmt: skip
@pytest.mark.parametrize("extents", [(3, 3), (2, 3)], ids=str)
def test_subscripts_mean_the_same_when_asked_again(text, extents):
    a, b = values("d", extents), values("d", (3, 3))
    for _ in range(2):
        try:
            wanted = np.einsum(text, a, b)
        except ValueError:
            with pytest.raises(ValueError):
                dpnp.einsum(text, dpnp.asarray(a), dpnp.asarray(b))
            continue
        _same(dpnp.einsum(text, dpnp.asarray(a), dpnp.asarray(b)), wanted)
    with pytest.raises(ValueError):
        dpnp.einsum(text, dpnp.ones(()), dpnp.ones((3, 3)))


@pytest.mark.parametrize("text", ["ij,jk->iik", "ij,jk->il", "ij,j.k->ik", "i&,jk", "ij,jk->i>k", "ij,jk,kl"])  # fmt: skip
def test_subscripts_that_mean_nothing_are_refused_each_time(text):
    x = dpnp.ones((3, 3))
    for _ in range(2):
        with pytest.raises(ValueError):
            dpnp.einsum(text, x, x)
