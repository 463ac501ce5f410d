"""LU factorizations against what they mean: the factors' product is the matrix with its rows exchanged."""

import dpnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

FLOATS = ["f4", "f8", "c8", "c16"]
lu_factor, lu_solve = dpnp.scipy.linalg.lu_factor, dpnp.scipy.linalg.lu_solve


def values(dtype, *shape, seed=0):
    rng = np.random.default_rng(seed)
    real = rng.integers(-9, 10, shape) if np.dtype(dtype).kind in "iu" else rng.normal(size=shape)
    return (real + 1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else real).astype(
        dtype
    )


def exchanged(matrix, pivots):
    matrix = matrix.copy()
    for k, p in enumerate(pivots):
        matrix[[k, p]] = matrix[[p, k]]
    return matrix


def tolerance(dtype):
    return 2e-4 if np.dtype(dtype).char in "fF" else 1e-10


def check_factors(lu, pivots, host):
    assert pivots.dtype == np.int64
    lu, pivots = lu.asnumpy(), pivots.asnumpy()
    count = min(host.shape[-2:])
    assert lu.shape == host.shape and pivots.shape == (*host.shape[:-2], count)
    for at in np.ndindex(*host.shape[:-2]):
        lower = np.tril(lu[at][:, :count], -1) + np.eye(host.shape[-2], count)
        assert np.abs(lower).max(initial=0) <= 1 + 1e-6 or np.iscomplexobj(host)
        product = lower @ np.triu(lu[at][:count])
        np.testing.assert_allclose(
            product, exchanged(host[at], pivots[at]), atol=tolerance(lu.dtype)
        )


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize(
    "shape",
    [(1, 1), (5, 5), (3, 7), (7, 3), (70, 70), (0, 0), (0, 2), (2, 3, 4, 4), (3, 5, 2), (0, 2, 2)],
)
@pytest.mark.parametrize("dtype", [*FLOATS, "i4"])
def test_factors(dtype, shape, order):
    host = values(dtype, *shape)
    x = dpnp.array(host, order=order)
    lu, pivots = lu_factor(x)
    assert lu.dtype == (np.float64 if dtype == "i4" else host.dtype)
    assert len(shape) > 2 or lu.flags.f_contiguous
    check_factors(lu, pivots, host)
    np.testing.assert_array_equal(x.asnumpy(), host)


def test_factors_of_views():
    host = values("f8", 9, 9)
    for part in (np.s_[::2, ::2], np.s_[::-1, ::-1], np.s_[1:, :-3]):
        check_factors(*lu_factor(dpnp.asarray(host)[part]), host[part])


@pytest.mark.parametrize("dtype", FLOATS)
def test_factors_in_place(dtype):
    host = values(dtype, 6, 6)
    x = dpnp.array(host, order="F")
    lu, pivots = lu_factor(x, overwrite_a=True)
    assert lu is x
    check_factors(lu, pivots, host)
    read_only = dpnp.array(host, order="F")
    read_only.flags.writable = False
    for other in (dpnp.array(host), read_only, dpnp.array(host, order="F")[:, ::-1][:, ::-1][1:]):
        before = other.asnumpy()
        lu, pivots = lu_factor(other, overwrite_a=True)
        assert lu is not other
        check_factors(lu, pivots, before)
        np.testing.assert_array_equal(other.asnumpy(), before)


@pytest.mark.parametrize("kind", ["f4", "c16", "i8"])
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("sides", [(6,), (6, 1), (6, 4), (6, 0), (2, 6, 3), (3, 1, 6, 2)])
@pytest.mark.parametrize("stack", [(), (2,)])
@pytest.mark.parametrize("dtype", FLOATS)
def test_solutions(dtype, stack, sides, trans, kind):
    host = values(dtype, *stack, 6, 6) + 4 * np.eye(6, dtype=dtype)
    b = values(kind, *sides, seed=1)
    x = lu_solve(lu_factor(dpnp.asarray(host)), dpnp.asarray(b), trans=trans)
    matrix = (host, host.mT, host.conj().mT)[trans]
    expected = np.linalg.solve(matrix, b)
    assert x.dtype == np.result_type(host.dtype, b.dtype if b.dtype.kind != "i" else "f8")
    assert x.shape == expected.shape
    np.testing.assert_allclose(x.asnumpy(), expected, atol=tolerance(dtype) + tolerance(kind))


