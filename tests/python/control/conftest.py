"""Fixtures over every device present, and over a stand-in for NVIDIA's driver."""

import fcntl
import os

import dpctl
import fake_cuda
import pytest


@pytest.fixture(params=dpctl.get_devices(), ids=lambda device: device.filter_string)
def device(request):
    return request.param


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def built(tmp_path_factory, name, *options):
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / name
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "libcuda.so.1").exists():
            fake_cuda.build(folder, *options)
    return folder


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    return built(tmp_path_factory, "fake-cuda")


@pytest.fixture(scope="session")
def old_driver(tmp_path_factory):
    """Without cuCtxRecordEvent."""
    return built(tmp_path_factory, "old-fake-cuda", "-DFAKE_CUDA_IS_OLD")


@pytest.fixture
def run(driver):
    def call(code, fake="", **environment):
        done = fake_cuda.run(driver, code, fake, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call
