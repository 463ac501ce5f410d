"""What no result on one machine shows: which barriers a scan has, and where local memory begins."""

import os
import subprocess
import sys

CODE = """
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
from numba_dpex import kernel_api as kapi


@dpex.kernel
def scanned(nd, a, flags, numbers):
    i, at = nd.get_global_id(0), nd.get_local_id(0)
    if at < 3:
        flags[at] = 1
        numbers[at] = 2
    a[i] = kapi.inclusive_scan_over_group(nd.get_group(), a[i])


a = dpt.ones(256, dtype="f8", device="cpu")
local = kapi.LocalAccessor(3, np.int8), kapi.LocalAccessor(3, np.float64)
dpex.call_kernel(scanned, kapi.NdRange((256,), (128,)), a, *local)
"""


def test_a_scan_meets_before_and_behind_what_sub_groups_write_and_arrays_begin_at_lines(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(CODE)
    settings = {"WEFT_DUMP": str(tmp_path), "WEFT_CACHE": "0"}
    subprocess.run([sys.executable, program], env={**os.environ, **settings}, check=True)
    (loaded,) = tmp_path.glob("*.0_loaded.ll")
    kernel = loaded.read_text().split("define ")[1]
    assert kernel.count("call void @__weft_barrier(") == 2
    memory = [line for line in kernel.splitlines() if "getelementptr" in line and "i64 64" in line]
    assert memory, kernel
