"""Parts of an array that are moved within it, and norms of any order."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from reference import assert_same

X = np.random.default_rng(7).standard_normal((40, 12))
R = kapi.Range(40)


def test_by_bounds_that_are_known(device):
    def kernel(item, x):
        row = x[item.get_id(0)]
        row[1:] = row[:-1]
        row[:-3] = row[3:]
        row[2:8:2] = row[4:10:2]
        row[5:11] = row[5:11]

    assert_same(kernel, R, X.copy(), device=device)


def test_by_bounds_of_the_run(device):
    def kernel(item, x, places):
        i = item.get_id(0)
        k = places[i]
        row = x[i]
        if i % 2 == 0:
            row[k + 1 :] = row[k:-1]
            row[k] = i
        else:
            row[: k - 1] = row[1:k]
            row[k - 1] = -i

    places = np.random.default_rng(8).integers(1, 11, 40)
    assert_same(kernel, R, X.copy(), places, device=device)


def test_of_private_arrays_and_from_the_end(device):
    def kernel(item, x):
        i = item.get_id(0)
        own = np.zeros(12)
        own[:] = x[i]
        down = own[::-1]
        down[2:] = down[:-2]
        own[i % 5 : i % 5 + 4] = own[i % 3 : i % 3 + 4]
        x[i] = own

    assert_same(kernel, R, X.copy(), device=device)


def largest(x, k, found):
    """The k largest of a row, in order."""
    for value in x:
        place = 0
        while place < k and found[place] > value:
            place += 1
        if place < k:
            found[place + 1 :] = found[place:-1]
            found[place] = value


def test_insertions_in_functions_that_prange_loops_call(device):
    def by(x, found):
        for i in prange(len(x)):
            largest(x[i], found.shape[1], found[i])

    found = dpt.full((40, 5), -np.inf, device=device)
    dpjit(by)(dpt.asarray(X, device=device), found)
    np.testing.assert_array_equal(dpt.asnumpy(found), -np.sort(-X, axis=1)[:, :5])


@pytest.mark.parametrize("order", [3, 2.5, 1.0, 2, np.inf, -np.inf, 0, -1, 0.5])
def test_norms_of_any_order(order, device):
    def kernel(item, x, order, y):
        i = item.get_id(0)
        y[i, 0] = np.linalg.norm(x[i], order)
        y[i, 1] = np.linalg.norm(x[i, 2:7] - x[0, :5], ord=3)
        y[i, 2] = np.linalg.norm(x[i] + 1j, ord=order)

    x = np.where(np.arange(12) == 3, 0.0, X) if order == 0 else X
    assert_same(kernel, R, x, order, np.zeros((40, 3)), device=device, rtol=1e-12)
