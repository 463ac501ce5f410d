"""What the benchmarks call exists and runs, in Weft and in NumPy: their tables follow the tables of operations."""

import sys
import warnings
from pathlib import Path

import dpctl.tensor as dpt
import dpnp
import numpy as np
import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"

if not BENCH.is_dir():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
pytest.importorskip("rich")
sys.path.insert(0, str(BENCH))
import calls  # noqa: E402
import dpnp_calls  # noqa: E402

COUNT = 4


def test_calls_of_arrays():
    host = calls.host_values(COUNT)
    ours = {name: dpt.asarray(value) for name, value in host.items()}
    numpy = calls.numpy_names()
    common = {"np": np, "N": COUNT, "E": 2, "h": host["x"]}
    compared = 0
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for call in calls.all_calls(dpt):
            code = calls.statement(call)
            exec(code, {**common, **ours, "xp": dpt})
            try:
                exec(code, {**common, **host, "xp": numpy})
            except AttributeError as error:
                assert error.obj is numpy, call
                continue
            compared += 1
    assert compared > 200


def test_calls_of_dpnp():
    host = dpnp_calls.host_values(COUNT)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for line in dpnp_calls.CALLS.strip().splitlines():
            for call in line.split(";"):
                code = calls.statement(call.strip())
                for xp, values in (
                    (np, host),
                    (dpnp, {name: dpnp.asarray(value) for name, value in host.items()}),
                ):
                    exec(code, {**values, "N": COUNT, "xp": xp})
