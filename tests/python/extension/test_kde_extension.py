"""The KDE example's extension: the densities, the events, and what it refuses."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest


def reference(points, samples, smooth):
    distance2 = np.sum(
        np.square(points[:, None, :].astype("f8") - samples[None].astype("f8")), axis=-1
    )
    width = np.sqrt(2 * np.pi) * smooth
    return np.mean(np.exp(-0.5 * distance2 / smooth**2), axis=-1) / width ** samples.shape[1]


def problem(n, m, d, dtype, queue):
    rng = np.random.default_rng(n + m + d)
    samples, points = rng.random((n, d)).astype(dtype), rng.random((m, d)).astype(dtype)
    on_device = [dpt.asarray(a, sycl_queue=queue) for a in (points, samples)]
    return points, samples, *on_device, dpt.empty(m, dtype=dtype, sycl_queue=queue)


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(("n", "m", "d"), [(1, 1, 1), (272, 5, 2), (1000, 17, 7), (70001, 3, 3)])
def test_densities(kde, queue, mode, dtype, n, m, d):
    points, samples, p, x, f = problem(n, m, d, dtype, queue)
    released, computed = kde.kernel_density_estimate(p, x, 0.4, f, mode=mode)
    dpctl.SyclEvent.wait_for([computed, released])
    tolerance = 2e-5 if dtype == "f4" else 1e-12
    np.testing.assert_allclose(dpt.asnumpy(f), reference(points, samples, 0.4), rtol=tolerance)


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_order_without_waiting(kde, queue, mode):
    points, samples, p, x, f = problem(5000, 4, 3, "f8", queue)
    pending_points, pending_samples = p * 2 - p, x + 0
    _, first = kde.kernel_density_estimate(pending_points, pending_samples, 0.4, f, mode=mode)
    _, _ = kde.kernel_density_estimate(p, x, 0.4, f, mode=mode, depends=[first])
    doubled = f * 2
    np.testing.assert_allclose(
        dpt.asnumpy(doubled), 2 * reference(points, samples, 0.4), rtol=1e-12
    )


def test_arguments_may_die(kde, queue):
    points, samples, p, x, f = problem(5000, 4, 3, "f8", queue)
    released, _ = kde.kernel_density_estimate(p, x, 0.4, f)
    del p, x
    released.wait()
    np.testing.assert_allclose(dpt.asnumpy(f), reference(points, samples, 0.4), rtol=1e-12)


def test_wrong_arguments_are_refused(kde, queue):
    _, _, p, x, f = problem(100, 4, 3, "f8", queue)
    estimate = kde.kernel_density_estimate
    other_queue = dpctl.SyclQueue(queue.sycl_device)
    read_only = dpt.empty(4, dtype="f8", sycl_queue=queue)
    read_only.flags["W"] = False
    shared = dpt.empty(12, dtype="f8", sycl_queue=queue)
    refusals = [
        ((p, x, 0.0, f), ValueError, r"smooth must be positive, got 0\.0"),
        ((p, x, float("nan"), f), ValueError, "smooth must be positive"),
        ((p, x, 0.1, f, 3), ValueError, "mode must be 0, 1 or 2, got 3"),
        ((p, x, 0.1, f[:2]), ValueError, "one element for each row"),
        ((p[:, :2], x, 0.1, f), ValueError, "same number of columns"),
        ((p[0], x, 0.1, f), ValueError, "two dimensions"),
        ((p[::2], x, 0.1, f[:2]), ValueError, "C-contiguous"),
        ((p, x[:0], 0.1, f), ValueError, "must not be empty"),
        ((p, dpt.astype(x, "f4"), 0.1, f), TypeError, "same dtype"),
        ((p, x, 0.1, read_only), ValueError, "read-only"),
        ((dpt.reshape(shared, (4, 3)), x, 0.1, shared[:4]), ValueError, "share memory"),
        ((p, x, 0.1, dpt.empty(4, dtype="f8", sycl_queue=other_queue)), ValueError, "same queue"),
        ((np.zeros((4, 3)), x, 0.1, f), TypeError, "incompatible function arguments"),
    ]
    for arguments, error, message in refusals:
        with pytest.raises(error, match=message):
            estimate(*arguments)
    integers = [dpt.ones(s, dtype="i4", sycl_queue=queue) for s in ((4, 3), (100, 3), (4,))]
    with pytest.raises(TypeError, match="float32 or float64"):
        estimate(integers[0], integers[1], 0.1, integers[2])


def test_no_points_is_no_work(kde, queue):
    _, _, p, x, f = problem(100, 4, 3, "f8", queue)
    released, computed = kde.kernel_density_estimate(p[:0], x, 0.1, f[:0])
    dpctl.SyclEvent.wait_for([released, computed])


@pytest.mark.parametrize("given", [lambda x: x, lambda x: x.get_array()], ids=["itself", "plain"])
def test_arrays_of_dpnp(kde, queue, given):
    import dpnp

    points, samples, p, x, _ = problem(1000, 5, 3, "f8", queue)
    p, x = (dpnp.asarray(a) * 2 for a in (p, x))
    f = dpnp.empty(5, sycl_queue=queue)
    _, computed = kde.kernel_density_estimate(given(p), given(x), 0.8, given(f))
    computed.wait()
    np.testing.assert_allclose(f.asnumpy(), reference(2 * points, 2 * samples, 0.8), rtol=1e-12)
