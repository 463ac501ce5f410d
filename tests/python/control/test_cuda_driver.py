"""What programs see of NVIDIA's driver when it is missing, too old, masked, out of memory or fails; without a GPU."""

import ctypes
import json

import fake_cuda
import pytest

pytestmark = pytest.mark.skipif(
    fake_cuda.compiler() is None, reason="the stand-in for the driver needs a C++ compiler"
)


FILTERS = """
    import dpctl, json
    print(json.dumps([d.filter_string for d in dpctl.get_devices()]))
"""


def test_a_gpu_stands_beside_the_cpu_and_is_the_default(run):
    assert json.loads(run(FILTERS)) == ["opencl:cpu:0", "cuda:gpu:0"]
    out = run("import dpctl; print(dpctl.SyclDevice().filter_string)")
    assert out.strip() == "cuda:gpu:0"


@pytest.mark.parametrize("name", ["cuda", "gpu", "cuda:gpu", "cuda:gpu:0", "gpu:0"])
def test_filter_strings(run, name):
    out = run(f"import dpctl; print(dpctl.SyclQueue({name!r}).sycl_device.name)")
    assert out.strip() == "Fake GPU 0"


@pytest.mark.parametrize(
    ("variable", "value", "seen"),
    [
        ("ONEAPI_DEVICE_SELECTOR", "opencl:cpu", ["opencl:cpu:0"]),
        ("ONEAPI_DEVICE_SELECTOR", "cuda:1", ["cuda:gpu:0"]),
        ("ONEAPI_DEVICE_SELECTOR", "*:gpu", ["cuda:gpu:0", "cuda:gpu:1"]),
        ("ONEAPI_DEVICE_SELECTOR", "!cuda:*", ["opencl:cpu:0"]),
        ("WEFT_DEVICE", "cpu", ["opencl:cpu:0"]),
        ("WEFT_DEVICE", "cuda:gpu:1", ["cuda:gpu:0"]),
        ("CUDA_VISIBLE_DEVICES", "1", ["opencl:cpu:0", "cuda:gpu:0"]),
        ("CUDA_VISIBLE_DEVICES", "", ["opencl:cpu:0"]),
    ],
)
def test_devices_are_masked(run, variable, value, seen):
    assert json.loads(run(FILTERS, "devices=2", **{variable: value})) == seen


def test_importing_starts_no_driver(run):
    out = run("""
        import dpctl, dpctl.memory, dpctl.tensor
        print("libcuda" in open("/proc/self/maps").read())
        dpctl.get_devices()
        print("libcuda" in open("/proc/self/maps").read())
    """)
    assert out.split() == ["False", "True"]


UNUSABLE = [
    ("driver=11080", "CUDA 11.8; Weft needs 12.0 or newer"),
    ("init=100", "cuInit failed: CUDA_ERROR_NO_DEVICE"),
    ("sm=61", "Fake GPU 0 is sm_61; Weft supports sm_70 and newer"),
    ("devices=0", "no GPU"),
]


@pytest.mark.parametrize(("fake", "reason"), UNUSABLE)
def test_what_can_not_be_used_is_left_out_and_the_doctor_says_why(run, fake, reason):
    assert json.loads(run(FILTERS, fake)) == ["opencl:cpu:0"]
    out = run(
        """
        import sys
        from dpctl._doctor import examine
        sys.exit(0 if examine() == 0 else 1)
        """,
        fake,
    )
    assert reason in out
    assert "opencl:cpu:0" in out


def test_asking_for_a_gpu_that_is_not_there_says_what_is(run):
    out = run(
        """
        import dpctl
        try:
            dpctl.SyclQueue("gpu")
        except dpctl.SyclQueueCreationError as error:
            print(error)
        """,
        "init=100",
    )
    assert "gpu" in out


