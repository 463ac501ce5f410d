"""Where results lie in memory: order 'K' follows the inputs as dpctl's does."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

SHAPE = (3, 4, 5)
VIEWS = {
    "C": lambda xp, x: x,
    "F": lambda xp, x: xp.permute_dims(xp.reshape(x, SHAPE[::-1]), (2, 1, 0)),
    "permuted": lambda xp, x: xp.permute_dims(xp.reshape(x, (4, 3, 5)), (1, 0, 2)),
    "row": lambda xp, x: x[:1],
    "column": lambda xp, x: x[:, :, :1],
    "vector": lambda xp, x: x[0, 0],
}


@pytest.fixture
def x(device):
    return dpt.reshape(dpt.arange(60, dtype="f4", device=device), SHAPE)


@pytest.fixture
def n():
    return np.arange(60, dtype="f4").reshape(SHAPE)


@pytest.mark.parametrize("first", VIEWS)
@pytest.mark.parametrize("second", VIEWS)
def test_results_of_two_inputs_lie_as_numpys(x, n, first, second):
    made = dpt.add(VIEWS[first](dpt, x), VIEWS[second](dpt, x))
    expected = np.add(VIEWS[first](np, n), VIEWS[second](np, n))
    assert_same(made, expected)
    matters = [i for i in range(made.ndim) if made.shape[i] > 1]
    assert [made.strides[i] * 4 for i in matters] == [expected.strides[i] for i in matters]


def repeated(random, shape):
    """An array of random order that broadcasts to the shape, as a view or by extents of 1, in both libraries."""
    order = random.permutation(len(shape))
    extents = [1 if random.integers(3) == 0 else n for n in shape]
    host = np.zeros([extents[i] for i in order]).transpose(np.argsort(order))
    ours = dpt.asarray(host)
    return (
        (host, ours)
        if random.integers(2)
        else (
            np.broadcast_to(host, shape),
            dpt.broadcast_to(ours, shape),
        )
    )


def test_results_of_inputs_that_repeat_elements_lie_as_numpys():
    random = np.random.default_rng(3)
    for _ in range(400):
        shape = tuple(int(n) for n in random.integers(2, 4, random.integers(2, 5)))
        hosts, ours = zip(*(repeated(random, shape) for _ in range(3)), strict=True)
        results = [ours[0] + ours[1], dpt.where(*ours)]
        for made, expected in zip(results, [hosts[0] + hosts[1], np.where(*hosts)], strict=True):
            matters = [i for i in range(made.ndim) if made.shape[i] > 1]
            wanted = [expected.strides[i] // 8 for i in matters]
            assert [made.strides[i] for i in matters] == wanted, [x.strides for x in ours]


@pytest.mark.parametrize(
    "make",
    [
        dpt.negative,
        dpt.square,
        dpt.copy,
        dpt.empty_like,
        lambda a: dpt.astype(a, "f8"),
        lambda a: a + 1,
        lambda a: a * a,
        lambda a: dpt.where(a > 5, a, a),
        lambda a: dpt.clip(a, a, a),
    ],
)
def test_what_runs_backwards_in_all_inputs_does_so_in_the_result(x, make):
    assert make(x[::-1]).strides == (-20, 5, 1)
    assert make(x[:, ::-2, ::-1]).strides == (10, -5, -1)
    assert make(dpt.permute_dims(x[:, ::-1], (2, 0, 1))).strides == (1, 20, -5)
    assert make(x[:, ::-1][:0]).size == 0


def test_values_that_run_backwards(x, n):
    assert_same(x[::-1] * x[::-1] + x[::-1], n[::-1] * n[::-1] + n[::-1])
    assert_same(x[::-1, :, ::-1] + x[:, ::-1], n[::-1, :, ::-1] + n[:, ::-1])
    assert_same(dpt.sum(-x[:, ::-2], axis=1), np.sum(-n[:, ::-2], axis=1))
    assert dpt.add(x[::-1], x).strides == (20, 5, 1)
    y, m = -x[::-1, ::-1], -n[::-1, ::-1]
    y += x
    y[1] = 3
    m += n
    m[1] = 3
    assert_same(y, m)
    assert_same(dpt.negative(x[::-1], order="C"), -n[::-1])
    assert dpt.negative(x[::-1], order="C").flags.c_contiguous


@pytest.mark.parametrize("axes", [(2, 0, 1), (1, 0, 2), (2, 1, 0), (0, 2, 1)])
def test_asarray_keeps_the_order_of_host_arrays(device, n, axes):
    host = n.transpose(axes)
    made = dpt.asarray(host, device=device)
    assert_same(made, host)
    assert tuple(4 * s for s in made.strides) == host.strides
    assert dpt.asarray(host, device=device, order="C").flags.c_contiguous
