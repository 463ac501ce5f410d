"""The device that computes nothing: there where it is asked for, and failing where it is told to."""

import os
import subprocess
import sys
import textwrap

import pytest

PRELUDE = """
    import dpctl, dpctl.memory as dpmem
    queue = dpctl.SyclQueue("null")
    def outcome(call):
        try:
            call()
            print("done")
        except Exception as error:
            print(type(error).__name__, error)
"""


def run(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_is_there_where_it_is_asked_for_and_never_the_default():
    code = """
        import dpctl
        print("Weft null" in [platform.name for platform in dpctl.get_platforms()])
        print("null" in dpctl.SyclDevice().name)
    """
    assert run(code) == run(code, WEFT_NULL="0") == ["False", "False"]
    assert run(code, WEFT_NULL="1") == ["True", "False"]


@pytest.mark.parametrize(("double", "expected"), [({}, "True"), ({"WEFT_NULL_FP64": "0"}, "False")])
def test_has_double_unless_told_otherwise(double, expected):
    code = PRELUDE + "    print(queue.sycl_device.has_aspect_fp64)"
    assert run(code, WEFT_NULL="1", **double) == [expected]


@pytest.mark.parametrize(("double", "bits"), [("1", 64), ("0", 32)])
def test_arrays_are_of_what_the_device_can_do(double, bits):
    code = (
        PRELUDE
        + """
    import array, dpctl.tensor as dpt, numpy as np
    from dpctl.tensor import _usmarray
    made = [np.ones(3), 1j * np.ones(3), np.float64(1), array.array("d", [1, 2]), [1.5], 2j]
    print(*(dpt.asarray(x, sycl_queue=queue).dtype for x in made))
    i, f = (dpt.empty(3, dtype=t, sycl_queue=queue) for t in ("i4", "f4"))
    print(_usmarray.common_dtype([i, f]), dpt.result_type(i, f), dpt.concat([i, f]).dtype)
"""
    )
    real, both = f"float{bits}", f"complex{2 * bits}"
    assert run(code, WEFT_NULL="1", WEFT_NULL_FP64=double) == [
        f"{real} {both} {real} {real} {real} {both}",
        f"{real} {real} {real}",
    ]


def test_copies_and_fills():
    out = run(
        PRELUDE
        + """
    memory = dpmem.MemoryUSMDevice(1000, queue=queue)
    memory.memset(7)
    memory.copy_from_host(bytes([1, 2, 3]))
    print(*memory.tobytes()[:5], memory.tobytes()[-1])
""",
        WEFT_NULL="1",
    )
    assert out == ["1 2 3 7 7 7"]


ALLOCATING = """
    for _ in range(3):
        outcome(lambda: dpmem.MemoryUSMDevice(5 << 20, queue=queue))
"""


def test_allocations_fail_as_written():
    kept = PRELUDE + "    kept = dpmem.MemoryUSMDevice(5 << 20, queue=queue)\n"
    out = run(kept + ALLOCATING, WEFT_NULL="1", WEFT_NULL_FAIL="allocation:2+,compile:1")
    assert len(out) == 3
    for line in out:
        assert line.startswith("USMAllocationError ")
    out = run(PRELUDE + ALLOCATING, WEFT_NULL="1", WEFT_NULL_FAIL="submit:1")
    assert out == ["done"] * 3


def test_tasks_fail_as_written():
    out = run(
        PRELUDE
        + """
    memory = dpmem.MemoryUSMShared(64, queue=queue)
    outcome(lambda: (memory.memset(1), queue.wait()))
    outcome(lambda: (memory.memset(2), queue.wait()))
    print(memory.tobytes()[0])
""",
        WEFT_NULL="1",
        WEFT_NULL_FAIL="submit:1",
    )
    assert "told to fail" in out[0], out
    assert out[1:] == ["done", "2"]


def test_what_is_written_otherwise_is_refused():
    out = run(PRELUDE + ALLOCATING, WEFT_NULL="1", WEFT_NULL_FAIL="nothing:1")
    assert "'nothing' is none of allocation, submit, compile" in out[0]
