"""Every device present, and seeds."""

import dpctl
import numpy as np
import pytest
from dpctl.tensor import _usmarray


def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", [d.filter_string for d in dpctl.get_devices()])


@pytest.fixture
def queue(device):
    return dpctl.get_device_cached_queue(device)


@pytest.fixture(autouse=True)
def quiet_numpy():
    """The references divide by zero on purpose."""
    with np.errstate(all="ignore"):
        yield


@pytest.fixture
def few_at_once():
    """Expressions of few elements are computed as users have it."""
    _usmarray.compute_few_at_once(True)


@pytest.fixture(autouse=True)
def few_by_kernels(request):
    """Tests that do not ask for `few_at_once` are of kernels."""
    _usmarray.compute_few_at_once("few_at_once" in request.fixturenames)
    yield
    _usmarray.compute_few_at_once(True)
