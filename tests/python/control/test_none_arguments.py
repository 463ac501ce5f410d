"""None in place of every argument of every function and method: whatever it gives or raises, nothing crashes."""

import subprocess
import sys

import dpctl
import dpctl.program
import pytest

PROGRAM = """
import importlib, inspect, sys, warnings
warnings.simplefilter("ignore")
module = importlib.import_module({module!r})
import dpctl, dpctl.memory, dpctl.program, dpctl.tensor, dpctl.utils
queue = dpctl.SyclQueue()
made = [
    queue, queue.sycl_device, queue.sycl_context, queue.sycl_device.sycl_platform, dpctl.SyclEvent(), dpctl.SyclTimer(),
    dpctl.LocalAccessor("i4", (1,)), dpctl.WorkGroupMemory(4), dpctl.memory.MemoryUSMShared(8), dpctl.memory.MemoryUSMHost(8),
    dpctl.memory.MemoryUSMDevice(8), dpctl.tensor.ones((3, 3)), dpctl.tensor.Device.create_device(),
    dpctl.utils.SequentialOrderManager[queue],
]

def calls():
    for owner in [module, *(thing for thing in made if type(thing).__module__ == module.__name__)]:
        for name in dir(owner):
            member = getattr(owner, name, None)
            if not name.startswith("__") and callable(member):
                yield name, member

for name, member in calls():
    print(name, flush=True)
    try:
        parameters = inspect.signature(member).parameters.values()
    except (TypeError, ValueError):
        continue
    given = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in given)
    for count in {{needed, len(given)}}:
        try:
            member(*[None] * count)
        except Exception:
            pass
print("all called")
"""
MODULES = [
    "dpctl",
    "dpctl._sycl_context",
    "dpctl._sycl_device",
    "dpctl._sycl_device_factory",
    "dpctl._sycl_event",
    "dpctl._sycl_platform",
    "dpctl._sycl_queue",
    "dpctl._sycl_queue_manager",
    "dpctl.memory._memory",
    "dpctl.program._program",
    "dpctl.tensor",
    "dpctl.tensor._dlpack",
    "dpctl.tensor._usmarray",
    "dpctl.utils._compute_follows_data",
    "dpctl.utils._device_queries",
    "dpctl.utils._order_manager",
]


@pytest.mark.parametrize("module", MODULES)
def test_none_for_every_argument(module):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)], capture_output=True, text=True
    )
    last = done.stdout.splitlines()[-1:]
    assert (done.returncode, last) == (0, ["all called"]), done.stderr[-2000:]


@pytest.mark.parametrize(
    "call",
    [
        lambda q: dpctl.program.create_program_from_source(None, "kernel void f() {}"),
        lambda q: dpctl.program.create_program_from_spirv(None, b"abcd"),
        lambda q: q.submit(None, [], [1]),
        lambda q: q.submit_async(None, [], [1]),
    ],
)
def test_none_for_a_queue_or_a_kernel(call):
    with pytest.raises(TypeError, match="expected dpctl.*, got NoneType"):
        call(dpctl.SyclQueue())
