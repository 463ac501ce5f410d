"""Linear algebra and Fourier transforms by libraries of a device, whose calls SciPy's LAPACK and NumPy stand in for here."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _device_lapack, _usmarray

lapack = pytest.importorskip("scipy.linalg.lapack")
FLOATS = ["float32", "float64", "complex64", "complex128"]


def routine(name, dtype):
    return getattr(
        lapack, {"f4": "s", "f8": "d", "c8": "c", "c16": "z"}[np.dtype(dtype).str[1:]] + name
    )


def factored(kind, option, a, b, pivots, u, v):
    """One matrix, read column by column; gives what is written to each operand, and info."""
    a = np.asfortranarray(a.T)
    kinds = a.dtype.kind == "c"
    if kind == "lu":
        lu, exchanged, info = routine("getrf", a.dtype)(a)
        return {"a": lu.T, "pivots": exchanged + 1}, info
    if kind == "lu_solve":
        x, info = routine("getrs", a.dtype)(a, pivots - 1, b.T, trans=1 if option == "t" else 0)
        return {"b": x.T}, info
    if kind == "cholesky":
        factor, info = routine("potrf", a.dtype)(a, lower=option == "l", clean=0)
        return {"a": factor.T}, info
    if kind == "qr":
        packed, tau, _, info = routine("geqrf", a.dtype)(a)
        return {"a": packed.T, "b": tau}, info
    if kind == "qr_columns":
        q, _, info = routine("ungqr" if kinds else "orgqr", a.dtype)(a, b)
        return {"a": q.T}, info
    if kind == "eigen":
        lower = option in "lL"
        name = "heevd" if kinds else "syevd"
        w, vectors, info = routine(name, a.dtype)(a, compute_v=option in "ul", lower=lower)
        return {"b": w, "a": vectors.T}, info
    full = option == "a"
    left, s, right, info = routine("gesvd", a.dtype)(
        a, compute_uv=option != "n", full_matrices=full
    )
    written = {"b": s, "a": np.full(a.T.shape, 7, a.dtype)}
    return (written | {"u": left.T, "v": right.T} if option != "n" else written), info


def factorize(kind, option, a, b=None, pivots=None, u=None, v=None):
    operands = {"a": a, "b": b, "pivots": pivots, "u": u, "v": v}
    arrays = {name: dpt.asnumpy(x) for name, x in operands.items() if x is not None}
    infos = []
    for place in np.ndindex(*a.shape[:-2]):
        given = {name: arrays[name][place] if name in arrays else None for name in operands}
        written, info = factored(kind, option, *given.values())
        infos.append(info)
        for name, values in written.items():
            arrays[name][place] = values
    for name, values in arrays.items():
        operands[name][...] = dpt.asarray(values)
    return infos


def transform(source, target, rank, inverse):
    values, axes = dpt.asnumpy(source), range(source.ndim - rank, source.ndim)
    assert source.flags.c_contiguous and target.flags.c_contiguous and 1 <= rank <= 3
    if values.dtype.kind != "c":
        made = np.fft.rfftn(values, axes=axes)
    elif target.dtype.kind == "c":
        made = (np.fft.ifftn if inverse else np.fft.fftn)(
            values, axes=axes, norm="forward" if inverse else "backward"
        )
    else:
        assert rank == 1
        made = np.fft.irfft(values, target.shape[-1], norm="forward")
        source[...] = 7
    target[...] = dpt.asarray(made)


@pytest.fixture(autouse=True)
def libraries(monkeypatch):
    for name in ("has_factorizations", "has_transforms"):
        monkeypatch.setattr(_usmarray, name, lambda x: True)
    monkeypatch.setattr(_usmarray, "factorize_arrays", factorize)
    monkeypatch.setattr(_usmarray, "transform_array", transform)
    monkeypatch.setattr(_device_lapack, "LEAST", {})
    monkeypatch.setattr(_device_lapack, "LEAST_OTHERS", 1)


def random(dtype, *shape, seed=0):
    generator = np.random.default_rng(seed)
    made = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * generator.standard_normal(shape)
    return made.astype(dtype)


def close(x, wanted):
    wanted = np.asarray(wanted)
    tolerance = 5e-4 if wanted.dtype in (np.float32, np.complex64) else 1e-10
    assert x.dtype == wanted.dtype and x.shape == wanted.shape
    np.testing.assert_allclose(dpt.asnumpy(x), wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(4, 4), (2, 3, 5, 5)])
def test_square_matrices(dtype, shape):
    values = random(dtype, *shape)
    hermitian = values @ values.conj().mT + 3 * np.eye(shape[-1], dtype=dtype)
    x, h = dpt.asarray(values), dpt.asarray(hermitian)
    close(dpt.linalg.det(x), np.linalg.det(values))
    for got, wanted in zip(dpt.linalg.slogdet(x), np.linalg.slogdet(values), strict=True):
        close(got, wanted)
    close(dpt.linalg.inv(x), np.linalg.inv(values))
    close(dpt.linalg.inv(x.mT), np.linalg.inv(values.mT))
    close(dpt.linalg.cholesky(h), np.linalg.cholesky(hermitian))
    close(dpt.linalg.cholesky(h, upper=True), np.linalg.cholesky(hermitian, upper=True))
    close(dpt.linalg.eigvalsh(h), np.linalg.eigvalsh(hermitian))
    w, v = dpt.linalg.eigh(h)
    close(dpt.matmul(h, v), dpt.asnumpy(v * w[..., None, :]))
    np.testing.assert_array_equal(dpt.asnumpy(x), values)


def test_only_one_triangle_is_read():
    values = random("complex128", 5, 5)
    hermitian = values @ values.conj().T
    low, high = (dpt.asarray(part(hermitian)) for part in (np.tril, np.triu))
    close(dpt.linalg.eigvalsh(low), np.linalg.eigvalsh(hermitian))
    close(dpt.linalg.cholesky(low), np.linalg.cholesky(hermitian))
    close(dpt.linalg.cholesky(high, upper=True), np.linalg.cholesky(hermitian, upper=True))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((4, 4), (4,)),
        ((4, 4), (4, 3)),
        ((2, 4, 4), (4,)),
        ((2, 4, 4), (2, 4, 3)),
        ((4, 4), (2, 4, 3)),
        ((2, 1, 4, 4), (3, 4, 2)),
        ((3, 4, 4), (4, 0)),
    ],
)
def test_solve(dtype, left, right):
    a, b = random(dtype, *left), random(dtype, *right, seed=1)
    close(dpt.linalg.solve(dpt.asarray(a), dpt.asarray(b)), np.linalg.solve(a, b))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (2, 3, 6, 2), (2, 2, 6)])
def test_any_matrices(dtype, shape):
    values = random(dtype, *shape)
    x = dpt.asarray(values)
    for mode in ("reduced", "complete"):
        q, r = dpt.linalg.qr(x, mode=mode)
        wanted = np.linalg.qr(values, mode=mode)
        assert q.shape == wanted.Q.shape and r.shape == wanted.R.shape
        close(dpt.matmul(q, r), values)
        close(
            dpt.matmul(dpt.conj(q.mT), q),
            np.broadcast_to(np.eye(q.shape[-1], dtype=dtype), (*shape[:-2], *q.shape[-1:] * 2)),
        )
        close(dpt.triu(r), dpt.asnumpy(r))
    for full in (True, False):
        u, s, vh = dpt.linalg.svd(x, full_matrices=full)
        wanted = np.linalg.svd(values, full_matrices=full)
        assert u.shape == wanted.U.shape and vh.shape == wanted.Vh.shape
        close(s, wanted.S)
        k = min(shape[-2:])
        close(dpt.matmul(u[..., :k] * s[..., None, :], vh[..., :k, :]), values)
    close(dpt.linalg.svdvals(x), np.linalg.svd(values, compute_uv=False))
    close(dpt.linalg.pinv(x), np.linalg.pinv(values))
    close(dpt.linalg.pinv(x, rtol=0.5), np.linalg.pinv(values, rtol=0.5))
    close(dpt.linalg.matrix_rank(x), np.linalg.matrix_rank(values))
    close(dpt.linalg.matrix_rank(x, rtol=0.7), np.linalg.matrix_rank(values, rtol=0.7))


def test_singular_and_indefinite_matrices():
    stack = np.stack([np.eye(3), np.ones((3, 3)), np.diag([1.0, 0.0, 2.0])])
    x = dpt.asarray(stack)
    close(dpt.linalg.det(x), np.linalg.det(stack))
    sign, logarithm = dpt.linalg.slogdet(x)
    wanted = np.linalg.slogdet(stack)
    close(sign, wanted.sign)
    close(logarithm, wanted.logabsdet)
    close(dpt.linalg.matrix_rank(x), np.linalg.matrix_rank(stack))
    close(dpt.linalg.pinv(x), np.linalg.pinv(stack, rtol=None))
    for call in (lambda: dpt.linalg.inv(x), lambda: dpt.linalg.solve(x, x)):
        with pytest.raises(np.linalg.LinAlgError, match="Singular"):
            call()
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        dpt.linalg.cholesky(-x)


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError):
        dpt.linalg.solve(dpt.ones((3, 3), dtype="f8"), dpt.ones((4, 2), dtype="f8"))


def test_small_matrices_and_none_are_left_to_the_host(monkeypatch):
    monkeypatch.setattr(_device_lapack, "LEAST_OTHERS", 128)
    monkeypatch.setattr(_usmarray, "factorize_arrays", None)
    close(dpt.linalg.inv(dpt.asarray(2 * np.eye(127))), np.eye(127) / 2)
    assert dpt.linalg.det(dpt.ones((0, 200, 200), dtype="f8")).shape == (0,)


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("options", [{}, {"n": 4}, {"n": 11}, {"axis": 0}, {"n": 6, "axis": -2}])
def test_transforms_along_one_axis(dtype, options, norm):
    values = random(dtype, 5, 3, 8)
    x = dpt.asarray(values)
    names = ["fft", "ifft", "irfft", "hfft"]
    for name in names if np.dtype(dtype).kind == "c" else [*names, "rfft", "ihfft"]:
        wanted = getattr(np.fft, name)(values, **options, norm=norm)
        close(getattr(dpt.fft, name)(x, **options, norm=norm), wanted)
    np.testing.assert_array_equal(dpt.asnumpy(x), values)


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"axes": (0, 2)},
        {"axes": (2, 0)},
        {"axes": (1,)},
        {"s": (4, 9), "axes": (3, 1)},
        {"s": (3, 6, 5), "axes": (0, 1, 3)},
        {"s": (5, 2, 3, 7), "axes": (0, 1, 2, 3)},
    ],
)
def test_transforms_along_several_axes(dtype, options, norm):
    values = random(dtype, 4, 5, 2, 6)
    x = dpt.asarray(values)
    names = ["fftn", "ifftn", "irfftn"]
    for name in names if np.dtype(dtype).kind == "c" else [*names, "rfftn"]:
        wanted = getattr(np.fft, name)(values, **options, norm=norm)
        close(getattr(dpt.fft, name)(x, **options, norm=norm), wanted)


def test_half_precision_and_axes_twice():
    values = random("float16", 12)
    got = dpt.fft.fft(dpt.asarray(values))
    wanted = np.fft.fft(values)
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(dpt.asnumpy(got), wanted, rtol=1e-2, atol=1e-2)
    square = random("complex128", 4, 4)
    close(
        dpt.fft.fftn(dpt.asarray(square), s=(4, 4), axes=(0, 0)),
        np.fft.fftn(square, s=(4, 4), axes=(0, 0)),
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda x: dpt.fft.fft(x, n=0),
        lambda x: dpt.fft.fft(x, axis=3),
        lambda x: dpt.fft.fftn(x, s=(1, 2), axes=(0,)),
        lambda x: dpt.fft.fft(x[0, 0]),
    ],
)
def test_bad_input_raises_as_on_the_host(call):
    with pytest.raises((ValueError, IndexError)):
        call(dpt.asarray(random("complex128", 4, 4)))
