"""What a kernel was compiled to can be looked at, and traces name the kernel's file and line."""

import json
import os
import re
import shutil
import subprocess
import sys

import dpctl.tensor as dpt
import numba_dpex as dpex
import pytest
from numba_dpex import kernel_api as kapi


def launched(function, space=(64,), *further):
    kernel = dpex.kernel(function)
    dpex.call_kernel(kernel, dpex.Range(*space), dpt.zeros(64, dtype="f4", device="cpu"), *further)
    return kernel


def half(item, a):
    i = item.get_id(0)
    a[i] = a[i] * 0.5


def test_llvm_as_it_was_written_and_as_machine_code_is_made_of_it():
    kernel = launched(half)
    (signature,) = kernel.inspect_llvm()
    assert signature == "1-d array of float32"
    assert "define spir_kernel void @weft_pykernel(ptr byval(" in kernel.inspect_llvm()[signature]
    assert "define" in kernel.inspect_llvm(optimised=True)[signature]
    assert "__weft_global_id" not in kernel.inspect_llvm(optimised=True)[signature]


def test_assembly_of_each_signature():
    kernel = launched(half)
    dpex.call_kernel(kernel, dpex.Range(8), dpt.zeros(8, dtype="f8", device="cpu"))
    listings = kernel.inspect_asm()
    assert sorted(listings) == ["1-d array of float32", "1-d array of float64"]
    assert re.search(r"v?mulps", listings["1-d array of float32"])
    assert re.search(r"v?mulpd", listings["1-d array of float64"])


def assembled(ptx, tmp_path):
    ptxas = shutil.which("ptxas")
    if ptxas is None:
        pytest.skip("no ptxas to assemble with")
    (tmp_path / "kernel.ptx").write_text(ptx)
    command = [ptxas, "-arch=sm_90", tmp_path / "kernel.ptx", "-o", tmp_path / "kernel.cubin"]
    subprocess.run(command, check=True)


def reporting(nd, a):
    i = nd.get_global_id(0)
    assert a[i] >= 0, f"{a[i]}"
    print(i, kapi.inclusive_scan_over_group(nd.get_group(), a[i]))


def test_ptx_without_a_gpu(tmp_path):
    (ptx,) = launched(half).inspect_ptx(arch=80).values()
    assert ".target sm_80" in ptx and ".visible .entry weft_pykernel" in ptx


def test_ptx_of_newer_architectures():
    for arch in (100, 120):
        (ptx,) = launched(half).inspect_ptx(arch=arch).values()
        assert f".target sm_{arch}" in ptx


@pytest.mark.parametrize(
    ("arch", "words"), [(35, "sm_35: Weft supports sm_70 and newer"), (999, "does not know")]
)
def test_ptx_of_architectures_that_are_none(arch, words):
    kernel = launched(half)
    with pytest.raises(ValueError, match=words):
        kernel.inspect_ptx(arch=arch)


def test_ptx_of_reports_and_scans_assembles(tmp_path, capsys):
    kernel = dpex.kernel(reporting)
    dpex.call_kernel(kernel, dpex.NdRange((64,), (32,)), dpt.zeros(64, dtype="f4", device="cpu"))
    (ptx,) = kernel.inspect_ptx(local_range=(32,)).values()
    assert "atom" in ptx
    assembled(ptx, tmp_path)


def test_a_trace_names_file_and_line(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        "import dpctl.tensor as dpt\nimport numba_dpex as dpex\n\n\n@dpex.kernel\ndef scaled(item, a):\n    a[item.get_id(0)] *= 2\n"
        "\n\ndpex.call_kernel(scaled, dpex.Range(4), dpt.zeros(4, device='cpu'))\n"
    )
    trace = tmp_path / "trace.json"
    subprocess.run([sys.executable, path], env={**os.environ, "WEFT_TRACE": str(trace)}, check=True)
    names = {event.get("name") for event in json.loads(trace.read_text())["traceEvents"]}
    assert any(name and "scaled (program.py:5)" in name for name in names), names
