"""What NVIDIA's driver is asked for by work on GPUs: other streams' work, shared memory, peers, code, local memory; without a GPU."""

import fake_cuda
import pytest

pytestmark = pytest.mark.skipif(
    fake_cuda.compiler() is None, reason="the stand-in for the driver needs a C++ compiler"
)


@pytest.mark.parametrize("age", ["driver", "old_driver"])
def test_lent_memory_is_used_again_after_the_work_that_others_gave_to_any_stream(age, request):
    code = """
        import ctypes
        import dpctl.tensor as dpt, numpy as np
        cuda = ctypes.CDLL("libcuda.so.1")
        n = 1 << 24
        context, stream = ctypes.c_void_p(), ctypes.c_void_p()
        x = dpt.empty(n, dtype="u1", device="cuda:1")
        cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 1)
        cuda.cuCtxPushCurrent_v2(context)
        assert cuda.cuStreamCreateWithPriority(ctypes.byref(stream), 1, 0) == 0
        for value in (3, 4):
            address = x.__cuda_array_interface__["data"][0]
            for _ in range(20):
                assert cuda.cuMemsetD8Async(ctypes.c_size_t(address), value, ctypes.c_size_t(n), stream) == 0
            del x
            x = dpt.asarray(np.ones(n, "u1"), device="cuda:1")
            print(x._pointer == address, *np.unique(dpt.asnumpy(x)))
    """
    done = fake_cuda.run(request.getfixturevalue(age), code, "devices=2")
    assert done.stdout.split() == ["True", "1"] * 2, done.stderr


def test_advice_and_prefetches_of_shared_memory_reach_the_driver(run):
    out = run(
        """
        import ctypes, dpctl, dpctl.memory as dpmem
        calls = ctypes.CDLL("libcuda.so.1").fakeCudaCalls
        calls.restype = ctypes.c_char_p
        queue = dpctl.SyclQueue("cuda:1")
        for kind in (dpmem.MemoryUSMShared, dpmem.MemoryUSMDevice, dpmem.MemoryUSMHost):
            memory = kind(1000, queue=queue)
            calls()
            queue.prefetch(memory)
            queue.prefetch(memory, 10)
            for advice in range(7):
                queue.mem_advise(memory, 1000, advice)
            print(*(call for call in calls().decode().split() if "(" in call))
        """,
        "devices=2",
    )
    advised = [f"cuMemAdvise({advice},1)" for advice in range(1, 7)]
    assert out.splitlines() == [" ".join(["cuMemPrefetchAsync(1)"] * 2 + advised), "", ""]


PEERS = """
    import dpctl
    first, second = dpctl.get_devices(backend="cuda")
    print(first.can_access_peer(second), second.can_access_peer(first), first.can_access_peer(first))
    for switch in (first.enable_peer_access, first.disable_peer_access):
        for _ in range(2):
            try:
                switch(second)
            except ValueError as error:
                print(error)
"""


def test_peer_access_is_switched_once(driver):
    done = fake_cuda.run(
        driver,
        PEERS
        + """
    import ctypes
    cuda = ctypes.CDLL("libcuda.so.1")
    contexts = [ctypes.c_void_p() for _ in range(2)]
    for number, context in enumerate(contexts):
        assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), number) == 0
    def enabled(here, there):
        cuda.cuCtxPushCurrent_v2(contexts[here])
        answer = cuda.cuCtxEnablePeerAccess(contexts[there], 0)
        if answer == 0:
            cuda.cuCtxDisablePeerAccess(contexts[there])
        cuda.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))
        return answer == 704
    print(enabled(0, 1), enabled(1, 0))
    first.enable_peer_access(second)
    print(enabled(0, 1), enabled(1, 0))
    first.disable_peer_access(second)
    print(enabled(0, 1), enabled(1, 0))
""",
        "devices=2",
        DPCTL_VERBOSITY="error",
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "True True False",
        "False False",
        "True False",
        "False False",
    ]


def test_peer_access_that_is_not_there_is_refused(run):
    for peers, reached in (("00", "False False False"), ("10", "False True False")):
        out = run(PEERS, f"devices=2,peers={peers}").splitlines()
        assert out[0] == reached
        assert len(out) == 5
        for line in out[1:]:
            assert "cannot access memory of peer" in line
    assert run(PEERS, "devices=2,peers=01") == "True False False\n"


