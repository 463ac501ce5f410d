"""Which OpenCL devices programs see and what is said of the others, with a stand-in for the ICD loader; and what an
implementation that is installed computes."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import fake_cuda
import pytest

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "tests" / "cpp" / "backends"

NAMES = """
import dpctl, json
print(json.dumps([d.name for d in dpctl.get_devices() if d.sycl_platform.name == "Fake OpenCL"]))
"""


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def build(name, folder):
    """The environment of a program that finds a stand-in for the ICD loader."""
    if fake_cuda.compiler() is None:
        pytest.skip("the stand-in for the loader needs a C++ compiler")
    command = [fake_cuda.compiler(), "-std=c++20", "-O1", "-shared", "-fPIC", f"-I{ROOT / 'src'}"]
    sources = map(str, sorted((SOURCES / name).glob("*.cpp")))
    subprocess.run([*command, *sources, "-o", str(folder / "libOpenCL.so.1")], check=True)
    return {"LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}


@pytest.fixture(scope="module")
def loader(tmp_path_factory):
    """Finds nothing but the stand-in's devices."""
    return build("fake_opencl", tmp_path_factory.mktemp("fake")) | {
        "OCL_ICD_VENDORS": "/nonexistent"
    }


def test_gpus_that_can_be_used_are_listed_and_come_before_the_cpu(loader):
    loader = loader | {"WEFT_OPENCL": "gpu"}
    done = run(NAMES, **loader)
    assert json.loads(done.stdout) == ["Fake GPU"], done.stderr
    name = run("import dpctl; print(dpctl.SyclDevice('opencl:gpu:0').filter_string)", **loader)
    assert name.stdout.strip() == "opencl:gpu:0", name.stderr
    default = run("import dpctl; print(dpctl.SyclDevice().name)", WEFT_DEVICE="opencl", **loader)
    assert default.stdout.strip() == "Fake GPU", default.stderr


def test_cpus_are_listed_where_somebody_asks_for_all(loader):
    done = run(NAMES, WEFT_OPENCL="all", **loader)
    assert json.loads(done.stdout) == ["Fake CPU", "Fake GPU"], done.stderr


def test_nothing_is_looked_for_where_nobody_wants_it(loader):
    assert "Fake" not in run(NAMES, **loader).stdout
    assert "Fake" not in run(NAMES, WEFT_OPENCL="0", **loader).stdout


def test_a_value_that_means_nothing_is_an_error(loader):
    done = run("import dpctl; dpctl.SyclDevice()", WEFT_OPENCL="some", **loader)
    assert done.returncode != 0 and "WEFT_OPENCL='some'" in done.stderr


def test_the_doctor_says_what_others_lack(loader):
    examine = "import dpctl._doctor; dpctl._doctor.examine()"
    done = run(examine, WEFT_DEVICE="cpu", WEFT_OPENCL="gpu", **loader)
    assert "Fake CPU of Fake OpenCL is a CPU, which Weft runs itself" in done.stdout
    for name, lacks in (
        ("buffers", "it has no unified shared memory"),
        ("sources", "it does not take SPIR-V 1.3"),
        ("words", "it has no atomics of 64 bits"),
        ("items", "its sub-groups lack operations (cl_khr_subgroup_non_uniform_vote)"),
        ("spaces", "it has no generic address space"),
    ):
        assert f"Fake GPU of {name} of Fake OpenCL is left out: {lacks}" in done.stdout
    assert "OpenCL" not in next(
        line for line in done.stdout.splitlines() if line.startswith("driver")
    )


def test_a_gpu_says_what_it_has(loader):
    code = """
        import dpctl
        d = dpctl.SyclDevice("opencl:gpu")
        print(d.has_aspect_fp64, d.has_aspect_atomic64, d.sub_group_sizes)
    """
    done = run(code, WEFT_OPENCL="gpu", **loader)
    assert done.stdout.strip() == "False False [8, 16, 32]", done.stderr


def test_what_a_driver_refuses_is_told_by_name(loader):
    code = "import dpctl.tensor as dpt; dpt.ones(4, device='opencl:gpu')"
    done = run(code, WEFT_OPENCL="gpu", **loader)
    assert "clCreateContext failed: CL_INVALID_OPERATION (-59)" in done.stderr


