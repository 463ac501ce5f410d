"""Compiled kernels print what pure Python prints; failed assertions and indices out of bounds are errors that name the place."""

import re
import subprocess
import sys

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi

R = dpex.Range(4)


def lines(function, space, *arguments, device, capsys):
    """What a kernel prints in pure Python, and compiled, sorted: work-items come in any order."""
    kapi.call_kernel(function, space, *arguments)
    expected = sorted(capsys.readouterr().out.splitlines())
    given = [dpt.asarray(a, device=device) if isinstance(a, np.ndarray) else a for a in arguments]
    dpex.call_kernel(dpex.kernel(function), space, *given)
    return expected, sorted(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "i8", "e", "f", "d", "F", "D"])
def test_numbers_print_as_in_python(device, dtype, capsys):
    def kernel(item, a):
        i = item.get_id(0)
        print(i, a[i], "and", -1.5, None, sep=" | ")

    a = np.array([0, 1, 7, 1 / 3]).astype(dtype)
    expected, found = lines(kernel, R, a, device=device, capsys=capsys)
    assert found == expected and len(found) == 4


def test_the_largest_and_smallest_integers_print(device, capsys):
    def kernel(item, a, b):
        i = item.get_id(0)
        print(a[i], b[i])

    a = np.array([0, 2**64 - 1, 2**63, 5], np.uint64)
    b = np.array([0, -(2**63), 2**63 - 1, 5])
    expected, found = lines(kernel, R, a, b, device=device, capsys=capsys)
    assert found == expected


def test_text_with_values_prints(device, capsys):
    def kernel(item, a):
        i = item.get_id(0)
        print(f"{i:>3}: {a[i]:.2f} {a[i] > 1!r}", (i, 2), end=";\n")

    expected, found = lines(kernel, R, np.arange(4) / 3, device=device, capsys=capsys)
    assert found == expected


def test_one_work_item_prints_in_a_called_function_and_a_group(device, capsys):
    def helper(x):
        if x == 3:
            print("helper", x)

    def kernel(nd, a):
        helper(nd.get_global_id(0))
        kapi.group_barrier(nd.get_group())
        if nd.get_local_id(0) == 0:
            print("group", nd.get_group().get_group_id(0))

    space = dpex.NdRange((16,), (8,))
    expected, found = lines(kernel, space, np.zeros(16), device=device, capsys=capsys)
    assert found == expected == ["group 0", "group 1", "helper 3"]


def test_more_lines_than_the_buffer_holds(device, capsys):
    @dpex.kernel
    def kernel(item, a):
        i = item.get_id(0)
        print(i, i, i, i, i, i)

    dpex.call_kernel(kernel, dpex.Range(40000), dpt.zeros(1, device=device))
    found = capsys.readouterr().out.splitlines()
    assert found[-1] == "(what this kernel printed beyond 1048568 bytes is lost)"
    assert len(set(found[:-1])) == len(found) - 1 > 10000


def positive(item, a):
    i = item.get_id(0)
    assert a[i] > 0, f"a[{i}] is {a[i]}"
    a[i] = 5


def test_a_failed_assertion(device):
    a = dpt.asarray([1, 2, -3, 4], device=device)
    line = positive.__code__.co_firstlineno + 2
    with pytest.raises(AssertionError) as error:
        dpex.call_kernel(dpex.kernel(positive), R, a)
    assert str(error.value) == (
        f"{__file__}:{line}: in positive, work-item 2: assert a[i] > 0 failed: a[2] is -3"
    )
    assert dpt.asnumpy(a).tolist() == [5, 5, -3, 5]
    dpex.call_kernel(dpex.kernel(positive), R, dpt.ones(4, dtype="i8", device=device))


