"""The Array API's linalg extension against NumPy's, over dtypes, stacks and shapes without elements."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _host_lapack

FLOATS = ["float32", "float64", "complex64", "complex128"]


def matrices(dtype, *shape, seed=0):
    generator = np.random.default_rng(seed)
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return values.astype(dtype)


def supported(queue, dtype):
    if dtype in ("float64", "complex128") and not queue.sycl_device.has_aspect_fp64:
        pytest.skip("the device has no float64")


def close(x, reference, dtype):
    tolerance = 2e-4 if np.dtype(dtype).itemsize in (4,) or dtype == "complex64" else 1e-10
    reference = np.asarray(reference)
    assert x.dtype == reference.dtype and x.shape == reference.shape
    np.testing.assert_allclose(dpt.asnumpy(x), reference, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 4, 4), (0, 3, 3)])
def test_functions_of_square_matrices(queue, dtype, shape):
    supported(queue, dtype)
    values = matrices(dtype, *shape)
    hermitian = values @ values.conj().mT + 3 * np.eye(shape[-1], dtype=dtype)
    x = dpt.asarray(values, sycl_queue=queue)
    h = dpt.asarray(hermitian, sycl_queue=queue)
    assert dpt.linalg.det(x).sycl_queue == queue
    close(dpt.linalg.det(x), np.linalg.det(values), dtype)
    close(dpt.linalg.inv(h), np.linalg.inv(hermitian), dtype)
    for got, wanted in zip(dpt.linalg.slogdet(x), np.linalg.slogdet(values), strict=True):
        close(got, wanted, dtype)
    close(dpt.linalg.eigvalsh(h), np.linalg.eigvalsh(hermitian), dtype)
    values_of_h, vectors = dpt.linalg.eigh(h)
    close(dpt.matmul(h, vectors), dpt.asnumpy(vectors * values_of_h[..., None, :]), dtype)
    lower, upper = dpt.linalg.cholesky(h), dpt.linalg.cholesky(h, upper=True)
    close(dpt.matmul(lower, dpt.conj(lower.mT)), hermitian, dtype)
    close(dpt.matmul(dpt.conj(upper.mT), upper), hermitian, dtype)
    right = matrices(dtype, *shape[:-1], 2, seed=1)
    close(
        dpt.linalg.solve(h, dpt.asarray(right, sycl_queue=queue)),
        np.linalg.solve(hermitian, right),
        dtype,
    )
    for power in (0, 1, 5, -2):
        close(dpt.linalg.matrix_power(h, power), np.linalg.matrix_power(hermitian, power), dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 5, 3)])
def test_factorizations_give_the_matrix_back(queue, dtype, shape):
    supported(queue, dtype)
    values = matrices(dtype, *shape)
    x = dpt.asarray(values, sycl_queue=queue)
    u, s, vh = dpt.linalg.svd(x, full_matrices=False)
    close(dpt.matmul(u * dpt.astype(s, x.dtype)[..., None, :], vh), values, dtype)
    full = dpt.linalg.svd(x)
    assert (full.U.shape[-1], full.Vh.shape[-1]) == shape[-2:]
    close(dpt.linalg.svdvals(x), np.linalg.svdvals(values), dtype)
    for mode in ("reduced", "complete"):
        q, r = dpt.linalg.qr(x, mode=mode)
        assert q.shape == np.linalg.qr(values, mode=mode).Q.shape
        close(dpt.matmul(q, r), values, dtype)
    close(dpt.linalg.pinv(x), np.linalg.pinv(values), dtype)
    assert dpt.asnumpy(dpt.linalg.matrix_rank(x)).tolist() == np.linalg.matrix_rank(values).tolist()


def test_rank_and_inverse_take_tolerances(queue):
    values = np.diag(np.array([1, 0.1, 1e-3], dtype="float32"))
    x = dpt.asarray(values, sycl_queue=queue)
    assert int(dpt.linalg.matrix_rank(x)) == 3
    assert int(dpt.linalg.matrix_rank(x, rtol=0.01)) == 2
    assert int(dpt.linalg.matrix_rank(x, rtol=dpt.asarray(0.5, sycl_queue=queue))) == 1
    for shape in [(2, 0, 3), (0, 0), (3, 0), (0, 2, 2)]:
        rank = dpt.linalg.matrix_rank(dpt.ones(shape, dtype="f4", sycl_queue=queue))
        expected = np.linalg.matrix_rank(np.ones(shape, dtype="f4"))
        assert (rank.shape, dpt.asnumpy(rank).tolist()) == (expected.shape, expected.tolist())
    close(dpt.linalg.pinv(x, rtol=0.01), np.linalg.pinv(values, rtol=0.01), "float32")


@pytest.mark.parametrize("extent", [3, 70])
@pytest.mark.parametrize("dtypes", [("f4", "f8"), ("f8", "f4"), ("f4", "c8"), ("c16", "f4")])
def test_equations_of_two_dtypes(queue, extent, dtypes):
    left = (matrices("f8", extent, extent) + 9 * np.eye(extent)).astype(dtypes[0])
    right = matrices("f8", extent, 2, seed=1).astype(dtypes[1])
    ours = [dpt.asarray(each, sycl_queue=queue) for each in (left, right)]
    found, expected = dpt.linalg.solve(*ours), np.linalg.solve(left, right)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(dpt.asnumpy(found), expected, rtol=1e-4)


@pytest.mark.parametrize("order", [np.inf, -np.inf, 0, 1, 2, 3, -1, 0.5])
@pytest.mark.parametrize(
    ("axis", "keepdims"), [(None, False), (None, True), (1, False), ((0, 2), True)]
)
def test_vector_norms(queue, order, axis, keepdims):
    values = matrices("float32", 2, 3, 4)
    x = dpt.asarray(values, sycl_queue=queue)
    close(
        dpt.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=order),
        np.linalg.vector_norm(values, axis=axis, keepdims=keepdims, ord=order),
        "float32",
    )


@pytest.mark.parametrize("order", ["fro", "nuc", np.inf, -np.inf, 1, -1, 2, -2])
@pytest.mark.parametrize("keepdims", [False, True])
def test_matrix_norms(queue, order, keepdims):
    values = matrices("float32", 2, 3, 4)
    x = dpt.asarray(values, sycl_queue=queue)
    close(
        dpt.linalg.matrix_norm(x, ord=order, keepdims=keepdims),
        np.linalg.matrix_norm(values, ord=order, keepdims=keepdims),
        "float32",
    )


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0), (2, 0, 3), (2, 3, 0)])
def test_norms_of_no_elements(queue, shape):
    x = dpt.zeros(shape, sycl_queue=queue, dtype="f4")
    for order in ("fro", "nuc", 1, 2, np.inf):
        norm = dpt.linalg.matrix_norm(x, ord=order)
        assert (norm.shape, norm.dtype) == (shape[:-2], np.float32)
        assert not dpt.any(norm)
    for axis in (None, *range(len(shape))):
        norm = dpt.linalg.vector_norm(x, axis=axis, ord=np.inf)
        close(norm, np.sum(np.zeros(shape, "f4"), axis=axis), "float32")
    with pytest.raises(ValueError, match="min: no result of zero elements"):
        dpt.asnumpy(dpt.linalg.vector_norm(x, ord=-np.inf))


@pytest.mark.parametrize("offset", range(-4, 6))
@pytest.mark.parametrize("shape", [(3, 4), (2, 4, 3), (0, 3)])
def test_diagonals_and_traces(queue, offset, shape):
    values = np.arange(np.prod(shape), dtype="int32").reshape(shape)
    x = dpt.asarray(values, sycl_queue=queue)
    assert np.array_equal(
        dpt.asnumpy(dpt.linalg.diagonal(x, offset=offset)),
        np.linalg.diagonal(values, offset=offset),
    )
    got = dpt.linalg.trace(x, offset=offset)
    assert got.dtype == dpt.sum(x).dtype
    assert np.array_equal(dpt.asnumpy(got), np.linalg.trace(values, offset=offset))
    assert dpt.linalg.trace(x, dtype="float32").dtype == np.float32


@pytest.mark.parametrize("offset", [-(2**70), -3, -1, 0, 2, 2**70])
def test_diagonals_of_views_are_views(queue, offset):
    values = np.arange(60.0).reshape(3, 4, 5)
    x = dpt.asarray(values, sycl_queue=queue, copy=True)
    near = max(-9, min(offset, 9))
    for view in (
        lambda a: a[1].T,
        lambda a: a[:, ::-1, 1::2],
        lambda a: (np if isinstance(a, np.ndarray) else dpt).broadcast_to(a[0, 0], (4, 5)),
    ):
        expected = np.linalg.diagonal(view(values), offset=near)
        assert np.array_equal(dpt.asnumpy(dpt.linalg.diagonal(view(x), offset=offset)), expected)
    dpt.linalg.diagonal(x.mT)[...] = -1
    assert dpt.count_nonzero(x == -1) == 3 * 4


def test_products_of_vectors(queue):
    a, b = np.arange(6, dtype="int32").reshape(2, 3), np.arange(3, dtype="float32") + 1
    x, y = (dpt.asarray(v, sycl_queue=queue) for v in (a, b))
    assert np.array_equal(
        dpt.asnumpy(dpt.linalg.cross(x, y)), np.linalg.cross(a, np.broadcast_to(b, a.shape))
    )
    tall = dpt.linalg.cross(x.T, dpt.flip(x).T, axis=0)
    assert np.array_equal(dpt.asnumpy(tall), np.cross(a.T, np.flip(a).T, axis=0))
    assert np.array_equal(dpt.asnumpy(dpt.linalg.outer(y, y)), np.outer(b, b))
    assert dpt.linalg.matmul is dpt.matmul and dpt.linalg.vecdot is dpt.vecdot


@pytest.mark.parametrize("side", [5, 80])
@pytest.mark.parametrize("usm_type", ["device", "host"])
def test_few_and_many_elements_keep_kind_of_memory_and_bits(device, side, usm_type):
    values = matrices("float32", side, side)
    values = values @ values.mT + np.eye(side, dtype="float32")
    x = dpt.asarray(values, device=device, usm_type=usm_type)
    on_host = x.sycl_device.is_cpu
    for name in ("cholesky", "inv", "det", "slogdet", "matrix_rank", "pinv", "eigvalsh"):
        got, wanted = getattr(dpt.linalg, name)(x), getattr(np.linalg, name)(values)
        if name == "pinv":  # the standard's default tolerance is not that of NumPy
            wanted = np.linalg.pinv(values, rtol=None)
        if not isinstance(wanted, tuple):
            got, wanted = (got,), (wanted,)
        for part, reference in zip(got, wanted, strict=True):
            assert part.usm_type == usm_type and part.sycl_queue == x.sycl_queue
            assert part.dtype == reference.dtype and part.shape == reference.shape
            if on_host:
                np.testing.assert_array_equal(dpt.asnumpy(part), reference)
            else:
                np.testing.assert_allclose(dpt.asnumpy(part), reference, rtol=2e-3, atol=2e-3)


def same_bits(got, wanted, on_host):
    if not isinstance(wanted, tuple):
        got, wanted = (got,), (wanted,)
    for part, reference in zip(got, wanted, strict=True):
        reference = np.asarray(reference)
        assert part.dtype == reference.dtype and part.shape == reference.shape
        if on_host:
            np.testing.assert_array_equal(dpt.asnumpy(part), reference)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(3, 3), (2, 5, 3), (3, 5), (2, 0, 4, 2), (0, 3), (3, 0), (0, 0)])
def test_every_factorization_is_the_one_of_numpy(queue, dtype, shape):
    supported(queue, dtype)
    values = matrices(dtype, *shape)
    x = dpt.asarray(values, sycl_queue=queue)
    on_host = x.sycl_device.is_cpu
    for mode in ("reduced", "complete"):
        same_bits(dpt.linalg.qr(x, mode=mode), np.linalg.qr(values, mode), on_host)
    for full in (True, False):
        got = dpt.linalg.svd(x, full_matrices=full)
        same_bits(got, np.linalg.svd(values, full_matrices=full), on_host)
    same_bits(dpt.linalg.svdvals(x), np.linalg.svd(values, compute_uv=False), on_host)
    square = np.matmul(values, values.conj().mT) + np.eye(shape[-2], dtype=dtype)
    y = dpt.asarray(square, sycl_queue=queue)
    for name in ("det", "slogdet", "inv", "eigh", "eigvalsh", "cholesky"):
        same_bits(getattr(dpt.linalg, name)(y), getattr(np.linalg, name)(square), on_host)
    got = dpt.linalg.cholesky(y, upper=True)
    same_bits(got, np.linalg.cholesky(square, upper=True), on_host)
    same_bits(dpt.linalg.solve(y, x), np.linalg.solve(square, values), on_host)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("count", [1, 3])
def test_one_matrix_that_fails_is_an_error(queue, dtype, count):
    supported(queue, dtype)
    values = np.tile(np.eye(3, dtype=dtype), (count, 1, 1))

    def last(where, value):
        changed = values.copy()
        changed[-1][where] = value
        return dpt.asarray(changed, sycl_queue=queue)

    singular, indefinite = last((1, 1), 0), last((1, 1), -1)
    nothing = last(..., np.nan)
    linalg = dpt.linalg
    for call, matrix, message in (
        (linalg.inv, singular, "Singular matrix"),
        (lambda x: linalg.solve(x, x), singular, "Singular matrix"),
        (lambda x: linalg.solve(x, x[0, 0]), singular, "Singular matrix"),
        (linalg.cholesky, indefinite, "Matrix is not positive definite"),
        (lambda x: linalg.cholesky(x, upper=True), indefinite, "Matrix is not positive definite"),
        (linalg.svd, nothing, "SVD did not converge"),
        (lambda x: linalg.svd(x, full_matrices=False), nothing, "SVD did not converge"),
        (linalg.svdvals, nothing, "SVD did not converge"),
        (linalg.eigh, nothing, "Eigenvalues did not converge"),
        (linalg.eigvalsh, nothing, "Eigenvalues did not converge"),
    ):
        with np.errstate(all="ignore"), pytest.raises(np.linalg.LinAlgError, match=message):
            call(matrix)
    assert complex(linalg.det(singular)[-1]) == 0


def test_numpy_without_its_generalised_functions():
    assert _host_lapack._function("gone", np.linalg.inv, "Singular matrix") is np.linalg.inv
    half = dpt.ones((2, 2), dtype="float16")
    for call in (dpt.linalg.inv, dpt.linalg.qr, dpt.linalg.svd):
        with pytest.raises(TypeError, match="float16"):
            call(half)


def test_bad_input(queue):
    square = dpt.ones((3, 3), dtype="float32", sycl_queue=queue)
    for call, error, message in (
        (
            lambda: dpt.linalg.inv(square[:2]),
            ValueError,
            r"linalg.inv: square matrices, got shape \(2, 3\)",
        ),
        (lambda: dpt.linalg.det(square[0]), ValueError, r"2 dimensions or more, got shape \(3,\)"),
        (lambda: dpt.linalg.det(dpt.astype(square, "int32")), TypeError, "got dtype int32"),
        (lambda: dpt.linalg.qr(square, mode="raw"), ValueError, "got 'raw'"),
        (lambda: dpt.linalg.svd(np.ones((2, 2))), TypeError, "expected dpctl.tensor.usm_ndarray"),
        (lambda: dpt.linalg.inv(dpt.zeros_like(square)), np.linalg.LinAlgError, "Singular"),
        (
            lambda: dpt.linalg.cross(square[0, :2], square[0, :2]),
            ValueError,
            "3 elements along axis -1",
        ),
        (lambda: dpt.linalg.outer(square, square), ValueError, "two vectors"),
        (lambda: dpt.linalg.outer(square, 1), TypeError, "expected dpctl.tensor.usm_ndarray"),
        (lambda: dpt.linalg.matrix_norm(square, ord=3), ValueError, "got 3"),
        (lambda: dpt.linalg.matrix_power(square, 1.5), TypeError, "got 1.5"),
        (
            lambda: dpt.linalg.matrix_power(square, square),
            TypeError,
            "matrix_power: the exponent is an integer",
        ),
        (lambda: dpt.linalg.trace(square[0]), ValueError, "linalg.trace: an array of 2"),
        (lambda: dpt.linalg.trace(square, offset=1.5), TypeError, "linalg.trace: offset is an"),
        (lambda: dpt.linalg.diagonal(square, offset="a"), TypeError, "linalg.diagonal: offset is"),
        (lambda: dpt.linalg.pinv(square, rtol="a"), TypeError, "linalg.pinv: rtol is a real"),
        (lambda: dpt.linalg.matrix_rank(square, rtol=1j), TypeError, "linalg.matrix_rank: rtol"),
        (lambda: dpt.linalg.vector_norm(square, ord="a"), TypeError, "linalg.vector_norm: ord is"),
    ):
        with pytest.raises(error, match=message):
            call()
