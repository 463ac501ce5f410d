"""dpnp.random: distributions by their moments and quantiles, reproducible by seed."""

import dpctl
import dpnp
import numpy as np
import pytest
from scipy import stats

N = 40000

CONTINUOUS = [
    ("uniform", (1, 3), stats.uniform(1, 2)),
    ("normal", (1, 2), stats.norm(1, 2)),
    ("random_sample", (), stats.uniform()),
    ("standard_normal", (), stats.norm()),
    ("exponential", (2.0,), stats.expon(scale=2)),
    ("gumbel", (1, 2), stats.gumbel_r(1, 2)),
    ("laplace", (1, 2), stats.laplace(1, 2)),
    ("logistic", (1, 2), stats.logistic(1, 2)),
    ("lognormal", (0.5, 0.7), stats.lognorm(0.7, scale=np.exp(0.5))),
    ("pareto", (3.0,), stats.lomax(3)),
    ("power", (3.0,), stats.powerlaw(3)),
    ("rayleigh", (2.0,), stats.rayleigh(scale=2)),
    ("standard_cauchy", (), stats.cauchy()),
    ("triangular", (1, 2, 5), stats.triang(0.25, 1, 4)),
    ("weibull", (1.7,), stats.weibull_min(1.7)),
    ("wald", (2.0, 3.0), stats.invgauss(2 / 3, scale=3)),
    ("gamma", (0.3, 2.0), stats.gamma(0.3, scale=2)),
    ("standard_gamma", (4.5,), stats.gamma(4.5)),
    ("chisquare", (3.0,), stats.chi2(3)),
    ("beta", (0.5, 2.0), stats.beta(0.5, 2)),
    ("f", (5.0, 7.0), stats.f(5, 7)),
    ("standard_t", (4.0,), stats.t(4)),
    ("noncentral_chisquare", (3.0, 2.0), stats.ncx2(3, 2)),
    ("noncentral_chisquare", (0.5, 2.0), stats.ncx2(0.5, 2)),
    ("noncentral_f", (5.0, 7.0, 2.0), stats.ncf(5, 7, 2)),
]
DISCRETE = [
    ("binomial", (10, 0.3), stats.binom(10, 0.3)),
    ("binomial", (100000, 0.5), stats.binom(100000, 0.5)),
    ("poisson", (7.0,), stats.poisson(7)),
    ("geometric", (0.2,), stats.geom(0.2)),
    ("negative_binomial", (3.0, 0.2), stats.nbinom(3, 0.2)),
    ("hypergeometric", (20, 30, 15), stats.hypergeom(50, 20, 15)),
    ("logseries", (0.7,), stats.logser(0.7)),
    ("zipf", (2.5,), stats.zipf(2.5)),
    ("randint", (-3, 12), stats.randint(-3, 12)),
]