def test_a_failed_assertion_in_a_function_that_a_group_calls(device):
    def helper(x):
        assert x != 3
        return x

    def kernel(nd, a, slm):
        i, j = nd.get_global_id(0), nd.get_local_id(0)
        slm[j] = helper(i)
        kapi.group_barrier(nd.get_group())
        a[i] = slm[3 - j]

    a = dpt.zeros(8, dtype="i8", device=device)
    with pytest.raises(AssertionError, match=r"in helper, work-item 3: assert x != 3 failed$"):
        dpex.call_kernel(
            dpex.kernel(kernel), dpex.NdRange((8,), (4,)), a, kapi.LocalAccessor(4, "i8")
        )
    assert dpt.asnumpy(a)[4:].tolist() == [7, 6, 5, 4]


def test_a_failed_assertion_of_an_asynchronous_launch_surfaces_at_the_wait(device):
    a = dpt.asarray([1, 2, -3, 4], usm_type="device", device=device)
    queue = a.sycl_queue
    _, event = dpex.call_kernel_async(dpex.kernel(positive), R, (), a)
    with pytest.raises(RuntimeError, match=r"in positive, work-item 2: assert a\[i\] > 0 failed"):
        event.wait()
        queue.wait()
    assert dpt.asnumpy(a).tolist() == [5, 5, -3, 5]


def test_an_asynchronous_launch_prints_before_its_event_is_complete(device, capsys):
    @dpex.kernel
    def kernel(item, a):
        print("item", item.get_id(0))

    _, event = dpex.call_kernel_async(kernel, R, (), dpt.zeros(4, device=device))
    event.wait()
    assert sorted(capsys.readouterr().out.splitlines()) == [f"item {i}" for i in range(4)]


# Checked indices.

checked = pytest.fixture(lambda monkeypatch: monkeypatch.setenv("WEFT_CHECK", "1"))


def beyond(item, a, b):
    i = item.get_id(0)
    b[i] = a[i + 1, 2]


