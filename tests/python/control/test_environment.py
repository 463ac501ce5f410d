"""Environment variables: what each changes, and what a value gets that means nothing."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

WORK = """
    import dpctl, dpctl.tensor as dpt
    queue = dpctl.SyclQueue("cpu")
    x = dpt.arange(1000, dtype="f4", sycl_queue=queue)
    total = float(dpt.sum(x * 2 + 1))
    print(total)
"""
TOTAL = "1000000.0\n"


def run(code=WORK, **environment):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
    )


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("WEFT_EAGER", "maybe", "neither on nor off"),
        ("WEFT_CACHE", "maybe", "neither on nor off"),
        ("WEFT_CACHE_SIZE", "-3", "not a non-negative integer"),
        ("WEFT_NUM_THREADS", "some", "not a non-negative integer"),
        ("WEFT_NUM_THREADS", "100000", "is more than"),
        ("WEFT_DENORMALS", "maybe", "neither keep nor flush"),
        ("WEFT_DEVICE", "bogus", "bogus"),
        ("WEFT_DEVICE", "cpu:5", "cpu:5"),
        ("ONEAPI_DEVICE_SELECTOR", "bogus", "bogus"),
        ("WEFT_DUMP", "/dev/null/folder", "name a writable directory"),
    ],
)
def test_value_that_means_nothing_is_an_error_that_names_it(tmp_path, name, value, error):
    code = WORK.replace('dpctl.SyclQueue("cpu")', "dpctl.SyclQueue(dpctl.select_default_device())")
    environment = {} if name.startswith("WEFT_CACHE") else {"WEFT_CACHE": "0"}
    done = run(code, **{**environment, name: value})
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert name in last and error in last, done.stderr


def test_explain_prints_decisions_and_refuses_other_values_without_harm():
    done = run(WEFT_EXPLAIN="1")
    assert done.stdout == TOTAL and "weft fuse: kernel " in done.stderr
    done = run(WEFT_EXPLAIN="maybe")
    assert done.stdout == TOTAL
    assert done.stderr == "weft: WEFT_EXPLAIN=maybe is neither on nor off; set it to 0 or 1\n"
    assert run().stderr == ""


def test_eager_runs_every_operation_at_once():
    kernels = [
        run(WEFT_EXPLAIN="1", WEFT_EAGER=eager).stderr.count("weft fuse: kernel ")
        for eager in ("0", "1")
    ]
    assert kernels[0] == 1 and kernels[1] > 1
    assert run(WEFT_EAGER="1").stdout == TOTAL


def test_dump_keeps_stages_and_assembly(tmp_path):
    folder = tmp_path / "made" / "for it"
    assert run(WEFT_DUMP=folder, WEFT_CACHE="0").stdout == TOTAL
    suffixes = {path.suffix for path in folder.iterdir()}
    assert {".ll", ".s"} <= suffixes


def test_cache_keeps_kernels_in_its_folder_unless_turned_off(tmp_path):
    folder = tmp_path / "cache"
    assert run(WEFT_CACHE_DIR=folder).stdout == TOTAL
    assert list(folder.glob("*.bin")) and folder.stat().st_mode & 0o777 == 0o700
    explained = run(WEFT_CACHE_DIR=folder, WEFT_EXPLAIN="1").stderr
    assert "compiled for" not in explained
    assert run(WEFT_CACHE_DIR=tmp_path / "other", WEFT_CACHE="0").stdout == TOTAL
    assert not (tmp_path / "other").exists()


def test_damaged_cache_is_made_anew(tmp_path):
    assert run(WEFT_CACHE_DIR=tmp_path / "cache").stdout == TOTAL
    entries = list((tmp_path / "cache").glob("*.bin"))
    for number, entry in enumerate(entries):
        whole = entry.read_bytes()
        entry.write_bytes(whole[: len(whole) // 2] if number % 2 else whole[:-1] + b"x" * 5)
    done = run(WEFT_CACHE_DIR=tmp_path / "cache", WEFT_EXPLAIN="1")
    assert done.stdout == TOTAL
    assert done.stderr.count("is dropped") == len(entries)


@pytest.mark.parametrize("mode", [0o777, 0o720])
def test_named_cache_that_others_can_write_is_told_and_not_used(tmp_path, mode):
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(mode)
    done = run(WEFT_CACHE_DIR=folder)
    assert done.stdout == TOTAL
    assert done.stderr.count("can be written by others") == 1
    assert not list(folder.iterdir())


def test_named_cache_that_cannot_be_made_is_told():
    done = run(WEFT_CACHE_DIR="/dev/null/cache")
    assert done.stdout == TOTAL
    assert done.stderr.count("compiled kernels are not kept") == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_number_of_threads_is_obeyed(threads):
    code = """
        import os, time, dpctl, dpctl.memory as dpmem
        queue = dpctl.SyclQueue("cpu")
        memory = dpmem.MemoryUSMShared(1 << 26, queue=queue)
        memory.memset(1)

        def started():
            names = [open(f"/proc/self/task/{t}/comm").read() for t in os.listdir("/proc/self/task")]
            return names.count("weft-cpu\\n")

        units = queue.sycl_device.max_compute_units
        deadline = time.monotonic() + 20
        while started() < units and time.monotonic() < deadline:  # a thread names itself when it first runs
            time.sleep(0.01)
        print(units, started())
    """
    assert run(code, WEFT_NUM_THREADS=threads).stdout == f"{threads} {threads}\n"


@pytest.mark.parametrize("value", ["1", "true", "on", "yes", "0", "false", "off", "no", ""])
def test_switches_are_spelled_in_every_usual_way(value):
    code = """
        import dpctl.tensor as dpt
        dpt.asnumpy(dpt.ones(10, device="cpu") + 1)
    """
    said = run(code, WEFT_EXPLAIN=value).stderr
    assert ("weft " in said) == (value in ("1", "true", "on", "yes"))


@pytest.mark.parametrize(("value", "kept"), [("keep", True), ("flush", False), ("", False)])
def test_denormals_are_flushed_unless_kept(value, kept):
    code = """
        import dpctl.tensor as dpt
        x = dpt.full(1000, 1e-30, dtype="f4", device="cpu")
        print(bool(dpt.all(x * 1e-10 > 0)), bool(dpt.any(x * 1e-10 > 0)))
    """
    assert run(code, WEFT_DENORMALS=value).stdout == f"{kept} {kept}\n"


def test_device_hides_those_that_do_not_match():
    code = """
        import json, dpctl
        print(json.dumps([d.filter_string for d in dpctl.get_devices()]))
    """
    assert "opencl:cpu:0" in json.loads(run(code).stdout)
    assert json.loads(run(code, WEFT_DEVICE="cpu").stdout) == ["opencl:cpu:0"]
    assert "opencl:cpu:0" not in json.loads(run(code, WEFT_DEVICE="gpu").stdout)
    for selector, match in (("opencl:cpu", True), ("*:gpu", False), ("!opencl:cpu", False)):
        listed = json.loads(run(code, ONEAPI_DEVICE_SELECTOR=selector).stdout)
        assert ("opencl:cpu:0" in listed) == match, selector
