"""Ctrl-C: Python comes back from waits for endless kernels, and both it and the device go on."""

import os
import re
import signal
import subprocess
import sys
import textwrap

PRELUDE = """
    import os, signal, sys, threading, time
    sys.path.insert(0, {folder!r})
    import dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt
    import numpy as np
    import probe

    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a script started the tests in the background
    queue = dpctl.SyclQueue("cpu")
    flag = dpmem.MemoryUSMShared(64, queue=queue)
    flag.memset(0)

    def press_ctrl_c_soon():
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

    def must_be_left(wait):
        press_ctrl_c_soon()
        try:
            wait()
        except KeyboardInterrupt:
            print("left", flush=True)

    def device_works():
        x = dpt.arange(1 << 22, dtype="f4", sycl_queue=dpctl.SyclQueue("cpu"))
        return float(dpt.max(x * 2)) == 2.0 * ((1 << 22) - 1)
"""


def run(folder, code):
    code = textwrap.dedent(PRELUDE.format(folder=str(folder))) + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


def test_wait_for_an_endless_kernel_can_be_left_and_the_device_used(extension_folder):
    done = run(
        extension_folder,
        """
        event = probe.submit_endless(queue, flag, 4096)
        must_be_left(event.wait)
        must_be_left(queue.wait)
        print(device_works())
        memoryview(flag)[0] = 1
        queue.wait()
        print(event.execution_status == dpctl.event_status_type.complete)
        """,
    )
    assert done.stdout.split() == ["left", "left", "True", "True"], done.stderr


def test_kernel_that_was_cheap_before_can_be_left_too(extension_folder):
    done = run(
        extension_folder,
        """
        flag.memset(1)
        for _ in range(100):
            probe.submit_endless(queue, flag, 16)
        queue.wait()
        flag.memset(0)
        must_be_left(lambda: probe.submit_endless(queue, flag, 16).wait())
        memoryview(flag)[0] = 1
        queue.wait()
        print("end")
        """,
    )
    assert done.stdout.split() == ["left", "end"], done.stderr


def test_reading_an_array_behind_an_endless_kernel_can_be_left(extension_folder):
    done = run(
        extension_folder,
        """
        x = dpt.ones(1000, dtype="f4", sycl_queue=queue)
        probe.submit_endless(queue, flag, 16)
        must_be_left(lambda: print(float(dpt.sum(x))))
        must_be_left(lambda: dpt.asnumpy(x + 1))
        memoryview(flag)[0] = 1
        print(float(dpt.sum(x)))
        """,
    )
    assert done.stdout.split() == ["left", "left", "1000.0"], done.stderr


def test_process_ends_and_forks_with_an_endless_kernel_under_way(extension_folder):
    done = run(
        extension_folder,
        """
        probe.submit_endless(queue, flag, 4096)
        child = os.fork()
        if child == 0:
            os._exit(0 if device_works() else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["0"]), done.stderr


def test_first_use_of_a_heavy_expression_can_be_left_while_it_compiles(tmp_path):
    # The signal comes when the compiler says what it does first, so that it is at work by then.
    code = """
        import signal
        import dpctl.tensor as dpt
        signal.signal(signal.SIGINT, signal.default_int_handler)
        x = dpt.linspace(0, 1, 100, dtype="f8")
        dpt.asnumpy(x)
        y = x
        for _ in range(12):
            y = dpt.cos(dpt.pow(dpt.sin(y) + 1.5, y))
        print("ready", flush=True)
        try:
            float(dpt.sum(y))
        except KeyboardInterrupt:
            print("left", flush=True)
        else:
            print("done", flush=True)
        print(float(dpt.sum(y)) > 0)
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "WEFT_CACHE": "0", "WEFT_DUMP": str(tmp_path)},
    )
    assert child.stdout.readline() == "ready\n"
    before = set(os.listdir(tmp_path))
    while not set(os.listdir(tmp_path)) - before and child.poll() is None:
        pass
    child.send_signal(signal.SIGINT)
    output, errors = child.communicate(timeout=120)
    assert re.fullmatch(r"left\nTrue\n", output), errors