def test_an_index_out_of_bounds(device, checked):
    a, b = dpt.zeros((4, 3), device=device), dpt.ones(4, device=device)
    with pytest.raises(IndexError) as error:
        dpex.call_kernel(dpex.kernel(beyond), R, a, b)
    line = beyond.__code__.co_firstlineno + 2
    assert str(error.value) == (
        f"{__file__}:{line}: in beyond, work-item 3: index 4 is out of bounds for axis 0 of a, whose shape is (4, 3)"
    )
    assert dpt.asnumpy(b).tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("a[2 * i]", r"index \d is out of bounds for axis 0 of a, whose shape is \(4,\)"),
        ("a[-2 - i]", "index -5 is out of bounds for axis 0 of a"),
        ("a[5]", "index 5 is out of bounds for axis 0 of a"),
        ("p[i]", r"index 3 is out of bounds for axis 0 of p, whose shape is \(3,\)"),
        ("kapi.AtomicRef(a, i + 2).load()", "index [45] is out of bounds for axis 0 of "),
        ("a[1:][i]", r"index 3 is out of bounds for axis 0 of a\[1:\], whose shape is \(3,\)"),
    ],
)
def test_kinds_of_indices_out_of_bounds(device, checked, text, match, tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(
        "from numba_dpex import kernel_api as kapi\n\n\ndef kernel(item, a, b):\n    i = item.get_id(0)\n"
        f"    p = kapi.PrivateArray(3, a.dtype, fill_zeros=True)\n    b[i] = {text}\n"
    )
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    a, b = dpt.zeros(4, device=device), dpt.zeros(4, device=device)
    with pytest.raises(IndexError, match=match):
        dpex.call_kernel(dpex.kernel(space["kernel"]), R, a, b)


def test_a_step_of_zero_that_is_known_at_run_time_makes_no_turns(device):
    def kernel(item, x, y):
        i, count = item.get_id(0), 0
        for n in range(9, 0, x[i]):
            count += n
        for n in range(i, 9, abs(x[i])):
            count += n
        for k, n in enumerate(range(5, i, x[i])):
            count += k + n
        y[i] = count

    y = dpt.ones(4, dtype="i8", device=device)
    dpex.call_kernel(dpex.kernel(kernel), R, dpt.asarray(np.array([0, 0, -9, 9]), device=device), y)
    assert dpt.asnumpy(y).tolist() == [0, 0, 9 + 2 + 5, 3]


def test_a_step_of_zero_is_reported(device, checked):
    def kernel(item, x, y):
        i = item.get_id(0)
        for n in range(9, 0, x[i] - 2):
            y[i] += n

    x, y = dpt.arange(4, dtype="i8", device=device), dpt.zeros(4, dtype="i8", device=device)
    with pytest.raises(ValueError, match=r"work-item 2: the step x\[i\] - 2 of a range is zero"):
        dpex.call_kernel(dpex.kernel(kernel), R, x, y)
    assert dpt.asnumpy(y).tolist() == [9 + 7 + 5 + 3 + 1, 45, 0, 0]


def test_indices_that_are_right_pass_the_check(device, checked):
    def kernel(nd, a, slm):
        i, j = nd.get_global_id(0), nd.get_local_id(0)
        slm[j] = a[-1 - i]
        kapi.group_barrier(nd.get_group())
        a[i] = slm[-1 - j] + a[i:][0] * 0

    a = dpt.arange(16, dtype="i8", device=device)
    b = np.arange(16)
    space = dpex.NdRange((16,), (16,))
    kapi.call_kernel(kernel, space, b, kapi.LocalAccessor(16, "i8"))
    dpex.call_kernel(dpex.kernel(kernel), space, a, kapi.LocalAccessor(16, "i8"))
    assert dpt.asnumpy(a).tolist() == b.tolist()


def test_a_check_that_means_nothing(monkeypatch):
    monkeypatch.setenv("WEFT_CHECK", "yes")
    with pytest.raises(ValueError, match="WEFT_CHECK is 0 or 1, not 'yes'"):
        dpex.call_kernel(dpex.kernel(beyond), R, dpt.zeros((4, 3)), dpt.ones(4))


def test_optimised_python_leaves_assertions_out(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        "import dpctl.tensor as dpt\nimport numba_dpex as dpex\n\n\n@dpex.kernel\ndef kernel(item, a):\n    assert a[0] > 1\n"
        "\n\ndpex.call_kernel(kernel, dpex.Range(1), dpt.zeros(1))\nprint('passed')\n"
    )
    run = subprocess.run([sys.executable, "-O", path], capture_output=True, text=True, check=True)
    assert run.stdout == "passed\n"
    failed = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    assert re.search(r"AssertionError: .*program.py:7: in kernel, work-item 0", failed.stderr)


def test_kernels_on_other_queues_go_on_after_a_failed_assertion():
    other = dpctl.SyclQueue("cpu")
    with pytest.raises(AssertionError):
        dpex.call_kernel(dpex.kernel(positive), R, dpt.zeros(4, dtype="i8", device="cpu"))
    a = dpt.ones(4, dtype="i8", sycl_queue=other)
    dpex.call_kernel(dpex.kernel(positive), R, a)
    assert dpt.asnumpy(a).tolist() == [5] * 4


def test_conditions_of_loops_look_no_further_than_in_python(device, checked):
    def kernel(item, a, found):
        k = m = 0
        while k < a.size and a[k] > 0:
            k += 1
        while not (m >= a.size or -1 < a[m] <= 0):
            m += 1
        p = a.size
        while 0 < p <= a.size and True and a[p - 1] > 0:
            p -= 1
        found[0], found[1], found[2] = k, m, p

    found = np.zeros(3, np.int64)
    for values in ([1, 1, 0, 1], [1, 1, 1, 1], [0, 0, 0, 0]):
        kapi.call_kernel(kernel, dpex.Range(1), np.array(values), found)
        result = dpt.zeros(3, dtype="i8", device=device)
        dpex.call_kernel(
            dpex.kernel(kernel), dpex.Range(1), dpt.asarray(values, device=device), result
        )
        assert dpt.asnumpy(result).tolist() == found.tolist()
