"""Many threads on one queue, children of os.fork, Ctrl-C while waiting."""

import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import dpctl
import dpctl.memory as dpmem


def test_sixty_four_threads_share_a_queue(queue):
    def work(number):
        memory = dpmem.MemoryUSMDevice(4096, queue=queue)
        for repeat in range(10):
            value = (number + repeat) % 256
            event = queue.memcpy_async(memory, bytes([value]) * 4096, 4096)
            queue.submit_barrier([event]).wait()
            if memory.tobytes() != bytes([value]) * 4096:
                return False
        queue.wait()
        return True

    with ThreadPoolExecutor(64) as pool:
        assert all(pool.map(work, range(64)))


def test_threads_get_the_same_cached_queue(device):
    with ThreadPoolExecutor(16) as pool:
        queues = list(pool.map(lambda _: dpctl.get_device_cached_queue(device), range(64)))
    assert len(set(queues)) == 1


def run(code):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120
    )


def test_fork_after_use_leaves_the_cpu_usable():
    done = run("""
        import os
        import dpctl, dpctl.memory as dpmem
        queue = dpctl.SyclQueue("cpu")
        memory = dpmem.MemoryUSMShared(1 << 20, queue=queue)
        memory.memset(1)
        child = os.fork()
        if child == 0:
            memory.memset(2)
            other = dpmem.MemoryUSMDevice(1 << 20, queue=dpctl.SyclQueue("cpu"))
            other.copy_from_device(memory)
            queue.submit_barrier().wait()
            os._exit(0 if other.tobytes() == b"\\2" * (1 << 20) else 1)
        _, status = os.waitpid(child, 0)
        memory.memset(3)
        print(os.waitstatus_to_exitcode(status), memory.tobytes()[:1])
    """)
    assert done.stdout == "0 b'\\x03'\n", done.stderr


def test_interpreter_ends_with_work_under_way():
    done = run("""
        import dpctl, dpctl.memory as dpmem
        queue = dpctl.SyclQueue()
        memory = dpmem.MemoryUSMDevice(1 << 24, queue=queue)
        data = bytes(1 << 24)
        for _ in range(8):
            queue.memcpy_async(memory, data, 1 << 24)
        print("end")
    """)
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr
