"""Builds the extensions once for all workers of a test run."""

import fcntl
import importlib
import os
import subprocess
import sys
from pathlib import Path

import dpctl
import pytest

HERE = Path(__file__).resolve().parent
SITE = Path(dpctl.__file__).resolve().parents[1]
COMPILER = SITE / "weft" / "bin" / "weft-clang++"


@pytest.fixture(params=dpctl.get_devices(), ids=lambda device: device.filter_string)
def queue(request):
    return dpctl.SyclQueue(request.param)


def build(project, folder):
    """Configures, builds and installs a CMake project of a pybind11 extension as its documentation says."""
    import pybind11

    environment = {
        **os.environ,
        "CXX": str(COMPILER),
        "CMAKE_PREFIX_PATH": f"{SITE / 'weft'}:{SITE}:{pybind11.get_cmake_dir()}",
    }
    commands = [
        [
            "cmake",
            "-S",
            project,
            "-B",
            folder / "build",
            "-G",
            "Ninja",
            "-DCMAKE_BUILD_TYPE=Release",
        ]
        + [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_INSTALL_PREFIX={folder / 'site'}"],
        ["cmake", "--build", folder / "build"],
        ["cmake", "--install", folder / "build"],
    ]
    for command in commands:
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{command}\n{done.stdout}\n{done.stderr}")


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Gives the folder where a project's module is installed, building it if no other worker has."""
    # Workers of pytest-xdist have folders of their own beside each other.
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def get(project):
        folder = shared / f"built-{project.name}"
        folder.mkdir(exist_ok=True)
        with open(folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "done").exists():
                build(project, folder)
                (folder / "done").touch()
        return folder / "site"

    return get


@pytest.fixture(scope="session")
def extension_folder(built):
    return built(HERE / "probe")


@pytest.fixture(scope="session")
def probe(extension_folder):
    sys.path.insert(0, str(extension_folder))
    return importlib.import_module("probe")


@pytest.fixture(scope="session")
def kde(built):
    sys.path.insert(0, str(built(HERE.parents[2] / "examples" / "kde" / "extension")))
    return importlib.import_module("kde_extension")
