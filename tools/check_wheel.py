"""Checks that a wheel stands alone: what its libraries need of the system, and that it works in a bare virtual environment.

Its libraries may need glibc up to 2.36 and, as NumPy's own do, GCC's C and C++ runtimes up to GCC 12's; all else must lie in the wheel.
Then it is installed beside NumPy alone, `python -m dpctl --doctor` has to be content, and a small program has to run.
Usage: python3 tools/check_wheel.py WHEEL [PYTHON of the environment; without one only the libraries are checked]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

NEWEST = {
    "GLIBC": (2, 36),
    "GLIBCXX": (3, 4, 30),
    "CXXABI": (1, 3, 13),
    "GCC": (12, 0, 0),
}
SYSTEM = {
    "ld-linux-x86-64.so.2",
    *(f"lib{name}" for name in ("c.so.6", "m.so.6", "dl.so.2", "pthread.so.0", "rt.so.1")),
    *("libstdc++.so.6", "libgcc_s.so.1"),
}

SMOKE = """
import numpy as np
import dpctl, dpctl.memory, dpctl.tensor as dpt
for device in dpctl.get_devices():
    x = dpt.asarray(np.linspace(0, 1, 1000, dtype="f4"), device=device)
    near = float(dpt.sum(dpt.exp(-x * x) * dpt.sqrt(x)))
    exact = float(np.sum(np.exp(-np.linspace(0, 1, 1000) ** 2) * np.sqrt(np.linspace(0, 1, 1000))))
    assert abs(near - exact) < 1e-3, (near, exact)
    memory = dpctl.memory.MemoryUSMShared(1000, queue=x.sycl_queue)
    memory.memset(7)
    assert bytes(memory) == bytes([7]) * 1000
print("smoke test passed on", *(d.filter_string for d in dpctl.get_devices()))
"""


def dynamic_section(library: Path) -> str:
    return subprocess.check_output(["objdump", "-p", library], text=True)


def is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def faults_of(library: Path, shipped: set[str]) -> list[str]:
    """What one library asks of the system and must not."""
    section = dynamic_section(library)
    faults = []
    for needed in re.findall(r"^\s+NEEDED\s+(\S+)", section, re.MULTILINE):
        if needed not in SYSTEM | shipped:
            faults.append(f"needs {needed}, which is neither in the wheel nor of glibc or GCC")
    references = section.partition("Version References:")[2]
    for name, version in re.findall(r"\b([A-Z]+)_((?:\d+\.)*\d+)\b", references):
        if tuple(map(int, version.split("."))) > NEWEST.get(name, (sys.maxsize,)):
            faults.append(f"needs {name}_{version}")
    return faults


def check_libraries(wheel: Path) -> list[str]:
    faults = []
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
        libraries = [p for p in sorted(Path(folder).rglob("*")) if p.is_file() and is_elf(p)]
        shipped = {p.name for p in libraries}
        for library in libraries:
            name = library.relative_to(folder)
            faults += [f"{name} {fault}" for fault in faults_of(library, shipped)]
        print(f"{len(libraries)} libraries and programs, {len(faults)} faults")
    return faults


def check_installed(wheel: Path, python: str) -> None:
    """Installs the wheel and its dependency in an environment of their own and uses it there, away from this repository."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", f"{folder}/env"], check=True)
        bare = f"{folder}/env/bin/python"
        pip = [bare, "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-q", "--only-binary=:all:", str(wheel)], check=True)
        subprocess.run([*pip, "check"], check=True, stdout=subprocess.DEVNULL)
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
        clean["WEFT_CACHE_DIR"] = f"{folder}/cache"
        for what in (["-m", "dpctl", "--doctor"], ["-c", SMOKE]):
            subprocess.run([bare, *what], check=True, cwd=folder, env=clean)


def main() -> None:
    wheel = Path(sys.argv[1]).resolve()
    faults = check_libraries(wheel)
    for fault in faults:
        print(f"{wheel.name}: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    if len(sys.argv) > 2:
        check_installed(wheel, sys.argv[2])


if __name__ == "__main__":
    main()
