"""Libraries that take arrays of any Array API namespace: array-api-compat, array-api-extra, SciPy, scikit-learn's estimators."""

import dpctl.tensor as dpt
import numpy as np
import pytest

compat = pytest.importorskip("array_api_compat")
extra = pytest.importorskip("array_api_extra")
sklearn = pytest.importorskip("sklearn")
from scipy import fft, integrate, optimize, signal, special, stats  # noqa: E402
from scipy.cluster import vq  # noqa: E402
from scipy.spatial import transform  # noqa: E402

RNG = np.random.default_rng(5)
X = RNG.standard_normal((200, 12)).astype("f4") @ RNG.standard_normal((12, 12)).astype("f4")
CLASSES = RNG.integers(0, 3, 200)
X += 2 * CLASSES[:, None]
TARGET = X @ RNG.standard_normal(12).astype("f4")


def host(x):
    return dpt.asnumpy(x) if isinstance(x, dpt.usm_ndarray) else np.asarray(x)


def close(found, expected, tolerance=2e-4):
    assert isinstance(found, dpt.usm_ndarray)
    np.testing.assert_allclose(host(found), expected, rtol=tolerance, atol=tolerance)


@pytest.fixture
def x(device):
    return dpt.asarray(X, device=device)


@pytest.fixture(autouse=True)
def dispatched():
    with sklearn.config_context(array_api_dispatch=True):
        yield


def test_array_api_compat(x):
    assert compat.is_array_api_obj(x) and compat.array_namespace(x, x) is dpt
    assert compat.device(x) == x.device and compat.size(x) == x.size
    assert compat.to_device(x, x.device) is x or compat.to_device(x, x.device).device == x.device


def test_array_api_extra(x):
    np.testing.assert_allclose(host(extra.cov(x.T)), np.cov(X.T), rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(host(extra.atleast_nd(x[0, 0], ndim=2)), X[:1, :1])
    np.testing.assert_array_equal(host(extra.one_hot(dpt.asarray(CLASSES), 3)), np.eye(3)[CLASSES])
    np.testing.assert_array_equal(host(extra.nunique(dpt.asarray(CLASSES))), 3)
    np.testing.assert_array_equal(
        host(extra.at(x, (slice(None), 0)).set(7, copy=True)[:, 0]), np.full(200, 7, "f4")
    )
    np.testing.assert_array_equal(host(extra.pad(x, 1)), np.pad(X, 1))
    np.testing.assert_array_equal(
        host(extra.setdiff1d(dpt.asarray([1, 2, 5]), dpt.asarray([2]))), [1, 5]
    )
    np.testing.assert_allclose(host(extra.sinc(x)), np.sinc(X), rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("solver", ["full", "covariance_eigh", "randomized"])
def test_pca(x, solver):
    from sklearn.decomposition import PCA

    options = {"power_iteration_normalizer": "QR"} if solver == "randomized" else {}
    make = lambda: PCA(n_components=4, svd_solver=solver, random_state=0, **options)  # noqa: E731
    mine = make().fit(x)
    with sklearn.config_context(array_api_dispatch=False):
        theirs = make().fit(X)
    close(mine.explained_variance_, theirs.explained_variance_)
    close(dpt.abs(mine.transform(x)), np.abs(theirs.transform(X)), 5e-3)


def test_linear_discriminant_analysis(x, device):
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    y = dpt.asarray(CLASSES, device=device)
    mine = LinearDiscriminantAnalysis().fit(x, y)
    with sklearn.config_context(array_api_dispatch=False):
        theirs = LinearDiscriminantAnalysis().fit(X, CLASSES)
    np.testing.assert_array_equal(host(mine.predict(x)), theirs.predict(X))
    close(mine.predict_proba(x), theirs.predict_proba(X), 5e-3)


def test_ridge(x, device):
    from sklearn.linear_model import Ridge

    mine = Ridge(solver="svd").fit(x, dpt.asarray(TARGET, device=device))
    with sklearn.config_context(array_api_dispatch=False):
        theirs = Ridge(solver="svd").fit(X, TARGET)
    close(mine.coef_, theirs.coef_, 2e-3)
    close(mine.predict(x), theirs.predict(X), 2e-2)


def test_scalers_and_metrics(x, device):
    from sklearn import metrics
    from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, StandardScaler

    for scaler in (StandardScaler, MinMaxScaler, MaxAbsScaler):
        mine = scaler().fit_transform(x)
        with sklearn.config_context(array_api_dispatch=False):
            theirs = scaler().fit_transform(X)
        close(mine, theirs, 1e-3)
    y, other = CLASSES, np.roll(CLASSES, 3)
    a, b = dpt.asarray(y, device=device), dpt.asarray(other, device=device)
    assert metrics.accuracy_score(a, b) == pytest.approx((y == other).mean())
    t, u = x[:, 0], x[:, 1]
    for name in ("mean_squared_error", "mean_absolute_error", "r2_score"):
        with sklearn.config_context(array_api_dispatch=False):
            expected = getattr(metrics, name)(X[:, 0], X[:, 1])
        assert float(getattr(metrics, name)(t, u)) == pytest.approx(float(expected), rel=1e-3)
    for name in ("euclidean_distances", "cosine_similarity", "linear_kernel", "rbf_kernel"):
        with sklearn.config_context(array_api_dispatch=False):
            expected = getattr(metrics.pairwise, name)(X[:50], X[50:80])
        close(getattr(metrics.pairwise, name)(x[:50], x[50:80]), expected, 1e-2)


SCIPY = {
    "tvar": lambda x: stats.tvar(x, (-1, 1), axis=0),
    "tmean": lambda x: stats.tmean(x, (-1, 1), axis=0),
    "tsem": lambda x: stats.tsem(x, (-1, 1), axis=0),
    "skew": lambda x: stats.skew(x, axis=0),
    "kurtosis": lambda x: stats.kurtosis(x, axis=1),
    "variation": lambda x: stats.variation(x, axis=0),
    "zscore": lambda x: stats.zscore(x, axis=0),
    "sem": lambda x: stats.sem(x, axis=1),
    "describe": lambda x: stats.describe(x, axis=0).variance,
    "directional_stats": lambda x: stats.directional_stats(x).mean_direction,
    "circmean": lambda x: stats.circmean(x, axis=0),
    "rankdata": lambda x: stats.rankdata(x, axis=1),
    "quantile": lambda x: stats.quantile(x, 0.3, axis=1),
    "logsumexp": lambda x: special.logsumexp(x, axis=1),
    "softmax": lambda x: special.softmax(x, axis=0),
    "fft": lambda x: fft.fft(x, axis=0),
    "rfftn": lambda x: fft.rfftn(x),
    "whiten": lambda x: vq.whiten(x),
    "trapezoid": lambda x: integrate.trapezoid(x, axis=1),
    "cumulative_simpson": lambda x: integrate.cumulative_simpson(x, axis=1),
    "rotations": lambda x: transform.Rotation.from_quat(x[:, :4]).as_matrix(),
    "hilbert": lambda x: signal.hilbert(x, axis=0),
    "fftconvolve": lambda x: signal.fftconvolve(x, x[:5, :5]),
    "rosen": lambda x: optimize.rosen(x),
}


@pytest.mark.parametrize("name", SCIPY)
def test_scipy(name, device):
    host = np.random.default_rng(3).standard_normal((40, 6))
    found = SCIPY[name](dpt.asarray(host, device=device))
    close(found, SCIPY[name](host), 1e-8)
