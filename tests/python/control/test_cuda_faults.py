"""What only a GPU can show: faults, memory that runs out, fork, masks, and traces. Each in a process of its own."""

import json
import os
import subprocess
import sys
import textwrap

import dpctl
import pytest

pytestmark = pytest.mark.skipif(not dpctl.get_devices(backend="cuda"), reason="no CUDA device here")


def run(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=50,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


FAULT = """
    import dpctl, dpctl.tensor as dpt
    import numba_dpex as dpex
    from numba_dpex import kernel_api as kapi

    @dpex.kernel
    def wild(item: kapi.Item, x):
        x[item.get_id(0) + (1 << 42)] = 1

    queue = dpctl.SyclQueue("cuda")
    x = dpt.ones(1000, dtype="f4", sycl_queue=queue)
    def outcome(call):
        try:
            call()
            print("nothing")
        except RuntimeError as error:
            print(error)
    outcome(lambda: (dpex.call_kernel(wild, kapi.Range(1000), x), dpt.asnumpy(x)))
    outcome(lambda: dpt.asnumpy(x + 1))
    print(float(dpt.sum(dpt.ones(10, device="cpu"))))
"""


def test_an_illegal_address_names_the_work_and_leaves_the_cpu(tmp_path):
    program = tmp_path / "fault.py"
    program.write_text(textwrap.dedent(FAULT))  # kernels are read from their file
    out = run(f"import runpy; runpy.run_path({str(program)!r})").splitlines()
    assert len(out) == 3
    for line in out[:2]:
        assert "CUDA_ERROR_ILLEGAL_ADDRESS" in line
        assert "tasks under way: " in line and "wild" in line
    assert out[2] == "10.0"


def test_out_of_memory_is_typed_and_leaves_arrays_valid():
    out = run("""
        import dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt
        import numpy as np
        queue = dpctl.SyclQueue("cuda")
        kept = dpt.arange(1000, dtype="f4", sycl_queue=queue) * 2
        total = queue.sycl_device.global_mem_size # the driver keeps some: no request takes it from other processes
        for ask in (
            lambda: dpmem.MemoryUSMDevice(total, queue=queue),
            lambda: dpt.asnumpy(dpt.ones(total, dtype="u1", sycl_queue=queue)[:1]),
        ):
            try:
                ask()
            except dpmem.USMAllocationError as error:
                print(type(error).__name__, "bytes of device memory" in str(error))
        print(bool((dpt.asnumpy(kept) == 2 * np.arange(1000, dtype="f4")).all()))
        memory = dpmem.MemoryUSMDevice(1 << 20, queue=queue)
        memory.memset(1)
        print(sum(memory.tobytes()))
    """)
    assert out.splitlines() == ["USMAllocationError True"] * 2 + ["True", str(1 << 20)]


def test_a_child_of_fork_gets_a_clear_error_and_the_cpu_works():
    out = run("""
        import os
        import dpctl.tensor as dpt
        array = dpt.arange(10, device="cuda") + 1
        assert int(dpt.sum(array)) == 55
        child = os.fork()
        if child == 0:
            for use in (lambda: dpt.asnumpy(array * 2), lambda: dpt.ones(3, device="cuda") + 1):
                try:
                    dpt.asnumpy(use())
                    print("no error", flush=True)
                except RuntimeError as error:
                    print("fork" in str(error) and "spawn" in str(error), flush=True)
            print(float(dpt.sum(dpt.ones(10, device="cpu"))), flush=True)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), int(dpt.sum(array)))
    """)
    assert out.split() == ["True", "True", "10.0", "0", "55"]


def test_a_mask_takes_the_gpu_away():
    code = "import dpctl; print(*(d.filter_string for d in dpctl.get_devices()))"
    assert run(code, CUDA_VISIBLE_DEVICES="").split() == ["opencl:cpu:0"]


def test_a_trace_shows_what_ran_on_the_gpu_and_who_submitted_it(tmp_path):
    path = tmp_path / "trace.json"
    run(
        """
        import numpy as np
        import dpctl, dpctl.tensor as dpt
        x = dpt.asarray(np.arange(1 << 22, dtype="f4"), device="cuda")
        for _ in range(3):
            dpt.asnumpy(dpt.exp(-x) + 1)
        """,
        WEFT_TRACE=str(path),
    )
    events = json.loads(path.read_text())["traceEvents"]
    rows = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    on_gpu = [e for e in events if e["ph"] == "X" and "stream" in rows[e["pid"], e["tid"]]]
    kernels = [e for e in on_gpu if "exp" in e["name"]]
    assert len(kernels) == 3
    assert all(1 < e["dur"] < 1e5 for e in kernels)
    assert any(e["name"].startswith("memcpy") for e in on_gpu)
    order = sorted(on_gpu, key=lambda e: e["ts"])
    for before, after in zip(order, order[1:], strict=False):
        if before["tid"] == after["tid"]:
            assert before["ts"] + before["dur"] <= after["ts"] + 2
    begins = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert ends and set(ends) <= set(begins)
    for number, end in ends.items():
        assert end["ts"] >= begins[number]["ts"] - 50  # the GPU's clock is set by one event
