"""Kernels that another build of Weft, or another LLVM, left on disk are never used."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WORK = """
import dpctl.tensor as dpt
print(float(dpt.sum(dpt.asarray([3, 1, 4, 1.5]) * 2 + 1)))
"""
# An ELF note: the sizes of its name and of what it says, its type, its name "GNU", and the identifier itself.
NOTE = re.compile(rb"\x04\0\0\0(.)\0\0\0\x03\0\0\0GNU\0", re.DOTALL)


def libraries():
    """The folder of libweft, as the extension modules find it."""
    import dpctl

    return Path(dpctl.__file__).parent.parent / "weft" / "lib"


def run(cache, folder=None):
    environment = dict(os.environ, WEFT_CACHE_DIR=str(cache), WEFT_EXPLAIN="1", WEFT_AT_ONCE="0")
    if folder is not None:
        environment["LD_LIBRARY_PATH"] = str(folder)
    done = subprocess.run(
        [sys.executable, "-c", WORK], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "23.0\n"
    return done.stderr.count("compiled for")


def of_another_build(source, target):
    """A copy that differs in a bit of its build identifier."""
    content = bytearray(source.read_bytes())
    found = NOTE.search(content)
    assert found, source
    content[found.end()] ^= 1
    target.write_bytes(content)
    target.chmod(0o755)


@pytest.fixture
def filled(tmp_path):
    """A cache that has all that WORK needs."""
    cache = tmp_path / "cache"
    assert run(cache) > 0
    assert run(cache) == 0
    return cache


@pytest.fixture
def copies(tmp_path):
    folder = tmp_path / "lib"
    folder.mkdir()
    for name in ("libweft.so.0", "libweft-codegen.so"):
        shutil.copy(libraries() / name, folder / name)
    return folder


def test_the_same_build_elsewhere_finds_its_kernels(filled, copies):
    assert run(filled, copies) == 0


@pytest.mark.parametrize("name", ["libweft.so.0", "libweft-codegen.so"])
def test_another_build_compiles_anew(filled, copies, name):
    of_another_build(libraries() / name, copies / name)
    assert run(filled, copies) > 0
    assert run(filled, copies) == 0
    assert run(filled) == 0


def test_another_llvm_compiles_anew(filled, tmp_path):
    codegen = libraries() / "libweft-codegen.so"
    needed = subprocess.run(["ldd", codegen], capture_output=True, text=True).stdout
    found = re.search(r"(libLLVM\S*) => (\S+)", needed)
    if found is None:
        pytest.skip("LLVM is a part of libweft-codegen here")
    folder = tmp_path / "llvm"
    folder.mkdir()
    of_another_build(Path(found[2]), folder / found[1])
    assert run(filled, folder) > 0
    assert run(filled, folder) == 0
    assert run(filled) == 0


def test_a_missing_code_generator_is_an_error_each_time(tmp_path, copies):
    (copies / "libweft-codegen.so").unlink()
    program = """
import dpctl.tensor as dpt
for attempt in range(2):
    try:
        dpt.asnumpy(dpt.arange(8.0) * 3 + 1)
    except RuntimeError as error:
        print("libweft-codegen.so" in str(error))
"""
    environment = dict(os.environ, WEFT_CACHE_DIR=str(tmp_path), LD_LIBRARY_PATH=str(copies))
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["True", "True"], done.stderr
