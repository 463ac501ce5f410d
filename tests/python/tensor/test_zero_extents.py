"""Arrays without elements give what NumPy gives, whatever views and broadcasts they come from."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

SHAPES = [(0,), (1, 0), (0, 3), (3, 0, 2), (1, 0, 1), (0, 0)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("leading", [1, 4, 0])
def test_stretched_arrays_compute(shape, leading):
    stretched = (leading, *shape)
    for index in (np.s_[::2], np.s_[::-1], np.s_[..., 0:0], np.s_[...]):
        host = (np.broadcast_to(np.zeros(shape), stretched) + 1)[index] * 2
        made = (dpt.broadcast_to(dpt.zeros(shape), stretched) + 1)[index] * 2
        assert_same(made, host)
        assert_same(made.T if made.ndim == 2 else made, host.T if host.ndim == 2 else host)


@pytest.mark.parametrize("shape", [(1, 0), (0, 3), (3, 0, 2), (0, 4, 5)])
@pytest.mark.parametrize(
    "name", ["sum", "prod", "any", "all", "max", "argmin", "mean", "count_nonzero"]
)
def test_reductions_of_pending_arrays(shape, name):
    ones = np.zeros(shape) + 1, dpt.zeros(shape) + 1
    for host, made in [
        ones,
        (np.repeat(ones[0], 3, axis=0), dpt.repeat(ones[1], 3, axis=0)),
        tuple(xp.broadcast_to(x, (2, *shape)) * 3 for xp, x in zip((np, dpt), ones, strict=True)),
    ]:
        for axis in range(-host.ndim, host.ndim):
            fold = getattr(np, name)
            try:
                expected = fold(host, axis=axis)
            except ValueError:
                with pytest.raises(ValueError, match="zero elements"):
                    getattr(dpt, name)(made, axis=axis)
                continue
            np.testing.assert_array_equal(
                dpt.asnumpy(getattr(dpt, name)(made, axis=axis)), expected
            )


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "any", "all", "logsumexp"])
def test_folds_of_nothing_feed_what_follows(name):
    """The start value of a fold whose input is pending, and of none of the elements."""
    pending = dpt.ones((3, 0, 2)) * 2.0
    result = getattr(dpt, name)(pending, axis=1) + dpt.ones((3, 2))
    start = {"sum": 0, "prod": 1, "mean": np.nan, "any": 0, "all": 1, "logsumexp": -np.inf}[name]
    assert_same(result, np.full((3, 2), start + 1.0))


def test_assignments_and_updates_of_nothing():
    x = dpt.broadcast_to(dpt.zeros((1, 0)), (4, 0)) + 1
    x += 1
    x[::2] = 5
    x[1:] *= dpt.ones((3, 1))
    assert_same(x, np.zeros((4, 0)))
