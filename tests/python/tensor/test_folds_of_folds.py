"""What is folded once more, beside what it is folded from: each value once, whichever kernel computes it."""

import dpctl.tensor as dpt
import numpy as np
import pytest

FORMULAS = {
    "less its largest": lambda x, y, xp: xp.sum(y, axis=1) * 2 - xp.max(xp.sum(y, axis=1) * 2),
    "beside other rows' largest": lambda x, y, xp: xp.sum(x, axis=1) + xp.max(xp.sum(y, axis=1)),
    "beside other rows' sum": lambda x, y, xp: xp.max(x, axis=1) - xp.sum(xp.max(y, axis=1) * 2),
    "rows beside whether any": lambda x, y, xp: (
        xp.sum(x, axis=1) / (xp.max(x + xp.any(xp.sum(y, axis=1) > 0), axis=1) + 9)
    ),
    "two of one": lambda x, y, xp: xp.sum(xp.max(y, axis=1)) + xp.min(xp.max(y, axis=1)),
    "columns of rows": lambda x, y, xp: (
        xp.sum(y, axis=1, keepdims=True) * 3 - xp.max(xp.sum(y, axis=0) * 2)
    ),
}


def shared(x, y, xp):
    lengths = xp.sqrt(xp.sum(y * y, axis=1))
    shares = lengths / xp.sum(lengths)
    return shares / xp.max(shares) + xp.sum(x, axis=1)


def counted(x, y, xp):
    counts = xp.astype(xp.count_nonzero(y > 0, axis=1, keepdims=True), xp.float64)
    return counts - xp.sum(counts, axis=0, keepdims=True)


def doubled(x, y, xp):
    sums = xp.sum(y, axis=1) * 2
    return sums - xp.max(sums)


@pytest.mark.parametrize(
    "rows, columns", [(17, 64), (3, 300), (40, 64), (5, 3), (1, 64), (2000, 40)]
)
@pytest.mark.parametrize("formula", [*FORMULAS.values(), shared, counted, doubled])
def test_folds_of_folds(formula, rows, columns):
    random = np.random.default_rng(rows)
    x, y = (random.standard_normal((rows, columns)) for _ in range(2))
    found = dpt.asnumpy(formula(dpt.asarray(x), dpt.asarray(y), dpt))
    np.testing.assert_allclose(found, formula(x, y, np), rtol=1e-9, atol=1e-9)


FOLDS = ["sum", "max", "min"]
JOINS = ["add", "subtract", "multiply", "maximum"]


def statements(seed):
    """Of a random program, each a function of a module and the values so far; some read a part at once, or let go."""
    random = np.random.default_rng(seed)

    def pick(choices):
        return choices[random.integers(len(choices))]

    def rowwise(axis, folds, join, back, source):
        def run(xp, env):
            x = env[source]
            halved = xp.where(x > 1, x * 0.5, x)
            parts = [
                getattr(xp, f)(y, axis=axis)
                for f, y in zip(folds, (x, halved, x * x), strict=False)
            ]
            joined = parts[0]
            for part in parts[1:]:
                joined = getattr(xp, join)(joined, part) / (xp.abs(part) + 1.0)
            shape = tuple(1 if i == axis % 2 else n for i, n in enumerate(x.shape))
            env.append(getattr(xp, back)(x, xp.reshape(joined, shape)))
            env.append(xp.expand_dims(parts[-1], axis=axis))

        return run

    def joined(name, a, b):
        return lambda xp, env: env.append(getattr(xp, name)(env[a], env[b]))

    def folded(name, axis, a):
        return lambda xp, env: env.append(getattr(xp, name)(env[a], axis=axis, keepdims=True))

    def part(a):
        return lambda xp, env: float(xp.sum(xp.abs(xp.reshape(env[a], (-1,))[:1])))

    count = 2
    for _ in range(random.integers(4, 14)):
        a, b = (int(random.integers(count)) for _ in range(2))
        kind = random.integers(8)
        if kind < 3:
            yield rowwise(
                pick([0, 1, -1]),
                [pick(FOLDS) for _ in range(random.integers(1, 4))],
                pick(JOINS),
                pick(JOINS),
                a,
            )
            count += 2
        elif kind < 5:
            yield joined(pick(JOINS), a, b)
            count += 1
        elif kind < 7:
            yield folded(pick(FOLDS), pick([0, 1, (0, 1)]), a)
            count += 1
        else:
            yield part(a)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_of_folds_and_parts(seed):
    random = np.random.default_rng(seed)
    shape = [(40, 6), (17, 64), (5, 300), (33, 33), (64, 17), (3, 130)][seed % 6]
    host = [random.integers(-4, 5, shape) / 2 for _ in range(2)]
    mine = [dpt.asarray(x) for x in host]
    for run in statements(seed):
        with np.errstate(all="ignore"):
            found, expected = run(dpt, mine), run(np, host)
        if expected is not None:
            assert found == pytest.approx(expected, rel=1e-9, nan_ok=True)
    for i in random.permutation(len(host)):
        size = np.nanmax(np.abs(host[i]), initial=1)
        np.testing.assert_allclose(dpt.asnumpy(mine[i]), host[i], rtol=1e-9, atol=1e-9 * size)
