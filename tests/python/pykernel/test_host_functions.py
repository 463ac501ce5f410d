"""NumPy's functions in dpjit functions, around their prange loops, on arrays of a device."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numpy import sqrt

RANDOM = np.random.default_rng(11)
A, B = RANDOM.random((6, 5)) + 0.5, RANDOM.random((6, 5))
M, V = RANDOM.random((5, 5)) + 5 * np.eye(5), RANDOM.random(5)


def elementwise(a, b, m, v):
    return np.sqrt(a) + np.power(a, b) * np.arctan2(a, b) - np.maximum(np.absolute(-b), 0.25)


def reductions(a, b, m, v):
    low, high = np.amin(a, axis=0), np.max(a, axis=0)
    return (high - low) / np.std(a, axis=0, ddof=1) + np.mean(b) + np.sum(a * b)


def joined(a, b, m, v):
    return np.concatenate((np.vstack((a, v)), np.transpose(np.hstack((a, b)))[:, :5]))


def running(a, b, m, v):
    return np.cumsum(a)[: np.size(a)] * np.ravel(np.cumprod(b, axis=1))


def products(a, b, m, v):
    return np.dot(a, m) + np.outer(np.dot(b, v), v) * np.dot(v, v) + np.linalg.norm(a)


def solved(a, b, m, v):
    return np.linalg.solve(m, np.transpose(a)) + np.linalg.inv(m)[:, :1] * np.linalg.norm(v, 1)


def chosen(a, b, m, v):
    return np.where(a > b, np.clip(a, 0.6, 0.9), np.zeros_like(b)) + np.array(b, copy=True)


def by_name(a, b, m, v):
    return sqrt(a) + np.ndim(a) * np.shape(b)[1] + np.sqrt(2.0)


PROGRAMS = [elementwise, reductions, joined, running, products, solved, chosen, by_name]


@pytest.mark.parametrize("program", PROGRAMS)
def test_same_as_numpy(program, device):
    found = dpjit(program)(*(dpt.asarray(x, device=device) for x in (A, B, M, V)))
    assert isinstance(found, dpt.usm_ndarray)
    np.testing.assert_allclose(dpt.asnumpy(found), program(A, B, M, V), rtol=1e-10)


@pytest.mark.parametrize("program", PROGRAMS)
def test_numpy_arrays_stay_numpy_arrays(program):
    found = dpjit(program)(A, B, M, V)
    assert isinstance(found, np.ndarray)
    np.testing.assert_array_equal(found, program(A, B, M, V))


def test_around_prange_loops(device):
    @dpjit
    def scaled(a, out):
        largest = np.max(np.abs(a), axis=1)
        shift = np.mean(a)
        for i in prange(a.shape[0]):
            for k in range(a.shape[1]):
                out[i, k] = np.exp(a[i, k] / largest[i]) - shift
        return np.sum(out, axis=0)

    out = dpt.empty(A.shape, device=device)
    found = scaled(dpt.asarray(A, device=device), out)
    expected = np.exp(A / np.abs(A).max(axis=1, keepdims=True)) - A.mean()
    np.testing.assert_allclose(dpt.asnumpy(out), expected, rtol=1e-12)
    np.testing.assert_allclose(dpt.asnumpy(found), expected.sum(axis=0), rtol=1e-12)


def test_functions_without_a_counterpart_say_so(device):
    with pytest.raises(TypeError, match="asnumpy"):
        dpjit(lambda_free)(dpt.asarray(A, device=device))


def lambda_free(a):
    return np.median(a)
