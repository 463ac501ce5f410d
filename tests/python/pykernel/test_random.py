"""Random kernels give compiled what they give in pure Python, with vectors of 256 bits, too.

WEFT_RANDOM_SEED and WEFT_RANDOM_KERNELS choose which, by hand.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("bits", ["", "256"], ids=["default", "256"])
def test_random_kernels(device, bits):
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    if bits:
        environment["WEFT_VECTOR_BITS"] = bits
    seed, count = (
        os.environ.get(f"WEFT_RANDOM_{n}", d) for n, d in (("SEED", "1000"), ("KERNELS", "20"))
    )
    script = Path(__file__).with_name("random_kernels.py")
    run = subprocess.run(
        [sys.executable, script, seed, count, device],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert "random kernels agree" in run.stdout
