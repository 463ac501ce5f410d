"""Children of os.fork beside threads that use arrays, queues and the compiler."""

import subprocess
import sys
import textwrap

BUSY_THREADS = """
import itertools, os, signal, sys, threading
import dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt

number = itertools.count(2)
stop = False

def arrays():
    x = dpt.arange(1000, dtype="f4")
    while not stop:
        dpt.asnumpy(dpt.sum(x * 2 + 1))

def queues():
    while not stop:
        queue = dpctl.SyclQueue("cpu")
        memory = dpmem.MemoryUSMShared(1 << 16, queue=queue)
        queue.memcpy_async(memory, bytes(1 << 16), 1 << 16)
        queue.submit_barrier().wait()

def compiles():
    x = dpt.ones(100, dtype="f8")
    while not stop:
        y = x
        for bit in bin(next(number))[3:]:
            y = dpt.sin(y) if bit == "1" else y * y
        dpt.asnumpy(y)

def views():
    x = dpt.reshape(dpt.arange(4096, dtype="i8"), (64, 64))
    while not stop:
        y = x[::2, 1:]
        dpt.asnumpy(y.T + dpt.max(y))

threads = [threading.Thread(target=f) for f in (arrays, queues, compiles, views)]
mine = dpt.arange(1000, dtype="f4", device="cpu")  # a child has no GPU
mine.sycl_queue.wait()  # a child loses what its parent's queues have not completed
pending = mine * 3
for thread in threads:
    thread.start()
"""

FORKS = """
def values_in_child():
    mine_too = float(dpt.asnumpy(dpt.sum(pending + 1)))
    new = dpt.ones(10, device=dpctl.SyclQueue("cpu"))
    return mine_too, float(dpt.asnumpy(dpt.sum(new + new)))

failed = {}
for round in range(200):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        right = values_in_child() == (3 * 999 * 500 + 1000, 20)
        if round % 10 == 0:
            sys.exit(0 if right else 2)  # with every handler of the interpreter and the libraries
        os._exit(0 if right else 2)
    status = os.waitpid(child, 0)[1]
    if status != 0:
        failed[status] = failed.get(status, 0) + 1
stop = True
for thread in threads:
    thread.join()
print(failed)
"""


def run(code):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=600
    )


def test_children_forked_beside_busy_threads_use_arrays_and_end():
    done = run(BUSY_THREADS + FORKS)
    assert done.stdout == "{}\n", done.stderr
