"""What differs in little: zeros of two signs, NaN among others, kinds of memory, queues of one context."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError

from support import assert_same


def mixed(size):
    """Zeros of both signs, NaN and numbers."""
    values = np.array([0.0, -0.0, 1.0, np.nan, -1.0, -np.nan], "f4")
    return values[np.random.default_rng(7).integers(0, values.size, size)]


@pytest.mark.parametrize("size", [12, 300, 20_000])
def test_zeros_are_equal_and_nan_is_last(device, size):
    n = mixed(size)
    x = dpt.asarray(n, device=device)
    assert_same(dpt.argsort(x), np.argsort(n, stable=True))
    (places,) = dpt.nonzero(x)
    assert_same(places, np.nonzero(n)[0])
    expected = np.unique(n[n == n])
    for kind in ("unique_values", "unique_counts", "unique_inverse", "unique_all"):
        found = getattr(dpt, kind)(x[dpt.asarray(n == n, device=device)])
        found = found if kind == "unique_values" else found.values
        np.testing.assert_array_equal(dpt.asnumpy(found), expected)


@pytest.mark.parametrize("side", ["left", "right"])
def test_zeros_are_found_where_those_of_the_other_sign_lie(device, side):
    keys = np.array([-1, -0.0, 0.0, -0.0, 0.0, 2, np.nan, np.nan], "f4")
    needles = mixed(50)
    found = dpt.searchsorted(*(dpt.asarray(n, device=device) for n in (keys, needles)), side=side)
    assert_same(found, np.searchsorted(keys, needles, side=side))


def test_few_are_the_first_of_equal_ones(device):
    n = np.array([0.0, -0.0, np.nan, 0.0, -np.nan, -0.0], "f4")
    x = dpt.asarray(n, device=device)
    assert dpt.asnumpy(dpt.top_k(x, 5, mode="smallest").indices).tolist() == [0, 1, 3, 5, 2]
    assert dpt.asnumpy(dpt.top_k(x, 4, mode="largest").indices).tolist() == [2, 4, 0, 1]


def test_results_lie_in_the_memory_that_all_ask_for(device):
    x = dpt.ones(3, usm_type="host", device=device)
    y = dpt.ones(3, usm_type="shared", device=device)
    for made in (
        dpt.concat((x, y)),
        dpt.stack((x, y)),
        dpt.add(x, y),
        dpt.searchsorted(x, y),
        dpt.matmul(x, y),
        dpt.where(x > 0, x, y),
    ):
        assert made.usm_type == "shared"


def test_out_on_another_queue_is_refused(device):
    x = dpt.ones((2, 3), device=device)
    far = dpt.zeros(2, dtype=x.dtype, sycl_queue=dpctl.SyclQueue(device))
    for name in ("sum", "prod", "max", "min"):
        with pytest.raises(ExecutionPlacementError):
            getattr(dpt, name)(x, axis=1, out=far)


def test_what_is_seen_on_another_queue_is_no_more_writable(device):
    x = dpt.ones(3, device=device)
    x.flags["W"] = False
    seen = x.to_device(dpctl.SyclQueue(x.sycl_context, x.sycl_device))
    assert not seen.flags.writable