def test_out_of_memory_is_typed_and_leaves_the_rest_valid(run):
    out = run(
        """
        import dpctl, dpctl.memory as dpmem
        import numpy as np
        queue = dpctl.SyclQueue("cuda")
        kept = dpmem.MemoryUSMDevice(1 << 20, queue=queue)
        kept.memset(7)
        for size in (1 << 40, 60 << 20):
            try:
                many = [dpmem.MemoryUSMDevice(size, queue=queue) for _ in range(4)]
            except dpmem.USMAllocationError as error:
                print(type(error).__name__, "bytes of device memory" in str(error))
        print(bool((kept.copy_to_host() == 7).all()))
        dpmem.MemoryUSMDevice(1 << 20, queue=queue).memset(1)
        """,
        f"memory={128 << 20}",
    )
    assert out.split("\n")[:3] == ["USMAllocationError True", "USMAllocationError True", "True"]


def test_memory_is_aligned_further_than_the_driver_does(run):
    code = """
        import dpctl, dpctl.memory as dpmem
        queue = dpctl.SyclQueue("cuda:gpu")
        for kind in (dpmem.MemoryUSMDevice, dpmem.MemoryUSMHost, dpmem.MemoryUSMShared):
            for alignment in (512, 4096, 1 << 20):
                others = [kind(alignment - 1, queue=queue) for _ in range(9)]
                del others
                for _ in range(3):
                    blocks = [kind(100, alignment=alignment, queue=queue) for _ in range(5)]
                    assert len({block._pointer for block in blocks}) == 5
                    for number, block in enumerate(blocks):
                        assert block._pointer % alignment == 0, (kind, alignment)
                        block.copy_from_host(bytes([number]) * 100)
                    read = [bytes(block.copy_to_host()) for block in blocks]
                    assert read == [bytes([number]) * 100 for number in range(5)]
        try:
            kind(100, alignment=1 << 31, queue=queue)
        except dpmem.USMAllocationError as error:
            print(error)
    """
    assert run(code) == "allocate: an alignment of 2147483648 bytes exceeds 1073741824\n"


def test_a_trace_ends_with_what_nobody_waited_for(run, tmp_path):
    code = """
        import dpctl.tensor as dpt
        x = dpt.ones(100, dtype="f4", device="cuda:gpu")
        for number in range(5):
            (x + number).usm_data
    """
    run(code, WEFT_TRACE=str(tmp_path / "trace.json"))
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    submitted, shown = ({e["id"] for e in events if e["ph"] == phase} for phase in "sf")
    assert len(submitted) >= 5 and submitted == shown


def test_a_queue_that_cannot_be_made_says_what_the_driver_said(run):
    out = run(
        """
        import dpctl
        for arguments in ((), ("cuda",), (dpctl.SyclDevice("cuda"),)):
            try:
                dpctl.SyclQueue(*arguments)
            except dpctl.SyclQueueCreationError as error:
                print(error)
        """,
        "context=2",
    )
    assert len(out.splitlines()) == 3
    for line in out.splitlines():
        assert "cuDevicePrimaryCtxRetain failed: CUDA_ERROR_OUT_OF_MEMORY" in line


def test_an_expression_costs_one_launch_and_no_other_work_of_the_driver(run):
    out = run("""
        import ctypes
        import dpctl.tensor as dpt
        calls = ctypes.CDLL("libcuda.so.1").fakeCudaCalls
        calls.restype = ctypes.c_char_p
        a, b = (dpt.ones(1000, dtype="f4", device="cuda") for _ in range(2))
        dpt.asnumpy(a), dpt.asnumpy(b)
        works = (
            lambda: a + 1,
            lambda: dpt.exp(-(a * a + 2.0 * b)) * dpt.sin(a) + dpt.sqrt(b),
            lambda: dpt.sum(a),
        )
        for work in works:
            for _ in range(3):  # the first ones compile and fill the pool
                calls()
                result = work()
                result._pointer
            print(calls().decode())
    """)
    assert out.splitlines() == ["cuCtxGetCurrent cuLaunchKernel"] * 3


