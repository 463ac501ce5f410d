"""Algorithms go through tiles one by one on the CPU: lanes would find what each reads and writes in as many lines of memory."""

import os
import re
import subprocess
import sys

SCRIPT = """
import dpctl.tensor as dpt

x = dpt.asarray([float(i % 7) for i in range(40000)], dtype="f4", device="cpu")
flags = x > 3
for result in (x[flags], dpt.nonzero(flags)[0], dpt.cumulative_prod(x), dpt.cumulative_sum(x), dpt.sort(x)):
    dpt.asnumpy(result[:1])
for dtype in ("i1", "i2", "i8", "f8"):
    dpt.asnumpy(dpt.argsort(dpt.astype(x, dtype))[:1])
dpt.place(x, flags, x[:4])
dpt.asnumpy(x[:1])
"""


def test_no_vectors_across_tiles():
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "WEFT_EXPLAIN": "1", "WEFT_CACHE": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    lanes = dict(
        re.findall(r"weft vectorize: (\w+/\w+)<.* by itself.*: (\d+) lanes along", run.stdout)
    )
    assert {
        "select/compress_alone",
        "select/expand_alone",
        "scan/scan_tile_alone",
    } <= lanes.keys(), run.stdout
    assert set(lanes.values()) == {"1"}
    assert "lanes go across them" not in run.stdout