def test_solutions_in_place():
    host, b = values("f8", 4, 4), values("f8", 4, 3)
    factors = lu_factor(dpnp.asarray(host))
    for sides in (dpnp.array(b, order="F"), dpnp.array(b[:, 0])):
        before = sides.asnumpy()
        made = lu_solve(factors, sides, overwrite_b=True)
        assert made is sides
        np.testing.assert_allclose(host @ made.asnumpy(), before, atol=1e-10)
    for other in (dpnp.array(b), dpnp.array(b.astype("f4"), order="F"), dpnp.arange(4)):
        before = other.asnumpy()
        assert lu_solve(factors, other, overwrite_b=True) is not other
        np.testing.assert_array_equal(other.asnumpy(), before)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 2**31))
def test_factors_of_any_extents(rows, columns, seed):
    host = values("f8", rows, columns, seed=seed)
    check_factors(*lu_factor(dpnp.asarray(host)), host)


def test_factors_of_what_is_pending():
    host = values("f8", 30, 30)
    x = dpnp.asarray(host) * 2 + 1
    lu, pivots = lu_factor(x)
    b = dpnp.ones(30) + dpnp.arange(30)
    made = lu_solve((lu, pivots), b) * 2
    np.testing.assert_allclose((host * 2 + 1) @ (made.asnumpy() / 2), 1 + np.arange(30), atol=1e-9)


def test_singular_matrices_are_told_of():
    with pytest.warns(RuntimeWarning, match="Singular matrix"):
        lu, pivots = lu_factor(dpnp.asarray([[1.0, 2.0], [2.0, 4.0]]))
    check_factors(lu, pivots, np.array([[1.0, 2.0], [2.0, 4.0]]))
    with pytest.warns(RuntimeWarning, match="Singular matrix"):
        lu_factor(dpnp.asarray(np.stack([np.eye(2), np.zeros((2, 2))])))


def test_what_does_not_fit():
    x = dpnp.eye(3)
    factors = lu_factor(x)
    with pytest.raises(ValueError, match="two axes"):
        lu_factor(dpnp.ones(3))
    with pytest.raises(ValueError, match="infs or NaNs"):
        lu_factor(dpnp.asarray([[1.0, np.inf], [0.0, 1.0]]))
    with pytest.raises(ValueError, match="infs or NaNs"):
        lu_solve(factors, dpnp.asarray([1.0, np.nan, 0.0]))
    with pytest.raises(ValueError, match="incompatible"):
        lu_solve(factors, dpnp.ones(4))
    with pytest.raises(ValueError, match="trans"):
        lu_solve(factors, dpnp.ones(3), trans=3)
    with pytest.raises(ValueError, match="square"):
        lu_solve(lu_factor(dpnp.ones((2, 3)), check_finite=False), dpnp.ones(2))
    with pytest.raises(ValueError, match="pivots are rows"):
        lu_solve((factors[0], factors[1] + 100), dpnp.ones(3))
    with pytest.raises(TypeError):
        lu_factor([[1.0]])


@pytest.mark.parametrize("dtype", [*FLOATS, "i4"])
@pytest.mark.parametrize(
    "shape", [(1, 1), (5, 5), (3, 7), (7, 3), (2, 3, 4, 4), (0, 2, 2), (0, 0), (2, 4, 0)]
)
def test_products_of_factors(shape, dtype):
    host = values(dtype, *shape)
    if host.size:
        host[..., 0, :] = 0  # rows change places
    p, lower, upper = dpnp.scipy.linalg.lu(dpnp.asarray(host))
    count = min(shape[-2:])
    assert lower.shape == (*shape[:-1], count) and upper.shape == (*shape[:-2], count, shape[-1])
    assert p.shape == (*shape[:-1], shape[-2]) and p.dtype == dpnp.abs(lower).dtype
    close = dict(atol=tolerance(lower.dtype))
    np.testing.assert_allclose((p @ lower @ upper).asnumpy(), host, **close)
    permuted, upper = dpnp.scipy.linalg.lu(dpnp.asarray(host), permute_l=True)
    np.testing.assert_allclose((permuted @ upper).asnumpy(), host, **close)
    rows, lower, upper = dpnp.scipy.linalg.lu(dpnp.asarray(host), p_indices=True)
    taken = np.take_along_axis(lower.asnumpy(), rows.asnumpy()[..., None], axis=-2)
    np.testing.assert_allclose(taken @ upper.asnumpy(), host, **close)
    np.testing.assert_array_equal(
        np.tril(lower.asnumpy(), -1) + np.eye(shape[-2], count), lower.asnumpy()
    )
    np.testing.assert_array_equal(np.triu(upper.asnumpy()), upper.asnumpy())
