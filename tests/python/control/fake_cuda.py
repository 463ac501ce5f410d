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


def build(folder):
    """Builds the stand-in into a folder."""
    command = [compiler(), "-std=c++20", "-O1", "-shared", "-fPIC", "-pthread", f"-I{ROOT / 'src'}"]
    sources = map(str, sorted(SOURCES.glob("*.cpp")))
    subprocess.run([*command, *sources, "-o", str(folder / "libcuda.so.1")], check=True)


def run(folder, code, fake="", **environment):
    """Runs Python code against the stand-in, which behaves as ``fake`` says."""
    path = os.environ.get("LD_LIBRARY_PATH", "")
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={
            **os.environ,
            "LD_LIBRARY_PATH": f"{folder}:{path}",
            "WEFT_FAKE_CUDA": fake,
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