@pytest.mark.parametrize(("name", "args", "reference"), CONTINUOUS)
def test_continuous_distributions(name, args, reference):
    dpnp.random.seed(11)
    made = getattr(dpnp.random, name)(*args, size=(N // 4, 4))
    assert type(made) is dpnp.ndarray and made.shape == (N // 4, 4)
    assert stats.kstest(made.asnumpy().ravel(), reference.cdf).pvalue > 1e-3


@pytest.mark.parametrize(("name", "args", "reference"), DISCRETE)
def test_discrete_distributions(name, args, reference):
    dpnp.random.seed(12)
    made = getattr(dpnp.random, name)(*args, size=N)
    assert made.dtype == np.int64
    found, counts = np.unique(made.asnumpy(), return_counts=True)
    expected = reference.pmf(found) * N
    often = expected >= 5
    distance = ((counts[often] - expected[often]) ** 2 / expected[often]).sum()
    assert stats.chi2(often.sum() - 1).sf(distance) > 1e-3


def test_von_mises_around_its_direction():
    dpnp.random.seed(13)
    made = dpnp.random.vonmises(0.5, 4.0, N).asnumpy()
    around = (made - 0.5 + np.pi) % (2 * np.pi) - np.pi
    assert stats.kstest(around, stats.vonmises(4.0).cdf).pvalue > 1e-3


def test_vectors():
    dpnp.random.seed(14)
    made = dpnp.random.multivariate_normal([1, 2], [[2, 0.5], [0.5, 1]], N).asnumpy()
    np.testing.assert_allclose(made.mean(axis=0), [1, 2], atol=0.05)
    np.testing.assert_allclose(np.cov(made.T), [[2, 0.5], [0.5, 1]], atol=0.08)
    shares = dpnp.random.dirichlet([1, 2, 3.0], N).asnumpy()
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_allclose(shares.mean(axis=0), np.array([1, 2, 3]) / 6, atol=0.02)
    counts = dpnp.random.multinomial(20, [0.2, 0.3, 0.5], N).asnumpy()
    assert (counts.sum(axis=1) == 20).all()
    np.testing.assert_allclose(counts.mean(axis=0), [4, 6, 10], atol=0.1)


def test_a_seed_chooses_the_numbers(device):
    first, again, other = (dpnp.random.RandomState(s, device=device) for s in (5, 5, 6))
    a, b, c = (state.rand(1000).asnumpy() for state in (first, again, other))
    assert (a == b).all() and not (a == c).any()
    assert not (first.rand(1000).asnumpy() == a).any()
    parts = dpnp.random.RandomState(5, device=device)
    joined = np.concatenate([parts.rand(300).asnumpy(), parts.rand(700).asnumpy()])
    assert (joined == a).all()
    dpnp.random.seed(5, device=device)
    assert (dpnp.random.rand(1000, device=device).asnumpy() == a).all()
    assert first.get_sycl_queue() == dpctl.get_device_cached_queue(device)


def test_single_precision_and_arrays_of_parameters():
    state = dpnp.random.RandomState(1)
    made = state.normal(dpnp.asarray([0.0, 100.0]), 1.0, size=(5, 2), dtype=dpnp.float32)
    assert made.dtype == np.float32 and float(made[:, 1].min()) > 50
    assert state.uniform(size=3, dtype=dpnp.float32, usm_type="shared").usm_type == "shared"
    assert dpnp.random.exponential(dpnp.asarray([1.0, 1000.0])).shape == (2,)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("binomial", (10, 0.3), (1000, 0.5)),
        ("poisson", (1.0,), (50.0,)),
        ("geometric", (0.9,), (0.01,)),
        ("negative_binomial", (1.0, 0.9), (50.0, 0.2)),
        ("hypergeometric", (2, 30, 5), (300, 30, 50)),
        ("logseries", (0.01,), (0.99,)),
        ("zipf", (9.0,), (1.5,)),
        ("triangular", (1.0, 2.0, 3.0), (7.0, 8.0, 9.0)),
        ("noncentral_chisquare", (3.0, 0.0), (100.0, 50.0)),
        ("noncentral_f", (5.0, 7.0, 2.0), (5.0, 7.0, 300.0)),
        ("vonmises", (0.0, 100.0), (1.0, 100.0)),
    ],
)
def test_each_parameter_of_an_array_has_its_numbers(name, first, second):
    dpnp.random.seed(15)
    draw = getattr(dpnp.random, name)
    pairs = [dpnp.asarray([one, other]) for one, other in zip(first, second, strict=True)]
    made = draw(*pairs, size=(500, 2))
    assert made.shape == (500, 2) and made.dtype == draw(*first).dtype
    low, high = made.asnumpy().mean(axis=0)
    assert low < high
    assert draw(*pairs).shape == (2,)
    assert draw(*(p[:, None] for p in pairs), size=(2, 3)).shape == (2, 3)
    assert draw(*(p[:0] for p in pairs)).shape == (0,)
    with pytest.raises(ValueError):
        draw(*pairs, size=3)


def test_bounds_of_integers_are_cut_as_by_numpy():
    assert (dpnp.random.randint(-0.9, 1.1, size=20) == 0).all()
    drawn = dpnp.random.randint(-3.2, 2.8, size=500)
    assert (int(drawn.min()), int(drawn.max())) == (-3, 1)


def test_orders_and_choices():
    dpnp.random.seed(3)
    assert sorted(dpnp.random.permutation(10).asnumpy()) == list(range(10))
    x = dpnp.arange(20).reshape(10, 2)
    dpnp.random.shuffle(x)
    assert sorted(x.asnumpy()[:, 0]) == list(range(0, 20, 2)) and (x[:, 1] - x[:, 0] == 1).all()
    assert len(set(dpnp.random.choice(10, 10, replace=False).asnumpy().tolist())) == 10
    drawn = dpnp.random.choice(3, N, p=[0.2, 0.5, 0.3]).asnumpy()
    np.testing.assert_allclose(np.bincount(drawn) / N, [0.2, 0.5, 0.3], atol=0.02)
    assert len(dpnp.random.bytes(13)) == 13


def test_refusals():
    state = dpnp.random.RandomState(1)
    for seed in ("x", 1.5, [1, 2, 3, 4], -1, 2**32, []):
        with pytest.raises((TypeError, ValueError)):
            dpnp.random.RandomState(seed)
    with pytest.raises(ValueError):
        state.normal(scale=-1)
    with pytest.raises(OverflowError):
        state.uniform(0, np.inf)
    with pytest.raises(OverflowError):
        state.uniform(-1e308, 1e308)
    with pytest.raises(ValueError):
        state.randint(3, 3)
    with pytest.raises(ValueError):
        dpnp.random.poisson([1.0, -1.0])
    with pytest.raises(ValueError):
        dpnp.random.randint(3.2, 3.8, size=3)
    with pytest.raises(ValueError):
        dpnp.random.poisson(-1)
    with pytest.raises(ValueError):
        dpnp.random.rand(2, -1)


def test_bounds_of_integers_may_be_arrays():
    low, high = np.array([0, -5, 100]), np.array([[3, 5, 2**40], [1, 0, 101]])
    drawn = dpnp.random.randint(dpnp.asarray(low), dpnp.asarray(high), size=(2000, 2, 3)).asnumpy()
    assert drawn.dtype == np.int64
    assert (drawn >= low).all()
    assert (drawn < high).all()
    np.testing.assert_allclose(drawn.mean(0), (low + high - 1) / 2, atol=0.2, rtol=0.05)
    assert set(np.unique(drawn[:, 0, 0])) == {0, 1, 2}
    assert dpnp.random.randint([1, 2], [[3], [10]]).shape == (2, 2)
    assert dpnp.random.random_integers(0, dpnp.asarray([0, 0])).tolist() == [0, 0]


def test_bounds_of_integers_reach_the_ends_of_the_dtype():
    low, high = np.array([0, 2**63], "u8"), np.array([5, 2**64 - 1], "u8")
    drawn = dpnp.random.randint(low, high, size=(500, 2), dtype="u8").asnumpy()
    assert (drawn >= low).all()
    assert (drawn < high).all()
    least = np.iinfo("i8").min
    drawn = dpnp.random.randint([least, 0], 2**63 - 1, size=(500, 2)).asnumpy()
    assert drawn[:, 0].min() < 0 < drawn[:, 0].max()
    assert drawn[:, 1].min() >= 0
    assert dpnp.random.randint([255, 255], 256, dtype="u1").tolist() == [255, 255]


@pytest.mark.parametrize(
    ("bounds", "keywords", "error"),
    [
        (([3, 1], [3, 4]), {}, ValueError),
        (([0], [300]), {"dtype": "u1"}, OverflowError),
        (([-1], [3]), {"dtype": "u8"}, OverflowError),
        (([1.5], 3), {}, TypeError),
        (([1, 2], 5), {"size": 3}, ValueError),
        (([1, 2], 5), {"size": (2, 1)}, ValueError),
    ],
)
def test_arrays_of_bounds_that_fit_nothing_are_refused(bounds, keywords, error):
    with pytest.raises(error):
        dpnp.random.randint(
            *(dpnp.asarray(b) if isinstance(b, list) else b for b in bounds), **keywords
        )


@pytest.mark.parametrize(
    ("key", "place", "expected"),
    [
        (0, 0, 0xFF1DAE59_6CD10DF2),
        (0xFFFFFFFF, 0xFFFFFFFF_FFFFFFFF, 0x2C3F628B_AB4FD7AD),
        (0x13198A2E, 0x85A308D3_243F6A88, 0xDD7CE038_F62A4C12),
    ],
)
def test_bits_are_those_that_philox_is_published_with(device, key, place, expected):
    from dpnp.random import _philox

    places = dpnp.asarray([place, 0], dtype="u8", device=device)
    assert int(_philox._bits_of(places, key)[0]) == expected
    if place < 2**63:
        assert int(_philox.bits(key, place, 2, "device", places.sycl_queue)[0]) == expected