@pytest.fixture(scope="module")
def implementation():
    """The environment of a program that sees the first device of an implementation that is installed."""
    code = """
        import dpctl
        for i, d in enumerate(dpctl.get_devices(backend="opencl")):
            if d.sycl_platform.name != "Weft CPU":
                print(i)
                break
    """
    found = run(code, WEFT_OPENCL="all").stdout.strip()
    if not found:
        pytest.skip("no OpenCL implementation with SPIR-V and unified shared memory is installed")
    return {"WEFT_OPENCL": "all", "ONEAPI_DEVICE_SELECTOR": f"opencl:{found}"}


@pytest.mark.parametrize(
    "code",
    [
        "assert np.allclose(dpt.asnumpy(dpt.exp(-x * x) * dpt.sin(x)), np.exp(-h * h) * np.sin(h), rtol=1e-5)",
        "assert abs(float(dpt.sum(x)) - float(h.sum())) < 1 and int(dpt.argmax(x)) == h.argmax()",
        "assert np.allclose(dpt.asnumpy(dpt.cumulative_sum(x)), h.cumsum(dtype='f8'), rtol=1e-3)",
        "assert (dpt.asnumpy(dpt.sort(-x)) == np.sort(-h)).all()",
        "assert (dpt.asnumpy(x[x > 0.5]) == h[h > 0.5]).all()",
        "assert (dpt.asnumpy(dpt.take(x, dpt.arange(0, 10_001, 7))) == h[::7]).all()",
    ],
)
def test_an_implementation_that_is_installed_computes(implementation, code):
    program = f"""
        import numpy as np
        import dpctl.tensor as dpt
        h = np.linspace(0, 1, 10_001, dtype="f4")
        x = dpt.asarray(h)
        {code}
        assert x.sycl_device.sycl_platform.name != "Weft CPU"
    """
    done = run(program, **implementation)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def small_gpu(implementation, tmp_path_factory):
    """The environment of a program that sees what is installed as a small GPU."""
    code = """
        import ctypes
        ctypes.CDLL("libOpenCL.so.1")
        print(next(line.split()[-1] for line in open("/proc/self/maps") if "libOpenCL" in line))
    """
    real = run(code).stdout.strip()
    return build("limited_opencl", tmp_path_factory.mktemp("limited")) | {
        "WEFT_OPENCL": "gpu",
        "WEFT_REAL_OPENCL": real,
    }


@pytest.mark.parametrize("sub_groups", [8, 16])
@pytest.mark.parametrize(
    "code",
    [
        "assert x.dtype == dpt.float32 == dpt.ones(3, device=gpu).dtype",
        "assert np.allclose(dpt.asnumpy(x), np.linspace(0, 1, 3001), rtol=1e-5)",
        "assert np.allclose(dpt.asnumpy(dpt.arange(0, 9, 0.5, device=gpu)), np.arange(0, 9, 0.5))",
        "assert np.allclose(dpt.asnumpy(dpt.exp(-x * x) / (x + 1)), np.exp(-h * h) / (h + 1), rtol=1e-5)",
        "assert abs(float(dpt.sum(x)) - float(h.sum())) < 1 and int(dpt.argmax(x)) == h.argmax()",
        "assert np.allclose(dpt.asnumpy(dpt.cumulative_sum(x)), h.cumsum(dtype='f8'), rtol=1e-3)",
        "assert (dpt.asnumpy(dpt.sort(-x)) == np.sort(-h)).all()",
        "assert (dpt.asnumpy(x[x > 0.5]) == h[h > 0.5]).all()",
    ],
)
def test_a_small_gpu_computes(small_gpu, code, sub_groups):
    program = f"""
        import numpy as np
        import dpctl.tensor as dpt
        gpu = "opencl:gpu"
        x = dpt.linspace(0, 1, 3001, device=gpu)
        h = dpt.asnumpy(x)
        {code}
    """
    done = run(program, **small_gpu, WEFT_LIMITED_SUB_GROUPS=str(sub_groups))
    assert done.returncode == 0, done.stderr


def test_what_takes_double_precision_is_an_error_where_there_is_none(small_gpu):
    program = (
        "import dpctl.tensor as dpt; dpt.asnumpy(dpt.mean(dpt.arange(9, device='opencl:gpu')))"
    )
    done = run(program, **small_gpu)
    assert "does not have double precision (aspect fp64)" in done.stderr
