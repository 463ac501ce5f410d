"""Programs run with the stand-in for NVIDIA's driver that lies in tests/cpp/backends/fake_cuda."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "tests" / "cpp" / "backends" / "fake_cuda"


def compiler():
    """A C++20 compiler, or None."""
    return next(
        filter(None, map(shutil.which, ("clang++-22", "clang++", "g++-13", "g++", "c++"))), None
    )


def build(folder, *options):
    """Builds the stand-in into a folder."""
    command = [compiler(), "-std=c++20", "-O1", "-shared", "-fPIC", "-pthread", f"-I{ROOT / 'src'}"]
    command += options
    sources = map(str, sorted(SOURCES.glob("*.cpp")))
    subprocess.run([*command, *sources, "-o", str(folder / "libcuda.so.1")], check=True)


LIBRARIES = ("libcublas.so.13", "libcusolver.so.12", "libcufft.so.12")


def build_libraries(folder):
    """Builds the stand-ins for cuBLAS, cuSOLVER and cuFFT, one file under all names, into a folder."""
    first, *others = (folder / name for name in LIBRARIES)
    command = [compiler(), "-std=c++20", "-O1", "-shared", "-fPIC", f"-I{ROOT / 'src'}"]
    sources = map(str, sorted((SOURCES / "libraries").glob("*.cpp")))
    subprocess.run([*command, "-DFMT_HEADER_ONLY", *sources, "-o", str(first)], check=True)
    for other in others:
        other.hardlink_to(first)


def run(folder, code, fake="", **environment):
    """Runs Python code against the stand-in, which behaves as ``fake`` says; without libraries, unless they are named."""
    path = os.environ.get("LD_LIBRARY_PATH", "")
    apart = int("WEFT_CUDA_LIBRARIES" not in environment)  # these compute on the host
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={
            **os.environ,
            "LD_LIBRARY_PATH": f"{folder}:{path}",
            "WEFT_FAKE_CUDA": f"{fake},apart={apart}",
            "WEFT_CUDA_LIBRARIES": "0",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
