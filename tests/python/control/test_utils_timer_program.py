"""dpctl.utils, SyclTimer, dpctl.program and the command line."""

import copy
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import dpctl
import dpctl.memory
import dpctl.program
import dpctl.utils
import pytest
from dpctl.utils import _order_manager


def test_execution_queue_is_the_common_one(queue):
    other = dpctl.SyclQueue(queue.sycl_device)
    common = dpctl.utils.get_execution_queue
    assert common([]) is None
    assert common([queue]) == queue
    assert common((queue, queue)) == queue
    assert common([queue, other]) is None
    assert common([queue, 1]) is None
    with pytest.raises(TypeError, match="Expected a list or a tuple"):
        common(queue)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["device", "shared", "host"], "device"),
        (("host", "shared"), "shared"),
        (["host"], "host"),
        ([], None),
        (["device", "other"], None),
        ([1], None),
    ],
)
def test_coerced_usm_type(kinds, expected):
    assert dpctl.utils.get_coerced_usm_type(kinds) == expected


def test_usm_types_are_validated():
    with pytest.raises(TypeError, match="Expected a list or a tuple"):
        dpctl.utils.get_coerced_usm_type("device")
    for kind in ("device", "shared", "host", None):
        assert dpctl.utils.validate_usm_type(kind) is None
    with pytest.raises(ValueError, match="usm_type=other"):
        dpctl.utils.validate_usm_type("other")
    with pytest.raises(TypeError, match="<class 'int'>"):
        dpctl.utils.validate_usm_type(1)
    with pytest.raises(TypeError, match="NoneType"):
        dpctl.utils.validate_usm_type(None, allow_none=False)


def test_order_manager_keeps_what_is_not_complete(queue):
    manager = dpctl.utils.SequentialOrderManager[queue]
    assert dpctl.utils.SequentialOrderManager[queue] is manager
    memory = dpctl.memory.MemoryUSMDevice(1 << 20, queue=queue)
    event = queue.memcpy_async(memory, bytes(1 << 20), 1 << 20)
    manager.add_event_pair(event, [event, dpctl.SyclEvent()])
    assert manager.num_submitted_events <= 1
    assert copy.copy(manager).num_host_task_events <= 1
    manager.wait()
    assert manager.submitted_events == manager.host_task_events == []
    for pair in ((1, event), (event, [1])):
        with pytest.raises(TypeError, match=r"expected dpctl\.SyclEvent"):
            manager.add_event_pair(*pair)
    with pytest.raises(TypeError, match=r"Expected `dpctl\.SyclQueue`"):
        dpctl.utils.SequentialOrderManager[1]
    dpctl.utils.SequentialOrderManager.clear()
    assert dpctl.utils.SequentialOrderManager[queue] is not manager


def test_order_manager_waits_for_host_tasks_too(monkeypatch):
    monkeypatch.setattr(_order_manager, "_pending", list)  # as if none were complete
    manager = _order_manager._SequentialOrderManager()
    host_task, computation = dpctl.SyclEvent(), dpctl.SyclEvent()
    manager.add_event_pair(host_task, computation)
    copied = copy.copy(manager)
    assert copied.host_task_events == [host_task]
    assert copied.submitted_events == [computation]
    waited = []
    monkeypatch.setattr(_order_manager, "SyclEvent", SimpleNamespace(wait_for=waited.extend))
    copied.wait()
    assert host_task in waited
    assert computation in waited


def test_device_info(device):
    assert isinstance(dpctl.utils.intel_device_info(device)["device_id"], int)
    with pytest.raises(TypeError, match=r"Expected dpctl\.SyclDevice"):
        dpctl.utils.intel_device_info(1)


def test_onetrace_variable_is_restored(monkeypatch):
    for before in (None, "0"):
        if before is None:
            monkeypatch.delenv("PTI_ENABLE_COLLECTION", raising=False)
        else:
            monkeypatch.setenv("PTI_ENABLE_COLLECTION", before)
        with dpctl.utils.onetrace_enabled():
            assert os.environ["PTI_ENABLE_COLLECTION"] == "1"
        assert os.environ.get("PTI_ENABLE_COLLECTION") == before


@pytest.mark.parametrize("device_timer", [None, "queue_barrier", "order_manager"])
def test_timer_adds_up_blocks(device, device_timer):
    queue = dpctl.SyclQueue(device, property="enable_profiling")
    ticks = iter([10.0, 12.0, 20.0, 23.0])
    timer = dpctl.SyclTimer(
        host_timer=lambda: next(ticks), device_timer=device_timer, time_scale=1e3
    )
    memory = dpctl.memory.MemoryUSMDevice(1 << 16, queue=queue)
    for _ in range(2):
        with timer(queue):
            queue.memcpy_async(memory, bytes(1 << 16), 1 << 16)
    host_ms, device_ms = timer.dt
    assert host_ms == 5000.0
    assert device_ms >= 0
    assert str(timer.dt) == f"(host_dt={timer.dt.host_dt}, device_dt={timer.dt.device_dt})"


