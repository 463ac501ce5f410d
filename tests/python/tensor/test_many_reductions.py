"""More reductions in one expression than a kernel has loops for."""

import dpctl.tensor as dpt
import numpy as np
import pytest


def extents(turn, axes):
    return tuple(2 + (7 * turn + axis) % 5 for axis in range(axes))


def chain(xp, count, kept, axes):
    """((a + b) + c) + ... of reductions of arrays of different extents."""
    random = np.random.default_rng(count)
    total = 0.0
    for turn in range(count):
        a = xp.asarray(random.random(kept + extents(turn, axes)))
        folded = tuple(range(len(kept), len(kept) + axes))
        total = total + (xp.sum, xp.max, xp.mean)[turn % 3](a, axis=folded)
    return total


def tree(xp, count, kept, axes):
    """The same values, added in pairs, again and again."""
    random = np.random.default_rng(count)
    folded = tuple(range(len(kept), len(kept) + axes))
    values = [
        xp.sum(xp.asarray(random.random(kept + extents(turn, axes))), axis=folded)
        for turn in range(count)
    ]
    while len(values) > 1:
        joined = [xp.sqrt(a + b) for a, b in zip(values[::2], values[1::2], strict=False)]
        values = joined + values[2 * len(joined) :]
    return values[0]


def nested(xp, count, kept, axes):
    """Each reduction is of what the one before gave."""
    random = np.random.default_rng(count)
    total = xp.asarray(random.random(kept))
    folded = tuple(range(len(kept), len(kept) + axes))
    for turn in range(count):
        w = xp.asarray(random.random(extents(turn, axes)))
        total = xp.sum(xp.reshape(total, kept + (1,) * axes) * w, axis=folded)
        total = total / 9.0**axes
    return total


@pytest.mark.parametrize("kept", [(), (1,), (4,), (5, 1, 6)])
@pytest.mark.parametrize("count, axes", [(33, 2), (40, 1), (70, 1), (70, 2), (12, 3), (12, 5)])
@pytest.mark.parametrize("program", [chain, tree, nested])
def test_more_reductions_than_loops(program, count, axes, kept):
    found = dpt.asnumpy(dpt.asarray(program(dpt, count, kept, axes)))
    np.testing.assert_allclose(found, program(np, count, kept, axes), rtol=1e-12)


def test_stored_into_a_part():
    a = dpt.zeros((3, 4))
    expected = np.zeros((3, 4))
    a[1, ::2] = chain(dpt, 40, (2,), 2)
    expected[1, ::2] = chain(np, 40, (2,), 2)
    np.testing.assert_allclose(dpt.asnumpy(a), expected, rtol=1e-12)