def test_atomics_on_memory_of_peers_are_asked_of_the_driver(run):
    program = """
        import dpctl
        first, second = dpctl.get_devices(backend="cuda")
        for one, other in ((first, second), (second, first), (first, first)):
            print(one.can_access_peer(other), one.can_access_peer(other, value="atomics_supported"))
    """
    assert run(program, "devices=2").split() == ["True"] * 4 + ["False"] * 2
    assert run(program, "devices=2,linked=0").split() == ["True", "False"] * 2 + ["False"] * 2
    assert (
        run(program, "devices=2,peers=10").split() == ["False"] * 2 + ["True"] * 2 + ["False"] * 2
    )


@pytest.mark.parametrize(("local", "loads"), [(64, 2), (256, 2), (1024, 1)])
def test_code_of_one_group_to_a_unit_is_loaded_once_though_it_spills(run, tmp_path, local, loads):
    (tmp_path / "kernels.py").write_text(
        "import numba_dpex as dpex\n"
        "@dpex.kernel\n"
        "def double(item, x):\n"
        "    x[item.get_global_id(0)] *= 2\n"
    )
    code = f"""
        import ctypes, sys
        sys.path.insert(0, {str(tmp_path)!r})
        import dpctl.tensor as dpt, numba_dpex as dpex
        from kernels import double
        calls = ctypes.CDLL("libcuda.so.1").fakeCudaCalls
        calls.restype = ctypes.c_char_p
        x = dpt.empty(4096, device="cuda", dtype="f4")
        dpex.call_kernel(double, dpex.NdRange((4096,), ({local},)), x)
        x.sycl_queue.wait()
        print(calls().decode().split().count("cuModuleLoadDataEx"))
    """
    assert run(code, "spills=808,stack=1000") == f"{loads}\n"


def test_code_that_spills_for_the_sake_of_more_groups_gives_way(run, tmp_path):
    (tmp_path / "kernels.py").write_text(
        "import numba_dpex as dpex\n"
        "@dpex.kernel\n"
        "def double(item, x):\n"
        "    x[item.get_id(0)] *= 2\n"
    )
    code = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        import dpctl.tensor as dpt, numba_dpex as dpex
        from kernels import double
        x = dpt.empty(2000, device="cuda", dtype="f4")
        dpex.call_kernel(double, dpex.Range(2000), x)
        x.sycl_queue.wait()
    """
    run(code, "spills=808")
    run(code, "spills=808,stack=1000,loads=1")


def test_local_memory_beyond_what_every_launch_has_is_asked_for_once(run, tmp_path):
    (tmp_path / "kernels.py").write_text(
        "import numba_dpex as dpex\n"
        "@dpex.kernel\n"
        "def double(item, x, local):\n"
        "    local[item.get_local_id(0)] = x[item.get_global_id(0)]\n"
        "    x[item.get_global_id(0)] += local[item.get_local_id(0)]\n"
    )
    out = run(f"""
        import ctypes, sys
        sys.path.insert(0, {str(tmp_path)!r})
        import dpctl.tensor as dpt, numba_dpex as dpex
        from numba_dpex import kernel_api as kapi
        from kernels import double
        calls = ctypes.CDLL("libcuda.so.1").fakeCudaCalls
        calls.restype = ctypes.c_char_p
        x = dpt.empty(64, device="cuda", dtype="f4")
        for kib in (40, 100, 90, 200, 300):
            calls()
            try:
                dpex.call_kernel(double, kapi.NdRange((64,), (64,)), x, kapi.LocalAccessor(kib * 256, "f4"))
                x.sycl_queue.wait()
                print(calls().decode().split().count("cuFuncSetAttribute"))
            except Exception as error:
                print(error)
    """).splitlines()
    assert out[:4] == ["0", "1", "0", "1"]
    assert f"{300 << 10} bytes of local memory asked for, Fake GPU 0 has {227 << 10}" in out[4]


def test_what_no_library_does_on_the_device_is_done_on_the_host(run):
    run("""
        import dpctl.tensor as dpt, numpy as np
        host = np.arange(1600.0).reshape(40, 40)
        x = dpt.asarray(host, device="cuda")
        for got, wanted in (
            (dpt.fft.fft(x), np.fft.fft(host)),
            (dpt.linalg.eigvalsh(x), np.linalg.eigvalsh(host)),
        ):
            assert got.sycl_device == x.sycl_device
            np.testing.assert_allclose(dpt.asnumpy(got), wanted, atol=1e-6)
    """)