def test_few_bytes_of_the_host_need_no_pinned_memory_and_are_read_at_once(run):
    out = run("""
        import ctypes
        import dpctl, dpctl.memory
        import numpy as np
        calls = ctypes.CDLL("libcuda.so.1").fakeCudaCalls
        calls.restype = ctypes.c_char_p
        queue = dpctl.SyclQueue("cuda", property="in_order")
        for size in (4096, 1 << 16):
            there, here = dpctl.memory.MemoryUSMDevice(size, queue=queue), np.full(size, 7, "u1")
            calls()
            queue.memcpy_async(there, here, size)
            print("cuMemHostAlloc" in calls().decode().split())
            if size == 4096:
                here[:] = 0
                small = there
        queue.wait()
        print(set(small.copy_to_host().tolist()))
    """)
    assert out.splitlines() == ["False", "True", "{7}"]


def test_a_program_whose_kernels_are_cached_loads_no_code_generator(run, tmp_path):
    code = """
        import dpctl.tensor as dpt
        x = dpt.arange(1000, dtype="f4", device="cuda") + 1
        x.sycl_queue.wait()
        print("libweft-codegen" in open("/proc/self/maps").read())
    """
    loaded = [run(code, WEFT_CACHE_DIR=str(tmp_path / "cache")).strip() for _ in range(2)]
    assert loaded == ["True", "False"]


def test_a_wait_for_short_work_makes_no_event(run):
    out = run("""
        import ctypes
        import dpctl.tensor as dpt
        calls = ctypes.CDLL("libcuda.so.1").fakeCudaCalls
        calls.restype = ctypes.c_char_p
        a = dpt.ones(1000, dtype="f4", device="cuda")
        for _ in range(100):  # a loaded machine may take long for some
            a += 1
            a._pointer
            calls()
            a.sycl_queue.wait()
            found = set(calls().decode().split())
            if found <= {"cuCtxGetCurrent", "cuStreamQuery"}:
                break
        print(*sorted(found))
    """)
    assert out.split() == ["cuCtxGetCurrent", "cuStreamQuery"]


SUBMITTING = """
    import dpctl, dpctl.memory, dpctl.program
    queue = dpctl.SyclQueue("cuda")
    source = "kernel void write(global int *p) { p[0] = 1; }"
    kernel = dpctl.program.create_program_from_source(queue, source).get_sycl_kernel("write")
    memory = dpctl.memory.MemoryUSMDevice(64, queue=queue)
    def outcome(*ranges):
        try:
            queue.submit(kernel, [memory], *ranges)
            queue.wait()
            print("done")
        except dpctl.SyclKernelSubmitError as error:
            print(error)
"""


def test_ranges_of_any_shape_are_blocks_that_gpus_launch(run):
    shapes = [
        [1],
        [5000000000],
        [7, 5],
        [70000, 70000],
        [3, 70000, 2],
        [70000, 1, 1],
        [4000000, 1, 3],
        [5000000, 1, 1],
        [1200000, 3, 2],
    ]
    for threads in (1024, 512, 96):
        out = run(
            SUBMITTING
            + f"""
    for shape in {shapes}:
        outcome(shape)
    outcome([3000000, 3000000, 2])
""",
            f"threads={threads}",
        ).splitlines()
        assert out[:-1] == ["done"] * len(shapes)
        assert "a global range of 2 x 3000000 x 3000000 (fastest first) needs" in out[-1]


def test_groups_that_need_more_registers_than_there_are_say_so(run):
    out = run(
        SUBMITTING
        + """
    outcome([8, 8, 8], [4, 8, 8])
    outcome([8, 8, 8], [8, 8, 8])
    outcome([2, 8, 8], [2, 8, 8])
""",
        "threads=256",
    ).splitlines()
    assert [line == "done" for line in out] == [True, False, True]
    assert "a work-group of 8 x 8 x 8 work-items needs more registers" in out[1]


