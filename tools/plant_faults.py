"""Puts small faults into the code one after the other, builds, runs the tests that should notice, and says which faults
none of them saw. The tree it runs in is left as it was found; use a worktree of your own, built, that nobody else edits.

A list of faults is TOML:

    [groups.fuse]
    build = ["weft", "weft-codegen"]                  # targets; none for what is not compiled
    tests = ["ctest -R ^fuse", "pytest tests/python/tensor/test_array_programs.py"]

    [[fault]]
    group = "fuse"
    file = "src/fuse/recording.cpp"
    old = "first_temporary = result_place + 1"        # stands once in the file
    new = "first_temporary = result_place"
    tests = ["ctest -R array_scan"]                   # tried before the group's, may be left out

Usage: python tools/plant_faults.py LIST.toml [--only TEXT]
"""

import argparse
import contextlib
import os
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"


def command_of(test: str) -> list[str]:
    """A list's `ctest` and `pytest` are those of the tree; whatever is after the first failure does not matter."""
    program, *arguments = shlex.split(test)
    if program == "ctest":
        return [
            "ctest",
            "--test-dir",
            str(BUILD),
            "--stop-on-failure",
            "--no-tests=error",
            *arguments,
        ]
    if program == "pytest":
        return [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider", *arguments]
    return [program, *arguments]


def failure_of(command: list[str], limit: float, environment: dict[str, str]) -> str | None:
    """How it ended where it did not end well: a test that takes too long may hang, or the machine is busy."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return None if process.wait(limit) == 0 else "noticed by"
    except subprocess.TimeoutExpired:
        return f"no end after {limit:g} s of"
    finally:  # whatever it started ends with it
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def build_and_test(
    group: dict, fault: dict, limit: float, environment: dict[str, str]
) -> str | None:
    """What failed first and how, if anything did."""
    targets = fault.get("build", group.get("build", []))
    build = ["cmake", "--build", "--preset", "release", "--target", *targets]
    if targets and (failure := failure_of(build, 3600, environment)):
        return f"{failure} the build"
    for test in [*fault.get("tests", []), *group.get("tests", [])]:
        if failure := failure_of(command_of(test), limit, environment):
            return f"{failure} {test}"
    return None


def outcome(fault: dict, group: dict, limit: float, environment: dict[str, str]) -> str:
    """What noticed, or that nothing did."""
    path = ROOT / fault["file"]
    text = path.read_text()
    if (found := text.count(fault["old"])) != 1:
        return f"not planted: its text stands {found} times in the file"
    try:
        path.write_text(text.replace(fault["old"], fault["new"]))
        noticed = build_and_test(group, fault, limit, environment)
        return noticed or "SURVIVED"
    finally:
        path.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--only", default="", help="faults whose file or text has this in it")
    parser.add_argument("--limit", type=float, default=600, help="seconds that a test may take")
    arguments = parser.parse_args()
    listed = tomllib.loads(arguments.list.read_text())
    environment = {  # extensions that are installed take the libraries of the build
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": str(BUILD / "lib"),
        "WEFT_CACHE_DIR": str(BUILD / "cache-of-faults"),
    }
    faults = [
        fault
        for fault in listed["fault"]
        if arguments.only in fault["file"] + fault["old"] + fault["new"]
    ]
    for name in {fault["group"] for fault in faults}:
        failed = build_and_test(listed["groups"][name], {}, arguments.limit, environment)
        if failed is not None:
            sys.exit(f"{name}: without any fault, {failed}")
    survived = 0
    for fault in faults:
        said = outcome(fault, listed["groups"][fault["group"]], arguments.limit, environment)
        survived += said == "SURVIVED"
        print(f"{fault['file']}: {fault['old']!r} -> {fault['new']!r}: {said}", flush=True)
    print(f"{survived} survived")


if __name__ == "__main__":
    main()
