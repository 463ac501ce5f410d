"""Every function of the C API with null in place of every pointer: it gives its fallback, and nothing is thrown through C."""

import ctypes
import os
import re
import subprocess
from pathlib import Path

import dpctl
import dpctl.memory as dpmem
import pytest

HEADER = Path(dpctl.get_include()) / "dpctl_sycl_interface.h"
LIBRARY = Path(dpctl.__file__).parent / "libDPCTLSyclInterface.so"
DECLARATION = re.compile(r"\b(DPCTL\w+)\s*\(([^()]*)\)\s*;")


def declared():
    """Name and types of the parameters of each function."""
    text = subprocess.run(
        ["clang-22", "-E", "-P", HEADER], check=True, capture_output=True, text=True
    ).stdout
    for name, parameters in DECLARATION.findall(re.sub(r"__attribute__\(\(.*?\)\)", "", text)):
        types = [re.sub(r"\s*\b\w+$", "", p.strip()) for p in parameters.split(",")]
        yield name, [t for t in types if t]


FUNCTIONS = dict(declared())
POINTERS = [
    (name, position)
    for name, types in sorted(FUNCTIONS.items())
    for position, kind in enumerate(types)
    if "*" in kind or kind.endswith(("Ref", "error_handler_callback"))
]


@pytest.fixture(scope="module")
def api():
    return ctypes.CDLL(LIBRARY)


@pytest.fixture(scope="module")
def valid(api):
    """Something that is there for each type of parameter; for pointers that are no references, room."""

    def made(name, *arguments):
        function = getattr(api, name)
        function.restype = ctypes.c_void_p
        return function(*(ctypes.c_void_p(a) if isinstance(a, int) else a for a in arguments))

    device = made("DPCTLDevice_Create")
    context = made("DPCTLContext_Create", device, None, 0)
    queue = made("DPCTLQueue_Create", context, device, None, 0)
    valid.room = ctypes.create_string_buffer(4096)
    valid.memory = dpmem.MemoryUSMShared(4096)
    event = made("DPCTLEvent_Create")
    valid.elements = (ctypes.c_void_p * 1)(None)
    source = b"kernel void f(global int *x) { x[0] = 1; }"
    bundle = made("DPCTLKernelBundle_CreateFromOCLSource", context, device, source, None)
    return {
        "DPCTLSyclKernelBundleRef": bundle,
        "DPCTLSyclKernelRef": made("DPCTLKernelBundle_GetKernel", bundle, b"f"),
        "DPCTLSyclWorkGroupMemoryRef": made("DPCTLWorkGroupMemory_Create", ctypes.c_size_t(4)),
        "DPCTLSyclRawKernelArgRef": made("DPCTLRawKernelArg_Create", b"abcd", ctypes.c_size_t(4)),
        "DPCTLSyclDeviceRef": device,
        "DPCTLSyclContextRef": context,
        "DPCTLSyclQueueRef": queue,
        "DPCTLSyclEventRef": event,
        "DPCTLSyclPlatformRef": made("DPCTLDevice_GetPlatform", device),
        "DPCTLSyclDeviceSelectorRef": made("DPCTLDefaultSelector_Create"),
        "DPCTLSyclUSMRef": valid.memory._pointer,
        "DPCTLDeviceVectorRef": made("DPCTLDeviceVector_Create"),
        "DPCTLEventVectorRef": made("DPCTLEventVector_Create"),
        "DPCTLPlatformVectorRef": made("DPCTLPlatformVector_Create"),
        "room": ctypes.addressof(valid.room),
        "elements": ctypes.addressof(valid.elements),
    }


def argument(valid, kind):
    if re.search(r"Ref \*", kind):
        return valid["elements"]
    if "*" in kind:
        return valid["room"]
    return next((value for name, value in valid.items() if kind.endswith(name)), 1)


def ends_well(call):
    """Whether a call in a child process neither throws, which ends it, nor crashes nor hangs."""
    child = os.fork()
    if child == 0:
        import signal

        signal.alarm(20)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        call()
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def test_all_functions_are_found():
    assert len(FUNCTIONS) > 150
    assert all("..." not in types for types in FUNCTIONS.values())


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_all_null(api, name):
    arguments = [ctypes.c_void_p(0)] * len(FUNCTIONS[name])
    assert ends_well(lambda: getattr(api, name)(*arguments))


@pytest.mark.parametrize("name, position", POINTERS)
def test_one_null_beside_what_is_there(api, valid, name, position):
    values = [argument(valid, kind) for kind in FUNCTIONS[name]]
    values[position] = 0
    assert ends_well(lambda: getattr(api, name)(*map(ctypes.c_void_p, values)))


@pytest.mark.parametrize(
    "name, expected",
    [("DPCTLDevice_GetComponentDevices", None), ("DPCTLDevice_GetCompositeDevice", None)],
)
def test_null_gives_null(api, name, expected):
    function = getattr(api, name)
    function.restype = ctypes.c_void_p
    assert function(None) is expected