def test_timers_nest(device):
    queue = dpctl.SyclQueue(device, property="enable_profiling")
    ticks = iter(range(10))
    timer = dpctl.SyclTimer(host_timer=lambda: next(ticks))
    with timer(queue), timer(queue):
        pass
    assert timer.dt.host_dt == (2 - 1) + (3 - 0)


def test_timer_arguments_are_checked(queue):
    with pytest.raises(ValueError, match="enable_profiling"):
        dpctl.SyclTimer()(queue)
    with pytest.raises(TypeError, match="<class 'int'>"):
        dpctl.SyclTimer()(1)
    with pytest.raises(ValueError, match="got 'other'"):
        dpctl.SyclTimer(device_timer="other")
    with pytest.raises(AttributeError, match="name the queue"), dpctl.SyclTimer():
        pass


def test_version_satisfies_those_who_need_a_recent_dpctl():
    assert tuple(map(int, dpctl.__version__.split(".")[:2])) >= (0, 21)
    assert dpctl.get_versions()["version"] == dpctl.__version__
    metadata = Path(__file__).parents[3] / "packaging" / "dpctl" / "pyproject.toml"
    assert f'version = "{dpctl.__version__}"' in metadata.read_text()


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "dpctl", *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_command_line_lists_devices():
    full = run("-f")
    for device in dpctl.get_devices():
        assert device.filter_string in full
    assert "Num Devices" in run("-l")
    assert "Num Devices" not in run("-s")
    assert "usage" in run()


def test_command_line_says_what_it_ignores():
    for arguments, message in (
        (["-s", "--includes"], "The option --includes is being ignored."),
        (["-f", "-s", "--cmakedir"], "Options --summary, --cmakedir are being ignored."),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "dpctl", *arguments], capture_output=True, text=True, check=True
        )
        assert "UserWarning" in done.stderr and message in done.stderr
        assert done.stdout == run(arguments[0])


def test_tensor_is_imported_when_first_asked_for():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, dpctl\n"
            "assert 'numpy' not in sys.modules and 'dpctl.tensor' not in sys.modules\n"
            "print(dpctl.tensor.ones(2).shape)",
        ],
        capture_output=True,
        text=True,
    )
    assert done.stdout == "(2,)\n", done.stderr
    with pytest.raises(AttributeError, match="has no attribute 'bogus'"):
        dpctl.bogus  # noqa: B018


def test_command_line_names_folders_that_exist():
    include = Path(run("--include-dir").strip())
    assert str(include) == str(Path(dpctl.get_include()).resolve())
    assert (include / "dpctl4pybind11.hpp").is_file()
    assert (include / "dpctl" / "_sycl_queue_api.h").is_file()
    assert run("--includes") == f"-I {include}\n"
    tensor = Path(run("--tensor-include-dir").strip())
    assert (tensor / "utils" / "type_dispatch.hpp").is_file()
    assert run("--tensor-includes") == f"-I {tensor}\n"
    assert (Path(run("--cmakedir").strip()) / "dpctl-config.cmake").is_file()
    folder = Path(run("--library-dir").strip())
    assert (folder / "libDPCTLSyclInterface.so").is_file()
    assert run("--library") == f"-L {folder} -Wl,-rpath,{folder} -lDPCTLSyclInterface\n"


def test_diagnostics_say_what_went_wrong(tmp_path, capfd, monkeypatch):
    from dpctl._diagnostics import syclinterface_diagnostics

    monkeypatch.delenv("DPCTL_VERBOSITY", raising=False)
    with syclinterface_diagnostics(log_dir=tmp_path), pytest.raises(dpctl.SyclDeviceCreationError):
        dpctl.SyclDevice("opencl:cpu:99")
    assert "DPCTLDevice_CreateFromSelector" in capfd.readouterr().err
    assert "DPCTLDevice_CreateFromSelector" in (tmp_path / "dpctl.log").read_text()
    assert "DPCTL_VERBOSITY" not in os.environ
    for bad, error in (({"verbosity": 1}, TypeError), ({"verbosity": "loud"}, ValueError)):
        with pytest.raises(error, match="verbosity must be"), syclinterface_diagnostics(**bad):
            pass
    with (
        pytest.raises(ValueError, match="is not a folder"),
        syclinterface_diagnostics(log_dir=tmp_path / "missing"),
    ):
        pass
