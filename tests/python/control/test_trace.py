"""WEFT_TRACE: the file is whole JSON however the process ends, and shows who submitted what ran when."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

WORK = """
    import os, signal, sys
    import dpctl, dpctl.memory as dpmem
    import dpctl.tensor as dpt

    queue = dpctl.SyclQueue("cpu")
    memory = dpmem.MemoryUSMShared(1 << 22, queue=queue)
    memory.memset(7)
    memory.copy_from_host(bytes(1 << 22))
    queue._submit_keep_args_alive(memory, [queue.submit_barrier()]).wait()
    x = dpt.arange(1 << 22, dtype="f4", sycl_queue=queue)
    for _ in range(20):  # until another thread has had a part in it
        assert float(dpt.sum(x * 2 + 1)) > 0
"""


def run(path, code, **environment):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "WEFT_TRACE": str(path), **environment},
    )


def events_of(path):
    return json.loads(path.read_text())["traceEvents"]


@pytest.fixture
def trace(tmp_path):
    path, cache = tmp_path / "trace.json", tmp_path / "cache"
    cache.mkdir(mode=0o700)
    done = run(path, WORK, WEFT_CACHE_DIR=str(cache))
    assert done.returncode == 0, done.stderr
    return events_of(path)


def named(events, phase, name):
    return [e for e in events if e["ph"] == phase and e["name"].startswith(name)]


def test_tasks_of_each_kind_are_shown(trace):
    for name in ("kernel ", "memcpy", "fill", "host task", "barrier"):
        tasks = [e for e in named(trace, "X", name) if e["cat"] == "task"]
        assert tasks, name
        assert all(e["dur"] >= 0 and e["ts"] > 0 for e in tasks)


def test_rows_have_names_and_their_slices_nest(trace):
    rows = {(e["pid"], e["tid"]): e["args"]["name"] for e in named(trace, "M", "thread_name")}
    assert any(name.startswith("queue ") for name in rows.values())
    assert any(name.startswith("weft-cpu") for name in rows.values())
    slices = [e for e in trace if e["ph"] == "X"]
    assert {(e["pid"], e["tid"]) for e in slices} == set(rows)
    for row in rows:
        open_until = []
        for e in sorted(
            (e for e in slices if (e["pid"], e["tid"]) == row), key=lambda e: (e["ts"], -e["dur"])
        ):
            begin, end = round(e["ts"] * 1000), round((e["ts"] + e["dur"]) * 1000)
            while open_until and open_until[-1] <= begin:
                open_until.pop()
            assert not open_until or end <= open_until[-1], e
            open_until.append(end)


def test_each_submission_leads_to_its_run(trace):
    starts = {e["id"]: e for e in trace if e["ph"] == "s"}
    ends = {e["id"]: e for e in trace if e["ph"] == "f"}
    assert starts.keys() == ends.keys() and starts
    submissions = {e["ts"] for e in named(trace, "X", "submit ")}
    tasks = {e["ts"] for e in trace if e["ph"] == "X" and e["cat"] == "task"}
    assert {e["ts"] for e in starts.values()} <= submissions
    assert {e["ts"] for e in ends.values()} <= tasks
    assert all(starts[i]["ts"] <= ends[i]["ts"] for i in starts)


def test_compilations_say_whether_the_disk_had_them(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    found = []
    for name in ("cold.json", "warm.json"):
        assert run(tmp_path / name, WORK, WEFT_CACHE_DIR=str(cache)).returncode == 0
        events = [e for e in events_of(tmp_path / name) if e.get("cat") == "compile"]
        assert all(e["args"]["device"] for e in events)
        found.append({e["args"]["disk cache"] for e in events})
    assert found == [{"miss"}, {"hit"}]


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("sys.exit(3)", 3),
        ("os._exit(4)", 4),
        ("raise RuntimeError", 1),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("os._exit(0) if os.fork() == 0 else os.wait()", 0),
        ("sys.exit(0) if os.fork() == 0 else os.wait()", 0),
    ],
)
def test_file_is_whole_however_the_process_ends(tmp_path, end, status):
    path = tmp_path / "trace.json"
    done = run(path, WORK + "    " + end)
    assert done.returncode == status, done.stderr
    assert named(events_of(path), "M", "process_name")


def test_place_that_cannot_be_written_is_said_and_nothing_else_changes(tmp_path):
    done = run(tmp_path / "missing" / "trace.json", WORK)
    assert done.returncode == 0
    assert done.stderr.count("WEFT_TRACE=") == 1 and "No such file" in done.stderr


def test_views_that_are_updated_are_not_copied_to_themselves(tmp_path):
    code = """
        import dpctl.tensor as dpt

        x = dpt.ones((40, 50), device="cpu")
        x.sycl_queue.wait()
        x[1:] *= 2
        x[0, :] = x[0, :]
        x[:, 1:2] -= 1
        x.sycl_queue.wait()
    """
    done = run(tmp_path / "trace.json", code)
    assert done.returncode == 0, done.stderr
    assert not [
        e for e in named(events_of(tmp_path / "trace.json"), "X", "memcpy") if e["cat"] == "task"
    ]
