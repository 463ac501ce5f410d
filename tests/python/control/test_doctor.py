"""``python -m dpctl --doctor`` finds a healthy installation healthy, and names what is off."""

import os
import subprocess
import sys


def doctor(**environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "dpctl", "--doctor"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_a_healthy_installation_is_found_well(tmp_path):
    cache = tmp_path / "cache"
    run = doctor(WEFT_CACHE_DIR=str(cache))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "opencl:cpu:0" in run.stdout
    assert run.stdout.splitlines()[-1] == "verdict   all is well"


def test_a_cache_that_others_can_read_is_named_with_its_cure(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o755)
    run = doctor(WEFT_CACHE_DIR=str(cache))
    assert run.returncode == 1
    assert f"make {cache} private" in run.stdout
