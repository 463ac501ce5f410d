"""The interpreter ends while daemon threads are inside of Weft, as it may with NumPy."""

import subprocess
import sys

import pytest

WORK = {
    "reads an array": "dpt.asnumpy(dpt.sum(dpt.sin(x) * 2))",
    "reads a number": "float(dpt.sum(x))",
    "writes an array": "dpt.asarray(numbers)",
    "compiles": "y = x\nfor bit in bin(next(count)): y = dpt.sin(y) if bit == '1' else y * y\ndpt.asnumpy(y)",
    "compiles kernels": "run(next(count), x)",
    "fails": "try: dpt.usm_ndarray((2,), buffer=numbers)\nexcept Exception: pass",
    "waits for a queue": "dpt.sin(x)\nx.sycl_queue.wait()",
    "waits for an event": "x.sycl_queue.submit_barrier().wait()",
    "copies memory": "dpmem.MemoryUSMShared(4096).copy_from_host(bytes(4096))",
    "makes queues": "dpctl.SyclQueue()",
    "looks for devices": "dpctl.get_devices(); dpctl.SyclDevice('cpu')",
    "exchanges arrays": "dpt.from_dlpack(dpt.sin(x)); np.from_dlpack(dpt.asarray(numbers, device='cpu'))",
    "keeps objects for tasks": "x.sycl_queue.memcpy_async(bytearray(4096), bytes(4096), 4096)",
}

PROGRAM = """
import itertools, threading
import dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
from numba_dpex import kernel_api as kapi

def run(number, x):
    @dpex.kernel
    def kernel(item: kapi.Item, x):
        x[item.get_id(0)] += number
    dpex.call_kernel(kernel, kapi.Range(10), x)

count = itertools.count(2)
numbers = np.arange(100000, dtype="f4")
work = compile({work!r}, "work", "exec")
rounds = threading.Semaphore(0)

def for_ever():
    names = dict(globals(), x=dpt.asarray(numbers))
    while True:
        exec(work, names)
        rounds.release()

for _ in range(3):
    threading.Thread(target=for_ever, daemon=True).start()
for _ in range(30):
    rounds.acquire()
print("end", flush=True)
"""


@pytest.mark.parametrize("work", WORK, ids=lambda name: name.replace(" ", "_"))
def test_interpreter_ends_while_a_daemon_thread(work, tmp_path):
    program = tmp_path / "program.py"  # kernels are read from their file
    program.write_text(PROGRAM.format(work=WORK[work]))
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, program], capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")
