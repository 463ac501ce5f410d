"""SYCL C++ (bench/cpp/works): on the CPU against plain C++ with OpenMP by clang, on an NVIDIA GPU against CUDA by nvcc; and what
compiling costs.

Streams are BabelStream's five kernels on 2^25 float64; sums, scans and sorts are of 256 numbers in local memory, the product is of
16 x 16 tiles. Programs take turns, and the best of all rounds counts. The OpenMP peer needs libomp (`apt install libomp-22-dev`).
`--programs` names a folder with `works_sycl` and `works_cuda`, where no compiler is here.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import weft
from harness import Report, Row, arguments_parser, best_of

SOURCES = Path(__file__).parent / "cpp" / "works"
WEFT = Path(sys.executable).with_name("weft-clang++")
CLANG = "clang++-22"

INCLUDES = "#include <sycl/sycl.hpp>\n"
EMPTY_MAIN = "int main() {}\n"


def build(folder: Path, gpu: bool) -> dict[str, Path]:
    """Peer -> its program; a peer whose compiler or runtime is not here is said on stderr and left out."""
    commands = {"weft": [WEFT, "-fsycl", "-O3", SOURCES / "works_sycl.cpp"]}
    if gpu:
        commands["nvcc"] = ["nvcc", "-O3", "-arch=native", "-std=c++17", SOURCES / "works_cuda.cu"]
    else:
        openmp = [CLANG, "-O3", "-march=native", "-fopenmp", SOURCES / "works_openmp.cpp"]
        commands["OpenMP"] = openmp
    programs = {}
    for peer, command in commands.items():
        try:
            subprocess.run([*command, "-o", folder / peer], check=True)
            programs[peer] = folder / peer
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{peer} is left out: {error}", file=sys.stderr)
    return programs


def given(folder: Path) -> dict[str, Path]:
    names = {"weft": "works_sycl", "nvcc": "works_cuda"}
    return {peer: folder / name for peer, name in names.items() if (folder / name).exists()}


def run(program: Path, device: str, quick: bool) -> list[dict]:
    selector = device if ":" in device else f"*:{device}"
    environment = {**os.environ, "ONEAPI_DEVICE_SELECTOR": selector}
    command = [str(program), "64" if quick else "1"]
    said = subprocess.check_output(command, env=environment, text=True)
    return [json.loads(line) for line in said.splitlines()]


def works(report: Report, programs: dict[str, Path], device: str, quick: bool) -> None:
    """Rounds of all programs; the first call is that of a program's first round."""
    rows: dict[tuple[str, str], Row] = {}
    checks: dict[str, float] = {}
    for turn in range(1 if quick else 3):
        for peer, program in programs.items():
            report.say(f"{peer}, round {turn + 1}")
            for said in run(program, device, quick):
                key = said["work"], peer
                expected = checks.setdefault(said["work"], said["check"])
                agrees = abs(said["check"] - expected) <= 1e-5 * abs(expected)
                row = rows.setdefault(key, Row(*key, said["first"], said["best"], agrees))
                row.best = min(row.best, said["best"])
                row.agrees = row.agrees and agrees
    for row in sorted(rows.values(), key=lambda row: list(checks).index(row.work)):
        report.add(row)


def compilations(report: Report, folder: Path, quick: bool) -> None:
    """An empty program with our header: the host's pass alone, and a whole compilation, beside clang's alone; and one of
    all works."""
    empty = folder / "empty.cpp"
    empty.write_text(INCLUDES + EMPTY_MAIN)
    include = Path(weft.__path__[0]) / "include"
    out = ["-o", folder / "out.o"]
    host = [CLANG, "-std=c++17", "-fsyntax-only", "-isystem", include]
    least = 1 if quick else 4
    commands = [
        ("headers, host pass", "weft", [*host, empty]),
        ("empty program, -c", "weft", [WEFT, "-fsycl", "-O2", "-c", empty, *out]),
        (
            "empty program, -c",
            "clang++ -O2",
            [CLANG, "-O2", "-isystem", include, "-c", empty, *out],
        ),
        ("works, -c", "weft", [WEFT, "-fsycl", "-O2", "-c", SOURCES / "works_sycl.cpp", *out]),
    ]
    for work, peer, command in commands:
        report.say(f"{work}: {peer}")
        report.add(
            Row(work, peer, *best_of(partial(subprocess.run, command, check=True), 0, least))
        )


def main() -> None:
    parser = arguments_parser(__doc__)
    parser.add_argument("--programs", type=Path, help="folder with what compilers made before")
    options = parser.parse_args()
    gpu = "gpu" in options.device
    peer = "nvcc" if gpu else "OpenMP"
    with Report("SYCL C++", peer) as report, tempfile.TemporaryDirectory() as folder:
        programs = given(options.programs) if options.programs else build(Path(folder), gpu)
        works(report, programs, options.device, options.quick)
        if not options.programs and shutil.which(CLANG):
            compilations(report, Path(folder), options.quick)
    report.print()
    report.write(options.json)


if __name__ == "__main__":
    main()
