"""Every device present, and NumPy's errors on purpose."""

import dpctl
import numpy as np
import pytest


def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", [d.filter_string for d in dpctl.get_devices()])


@pytest.fixture(autouse=True)
def quiet_numpy():
    """The references divide by zero on purpose."""
    with np.errstate(all="ignore"):
        yield


@pytest.fixture(params=["by kernels", "by the host"])
def small_work(request, monkeypatch):
    """Where work on few elements of a CPU is done: as that on many, and as it is."""
    if request.param == "by kernels":
        monkeypatch.setattr("dpnp._few.MOST", -1)


@pytest.fixture(autouse=True)
def work_as_on_many(request, monkeypatch):
    """Tests that do not ask for both are of kernels."""
    if "small_work" not in request.fixturenames:
        monkeypatch.setattr("dpnp._few.MOST", -1)
