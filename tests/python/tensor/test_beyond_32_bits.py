"""Arrays of more than 2**31 elements: positions, counts and offsets do not fit 32 bits. `pytest -m slow` runs them."""

import dpctl.tensor as dpt
import numpy as np
import pytest

N = 2**31 + 9
PLACES = [7, 2**31 - 1, 2**31, N - 1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def x():
    x = dpt.zeros(N, dtype="i1")
    x[np.array(PLACES)] = dpt.asarray([3, 4, 5, 6], dtype="i1")
    return x


def test_elements_and_views(x):
    for place, value in zip(PLACES, (3, 4, 5, 6), strict=True):
        assert int(x[place]) == int(x[place - N]) == int(x[::-1][N - 1 - place]) == value
    assert dpt.asnumpy(x[2**31 - 2 :: 2]).tolist() == [0, 5, 0, 0, 0, 6]
    assert dpt.asnumpy(x[-3:]).tolist() == [0, 0, 6]
    assert x.nbytes == x.size == N


def test_folds(x):
    assert int(dpt.sum(x)) == 18 and int(dpt.count_nonzero(x)) == 4
    assert int(dpt.argmax(x)) == N - 1 and int(dpt.max(x)) == 6
    assert int(dpt.sum(dpt.reshape(x, (1, N)), axis=1)[0]) == 18
    assert bool(dpt.any(x == 6)) and not bool(dpt.all(x == 0))


def test_results_and_masks(x):
    assert int((x + 1)[N - 1]) == 7
    assert dpt.asnumpy(x[x > 3]).tolist() == [4, 5, 6]
    assert dpt.asnumpy(dpt.nonzero(x)[0]).tolist() == PLACES
    assert dpt.asnumpy(dpt.take(x, dpt.asarray(PLACES))).tolist() == [3, 4, 5, 6]
