"""An activated virtual environment with Weft in it is all that a C++ project needs."""

import os
import subprocess
import sys
from pathlib import Path

import dpctl
import pytest

BIN = Path(sys.prefix) / "bin"

pytestmark = pytest.mark.skipif(
    sys.prefix == sys.base_prefix or not Path(dpctl.__file__).is_relative_to(sys.prefix),
    reason="Weft is not installed in a virtual environment here",
)

PROJECT = """
cmake_minimum_required(VERSION 3.27)
project(p CXX)
find_package(IntelSYCL REQUIRED)
add_executable(p main.cpp)
add_sycl_to_target(TARGET p SOURCES main.cpp)
"""

PROGRAM = """
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *x = sycl::malloc_shared<int>(10, queue);
  queue.parallel_for(10, [=](sycl::id<1> i) { x[i] = 2 * i; }).wait();
  std::printf("%d\\n", x[9]);
  sycl::free(x, queue);
}
"""


def in_environment(*command, cwd):
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    clean["PATH"] = f"{BIN}:{os.environ['PATH']}"
    return subprocess.run(command, cwd=cwd, env=clean, text=True, capture_output=True)


def test_an_unmodified_project_builds_with_icpx(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "main.cpp").write_text(PROGRAM)
    for command in (
        ("cmake", "-DCMAKE_CXX_COMPILER=icpx", "."),
        ("cmake", "--build", "."),
        ("./p",),
    ):
        done = in_environment(*command, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "18\n"


@pytest.mark.parametrize("name", ["weft-clang++", "icpx", "icx", "dpcpp", "acpp", "syclcc"])
def test_the_compiler_names_its_prefix(name, tmp_path):
    done = in_environment(name, "--version", cwd=tmp_path)
    assert f"prefix {Path(dpctl.__file__).parents[1] / 'weft'}" in done.stdout


def test_sycl_ls_lists_the_devices(tmp_path):
    done = in_environment("sycl-ls", cwd=tmp_path)
    assert len(done.stdout.splitlines()) == len(dpctl.get_devices()), done.stderr
