"""Every device present, and NumPy's errors on purpose."""

import dpctl
import numpy as np
import pytest
from dpctl.tensor import _usmarray


def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", [d.filter_string for d in dpctl.get_devices()])


@pytest.fixture(autouse=True)
def quiet_numpy():
    """The references divide by zero on purpose."""
    with np.errstate(all="ignore"):
        yield


@pytest.fixture(params=["by kernels", "by the host"])
def small_work(request):
    """Where work on few elements of a CPU is done: as that on many, and as it is."""
    return request.param


@pytest.fixture(autouse=True)
def work_as_on_many(request, monkeypatch):
    """Tests that do not ask for both are of kernels."""
    asked = "small_work" in request.fixturenames
    by_host = asked and request.getfixturevalue("small_work") == "by the host"
    if not by_host:
        monkeypatch.setattr("dpnp._few.MOST", -1)
    _usmarray.compute_few_at_once(by_host)
    yield
    _usmarray.compute_few_at_once(True)