def test_each_of_two_gpus_works_in_its_own_context(run):
    out = run(
        """
        import ctypes, dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt
        cuda = ctypes.CDLL("libcuda.so.1")
        queues = [dpctl.SyclQueue(f"cuda:{i}") for i in range(2)]
        arrays = [dpt.ones(1000, dtype="f4", sycl_queue=queue) for queue in queues]
        for _ in range(3):
            arrays = [x * 2 for x in arrays]
            for queue, x in zip(queues, arrays):
                x._pointer
                queue.wait()
        for x in arrays:
            ordinal = ctypes.c_int(-1)
            cuda.cuPointerGetAttribute(ctypes.byref(ordinal), 9, ctypes.c_size_t(x._pointer))
            print(ordinal.value)

        def foreign(device):
            context, address = ctypes.c_void_p(), ctypes.c_size_t()
            assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) == 0
            assert cuda.cuCtxPushCurrent_v2(context) == 0
            assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(4096)) == 0
            cuda.cuCtxPopCurrent_v2(ctypes.byref(context))
            interface = {"shape": (4096,), "strides": None, "typestr": "|u1", "version": 3, "data": (address.value, False)}
            return type("Theirs", (), {"__cuda_array_interface__": interface})()

        for device in (1, 0, 1):
            memory = dpmem.as_usm_memory(foreign(device))
            print(memory.sycl_device.filter_string, memory.get_usm_type())
        """,
        "devices=2",
    )
    assert out.splitlines() == ["0", "1", *(f"cuda:gpu:{i} device" for i in (1, 0, 1))]


FAILING = """
    import dpctl, dpctl.tensor as dpt
    queue = dpctl.SyclQueue("cuda")
    other = dpctl.SyclQueue("cuda")
    x = dpt.ones(1000, dtype="f4", sycl_queue=queue)
    y = dpt.exp(x) + x
    def outcome(call):
        try:
            call()
            print("nothing")
        except RuntimeError as error:
            print(error)
    outcome({first})
    outcome(lambda: dpt.asnumpy(y * 2))
    outcome(lambda: dpt.asnumpy(dpt.ones(10, sycl_queue=other)))
    print(float(dpt.sum(dpt.ones(10, device="cpu"))))
"""


def test_arrays_move_between_the_cpu_and_a_gpu_while_they_are_computed(run):
    run("""
        import numpy as np, dpctl.tensor as dpt
        for n in (100, 200_003):
            values = np.random.default_rng(n).random(n)
            for _ in range(5):
                there = dpt.sort(dpt.asarray(values, device="cpu")).to_device("gpu")
                back = there.to_device("cpu")
                assert (dpt.asnumpy(there) == np.sort(values)).all()
                assert (dpt.asnumpy(back) == np.sort(values)).all()
        """)


@pytest.mark.parametrize(
    "first", ["queue.wait", "lambda: dpt.asnumpy(y)", "lambda: float(dpt.sum(y))"]
)
@pytest.mark.parametrize("code", [700, 719, 46])
def test_a_failing_kernel_is_named_wherever_it_shows(run, first, code):
    out = run(FAILING.format(first=first), f"fault=weft:{code}").splitlines()
    assert len(out) == 4
    for line in out[:3]:
        assert "Fake GPU 0" in line
        assert "one of the tasks under way: exp, add" in line
    assert out[3] == "10.0"


