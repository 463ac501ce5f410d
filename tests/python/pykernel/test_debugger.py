"""gdb stops in a kernel's lines and shows its variables."""

import shutil
import subprocess
import sys

import pytest

PROGRAM = """import dpctl.tensor as dpt
import numba_dpex as dpex


@dpex.kernel(debug=True)
def scaled(item, factor, x, y):
    i = item.get_id(0)
    value = x[i] * factor
    if i > 2:
        value += 0.5
    y[i] = value


x = dpt.arange(8, dtype="f4", device="cpu")
y = dpt.zeros(8, dtype="f4", device="cpu")
dpex.call_kernel(scaled, dpex.Range(8), 2.0, x, y)
print(dpt.asnumpy(y))
"""


@pytest.fixture
def gdb(tmp_path):
    if shutil.which("gdb") is None:
        pytest.skip("gdb is not installed")
    program = tmp_path / "scaled.py"
    program.write_text(PROGRAM)

    def run(*commands):
        steps = [
            "set breakpoint pending on",
            "set debuginfod enabled off",
            "set pagination off",
            *commands,
        ]
        arguments = [x for step in steps for x in ("-ex", step)]
        made = subprocess.run(
            ["gdb", "-nx", "-batch", *arguments, "--args", sys.executable, program],
            capture_output=True,
            text=True,
            timeout=300,
        )
        if "ptrace: Operation not permitted" in made.stderr:
            pytest.skip("processes may not be traced here")
        return made.stdout + made.stderr

    run.program = program
    return run


def test_a_breakpoint_shows_line_and_variables(gdb):
    said = gdb(
        "break scaled.py:11 if i == 3",
        "run",
        "backtrace 1",
        "print i",
        "print value",
        "continue",
    )
    assert "scaled.py:11" in said, said
    assert "$1 = 3" in said and "$2 = 6.5" in said, said
    assert "[ 0. " in said, said


def test_steps_go_from_line_to_line(gdb):
    said = gdb("break scaled.py:8", "run", "next", "next", "info locals")
    assert "value = x[i] * factor" in said and "if i > 2:" in said and "y[i] = value" in said, said
    assert "i = 0" in said, said


WITH_BARRIER = """
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
from numba_dpex import kernel_api as kapi

@dpex.kernel(debug=True)
def reverse(nd: kapi.NdItem, a, slm):
    i = nd.get_local_id(0)
    value = a[nd.get_global_id(0)] * 2
    slm[i] = value
    kapi.group_barrier(nd.get_group())
    other = slm[nd.get_local_range(0) - 1 - i]
    total = value + other
    a[nd.get_global_id(0)] = total

a = dpt.arange(8, dtype="i4", device="cpu")
dpex.call_kernel(reverse, kapi.NdRange((8,), (4,)), a, kapi.LocalAccessor(4, np.int32))
print(dpt.asnumpy(a))
"""


def test_variables_live_on_after_a_barrier(gdb):
    gdb.program.write_text(WITH_BARRIER)
    said = gdb(
        "break scaled.py:14 if i == 2",
        "run",
        "next",
        "print value",
        "print total",
        "delete",
        "continue",
    )
    assert "$1 = 4" in said and "$2 = 6" in said, said
    assert "[ 6  6  6  6 22 22 22 22]" in said, said


WITH_BARRIERS = """
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
from numba_dpex import kernel_api as kapi

@dpex.kernel(debug=True)
def turned(nd: kapi.NdItem, a, factor, slm):
    i = nd.get_local_id(0)
    unused = i * 7
    value = a[nd.get_global_id(0)] * factor
    slm[i] = value
    for k in range(2):
        kapi.group_barrier(nd.get_group())
        total = value + slm[3 - i]
        total += k
    a[nd.get_global_id(0)] = total

a = dpt.arange(8, dtype="i4", device="cpu")
dpex.call_kernel(turned, kapi.NdRange((8,), (4,)), a, 3, kapi.LocalAccessor(4, np.int32))
print(dpt.asnumpy(a))
"""


def test_all_variables_are_shown_everywhere_between_barriers(gdb):
    gdb.program.write_text(WITH_BARRIERS)
    said = gdb(
        "break scaled.py:12 if i == 2",
        "break scaled.py:16 if i == 2 && k == 1",
        "run",
        "info locals",
        "continue",
        "info locals",
        "print factor",
        "delete",
        "continue",
    )
    assert "optimized out" not in said, said
    assert said.count("\nunused = 14\n") == 2 and said.count("\nvalue = 6\n") == 2, said
    assert "\nk = 1\n" in said and "\ntotal = 9\n" in said and "$1 = 3" in said, said
    assert "[10 10 10 10 34 34 34 34]" in said, said
