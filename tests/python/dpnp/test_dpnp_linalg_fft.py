"""dpnp.linalg, dpnp.fft and dpnp.scipy against NumPy."""

import dpctl.tensor as dpt
import dpnp
import numpy as np
import pytest
from dpnp_support import same, values

_LINALG = """
np.linalg.det(s)
np.linalg.slogdet(s)
np.linalg.inv(s)
np.linalg.solve(s, v)
np.linalg.solve(s, s)
np.linalg.cholesky(p)
np.linalg.cholesky(p, upper=True)
np.linalg.eigvalsh(p)
np.linalg.eigvalsh(p, UPLO="U")
np.linalg.svd(s, compute_uv=False)
np.linalg.svdvals(m)
np.linalg.pinv(m)
np.linalg.matrix_rank(m)
np.linalg.matrix_rank(m * 0)
np.linalg.matrix_power(s, 3)
np.linalg.matrix_power(s, -2)
np.linalg.multi_dot([m, m.T, s[:3, :3]])
np.linalg.norm(m)
np.linalg.norm(m, 1)
np.linalg.norm(m, np.inf, keepdims=True)
np.linalg.norm(m, "nuc")
np.linalg.norm(m, -2)
np.linalg.norm(v, 3)
np.linalg.norm(m, axis=0)
np.linalg.norm(m, 0, axis=1)
np.linalg.cond(s)
np.linalg.cond(s, 1)
np.linalg.matrix_norm(m)
np.linalg.vector_norm(m, axis=1, ord=1)
np.linalg.cross(m[:, :3], m[:, 1:4])
np.linalg.diagonal(m, offset=1)
np.linalg.trace(m)
np.linalg.outer(v, v)
np.linalg.vecdot(m, m)
np.linalg.tensordot(m, m.T, axes=1)
np.linalg.tensorinv(np.eye(4).reshape(2, 2, 2, 2) * 2, ind=2)
np.linalg.tensorsolve(np.eye(4).reshape(2, 2, 2, 2) * 2, np.ones((2, 2)))
np.linalg.lstsq(m.T, v, rcond=None)
np.fft.fft(v)
np.fft.fft(m, n=6, axis=0, norm="ortho")
np.fft.ifft(m, n=3)
np.fft.fft2(m)
np.fft.fftn(m, s=(2, 5), axes=(0, 1))
np.fft.ifftn(m)
np.fft.rfft(v)
np.fft.irfft(m, n=5)
np.fft.rfft2(m)
np.fft.irfftn(m, s=(3, 4), axes=(0, 1))
np.fft.rfftn(m, axes=(1, 0, 1))
np.fft.hfft(v)
np.fft.ihfft(v, n=3)
np.fft.fftshift(m)
np.fft.ifftshift(m, axes=1)
np.fft.fftfreq(5, 0.5)
np.fft.rfftfreq(5)
"""


def _inputs(dtype):
    s = values(dtype, (4, 4)) + np.eye(4, dtype=dtype) * 7
    return {
        "m": values(dtype, (3, 4)),
        "s": s.astype(dtype),
        "v": values(dtype, (4,)),
        "p": (s @ s.T).astype(dtype),
    }


def _check(made, expected):
    if isinstance(expected, (tuple, list)):
        for one, other in zip(made, expected, strict=True):
            _check(one, other)
    else:
        made = made.astype("f8") if made.dtype.kind == "i" else made
        expected = np.asarray(expected)
        expected = expected.astype("f8") if expected.dtype.kind == "i" else expected
        assert made.dtype == expected.dtype and made.shape == expected.shape
        np.testing.assert_allclose(
            made.asnumpy(), expected, rtol=2e-3 if expected.dtype.itemsize < 8 else 1e-8, atol=2e-3
        )


@pytest.mark.parametrize("dtype", ["i4", "f4", "f8"])
@pytest.mark.parametrize("call", _LINALG.strip().splitlines())
def test_a_call_gives_what_numpy_gives(call, dtype):
    host = _inputs(dtype)
    if dtype == "i4":
        host["p"] = np.diag(np.arange(1, 5)).astype("i4")
    try:
        expected = eval(call, {"np": np, **host})
    except Exception as error:
        with pytest.raises(type(error)):
            eval(call, {"np": dpnp, **{k: dpnp.asarray(v) for k, v in host.items()}})
        return
    _check(eval(call, {"np": dpnp, **{k: dpnp.asarray(v) for k, v in host.items()}}), expected)


@pytest.mark.parametrize("dtype", ["f4", "c16"])
def test_factors_multiply_to_the_matrix(dtype):
    host = values(dtype, (2, 5, 3)) + 1
    x = dpnp.asarray(host)
    u, s, vh = dpnp.linalg.svd(x, full_matrices=False)
    np.testing.assert_allclose(((u * s[..., None, :]) @ vh).asnumpy(), host, atol=1e-4)
    q, r = dpnp.linalg.qr(x)
    np.testing.assert_allclose((q @ r).asnumpy(), host, atol=1e-4)
    h = x.mT.conj() @ x if dtype == "c16" else x.mT @ x
    w, v = dpnp.linalg.eigh(h)
    np.testing.assert_allclose((h @ v).asnumpy(), (v * w[..., None, :]).asnumpy(), atol=2e-3)
    w, v = dpnp.linalg.eig(h)
    np.testing.assert_allclose(
        (h.astype(v.dtype) @ v).asnumpy(), (v * w[..., None, :]).asnumpy(), atol=2e-3
    )
    u, s, vh = dpnp.linalg.svd(h, hermitian=True)
    np.testing.assert_allclose(((u * s[..., None, :]) @ vh).asnumpy(), h.asnumpy(), atol=2e-3)


def test_errors_are_numpys():
    with pytest.raises(dpnp.linalg.LinAlgError):
        dpnp.linalg.inv(dpnp.zeros((3, 3)))
    with pytest.raises(dpnp.linalg.LinAlgError):
        dpnp.linalg.inv(dpnp.zeros((3, 4)))
    with pytest.raises(dpnp.linalg.LinAlgError):
        dpnp.linalg.cholesky(-dpnp.eye(3))
    with pytest.raises(ValueError):
        dpnp.fft.fft(dpnp.zeros(0))
    with pytest.raises(TypeError):
        dpnp.fft.rfft(dpnp.zeros(3, dtype="c8"))
    with pytest.raises(TypeError):
        dpnp.linalg.det(np.eye(3))


def test_arrays_of_dpctl_are_taken():
    plain = dpt.asarray(np.eye(3) * 2)
    same(dpnp.linalg.inv(plain), np.eye(3) / 2)
    same(dpnp.fft.fft(plain), np.fft.fft(np.eye(3) * 2))


def test_special_functions():
    from math import erf, erfc

    host = np.linspace(-2, 2, 9)
    same(dpnp.scipy.special.erf(dpnp.asarray(host)), [erf(v) for v in host])
    same(dpnp.scipy.special.erfc(dpnp.asarray(host)), [erfc(v) for v in host])