def test_a_child_of_fork_gets_a_clear_error_and_the_cpu_works(run):
    out = run("""
        import os, gc
        import numpy as np
        import dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt
        queue = dpctl.SyclQueue("cuda")
        memory = dpmem.MemoryUSMDevice(1 << 16, queue=queue)
        memory.memset(3)
        array = dpt.asarray(np.arange(5), sycl_queue=queue)
        child = os.fork()
        if child == 0:
            for use in (lambda: memory.memset(1), lambda: dpt.asnumpy(array),
                        lambda: dpt.ones(3, sycl_queue=queue) + 1,
                        lambda: dpmem.MemoryUSMDevice(1 << 22, queue=queue)):
                try:
                    dpt.asnumpy(use()) if use is not None else None
                    print("no error", flush=True)
                except RuntimeError as error:
                    print("fork" in str(error) and "spawn" in str(error), flush=True)
            del memory, array, use
            gc.collect()
            print(float(dpt.sum(dpt.ones(10, device="cpu"))), flush=True)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), memory.tobytes()[:1])
    """)
    assert out.split() == ["True"] * 4 + ["10.0", "0", "b'\\x03'"]


def test_a_child_of_fork_may_use_cuda_if_the_parent_did_not(run):
    out = run("""
        import os
        import dpctl, dpctl.memory as dpmem
        child = os.fork()
        if child == 0:
            memory = dpmem.MemoryUSMDevice(100, queue=dpctl.SyclQueue("cuda"))
            memory.memset(3)
            os._exit(0 if memory.tobytes() == bytes([3]) * 100 else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert out == "0\n"


def test_no_driver_at_all(tmp_path):
    """Here there is none, unless the machine has one."""
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        done = fake_cuda.run(tmp_path, "from dpctl._doctor import examine; examine()")
        assert "no NVIDIA driver (libcuda.so.1) was found" in done.stdout, done.stderr
    else:
        pytest.skip("this machine has a driver")


def test_memory_is_shared_with_other_cuda_libraries(run):
    out = run("""
        import dpctl, dpctl.memory as dpmem
        import numpy as np
        queue = dpctl.SyclQueue("cuda")
        memory = dpmem.MemoryUSMDevice(1 << 16, queue=queue)
        memory.memset(3)
        shown = memory.__cuda_array_interface__
        print(shown["version"], shown["shape"], shown["typestr"], shown["data"] == (memory._pointer, False), shown["stream"] > 2)

        class Theirs:
            def __init__(self, offset):
                self.__cuda_array_interface__ = {
                    "shape": (4, 8), "strides": None, "typestr": "<f4", "version": 3, "stream": None,
                    "data": (memory._pointer + offset, False),
                }

        theirs = Theirs(256)
        taken = dpmem.as_usm_memory(theirs)
        print(type(taken).__name__, taken.nbytes, taken._pointer - memory._pointer, taken.reference_obj is theirs)
        print(dpmem.MemoryUSMDevice(theirs).tobytes() == bytes([3]) * 128)
        other = dpmem.MemoryUSMShared(128, queue=queue)
        other.copy_from_device(Theirs(0))
        print(other.tobytes() == bytes([3]) * 128)
        for _ in range(3):
            memory.__cuda_array_interface__
        del memory
        print(hasattr(dpmem.MemoryUSMShared(10, queue=dpctl.SyclQueue("cpu")), "__cuda_array_interface__"))
        try:
            dpmem.as_usm_memory(type("Wild", (), {"__cuda_array_interface__": {**theirs.__cuda_array_interface__, "data": (64, False)}})())
        except ValueError as error:
            print(error)
    """)
    assert out.splitlines() == [
        "3 (65536,) |u1 True True",
        "MemoryUSMDevice 128 256 True",
        "True",
        "True",
        "False",
        "__cuda_array_interface__: 0x40 is no address that CUDA knows",
    ]


def test_recurring_work_runs_on_the_device_of_its_arrays(run):
    code = """
        import dpctl.tensor as dpt
        queues = [dpt.empty(1, device=f"cuda:gpu:{i}").sycl_queue for i in (0, 1, 0)]
        for queue in queues:
            a, b = (dpt.empty(1000, dtype="f4", sycl_queue=queue) for _ in range(2))
            for _ in range(4):
                c = a + b
                c.sycl_queue.wait()
    """
    run(code, "devices=2")
