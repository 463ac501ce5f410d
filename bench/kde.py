"""KDE, n = 1,000,000, m = 17, d = 7, h = 0.05: Weft's array expression, its extension and C++ program, and the peers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from harness import Report, Row, arguments
from kde_peers import PEERS

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "examples" / "kde"))
H = 0.05
TOLERANCE = {"float32": 2e-3, "float64": 1e-9}  # of the f32 references themselves against f64

FIRST_CALL = """
import sys, time
sys.path.insert(0, {example!r}); sys.path.insert(0, {bench!r})
import numpy as np, dpctl.tensor as dpt, kde_array
from kde import data
p, x = (dpt.asarray(a, device={device!r}) for a in data({n}, "{dtype}"))
p.sycl_queue.wait()
times = []
for _ in range(6):
    begin = time.perf_counter()
    f = kde_array.density(dpt, p, x, 0.05); f.sycl_queue.wait()
    times.append(time.perf_counter() - begin)
open("/proc/self/clear_refs", "w").write("5")
def kib(key): return int(next(l for l in open("/proc/self/status") if l.startswith(key)).split()[1])
before = kib("VmRSS")
f = kde_array.density(dpt, p, x, 0.05); f.sycl_queue.wait()
import json; print(json.dumps([times[0], min(times[1:]), kib("VmHWM") - before]))
"""


def data(n: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Points of interest (17, 7) and samples (n, 7), the same in every process."""
    rng = np.random.default_rng(7)
    return rng.random((17, 7)).astype(dtype), rng.random((n, 7)).astype(dtype)


def first_calls(device: str, n: int, dtype: str) -> dict[str, float]:
    """Seconds of the first call beyond a warm one in a fresh process, disk cache cold and warm, and peak memory in MB."""
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        code = FIRST_CALL.format(
            example=str(ROOT / "examples/kde"),
            bench=str(ROOT / "bench"),
            device=device,
            n=n,
            dtype=dtype,
        )
        for state in ("cold", "warm"):
            run = subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "WEFT_CACHE_DIR": cache},
                check=True,
                capture_output=True,
                text=True,
            )
            first, warm, grown = json.loads(run.stdout.splitlines()[-1])
            found[state] = first - warm
            found["memory"] = grown / 1024
    return found


def run_weft(
    report: Report,
    work: str,
    device: str,
    p: np.ndarray,
    x: np.ndarray,
    expected: np.ndarray,
    rtol: float,
) -> None:
    import dpctl.tensor as dpt
    import kde_array

    dp, dx = dpt.asarray(p, device=device), dpt.asarray(x, device=device)
    queue = dp.sycl_queue

    def expression() -> object:
        f = kde_array.density(dpt, dp, dx, H)
        queue.wait()
        return f

    row = report.measure(work, "weft, expression", expression)
    row.agrees = bool(np.allclose(dpt.asnumpy(expression()), expected, rtol=rtol, atol=0))
    try:
        import kde_extension
    except ImportError:
        print("kde_extension is not built; examples/kde/demo.py builds it", file=sys.stderr)
        return
    for mode in (0, 1, 2):
        f = dpt.empty(len(p), dtype=p.dtype, device=device)

        def extension(mode: int = mode, f: object = f) -> object:
            host, _ = kde_extension.kernel_density_estimate(
                poi=dp, sample=dx, smooth=H, f=f, mode=mode
            )
            host.wait()
            return f

        row = report.measure(work, f"weft, extension mode {mode}", extension)
        row.agrees = bool(np.allclose(dpt.asnumpy(extension()), expected, rtol=rtol, atol=0))


def main() -> None:
    options = arguments(__doc__)
    n = 100_000 if options.quick else 1_000_000
    with Report(f"KDE, n = {n:,}, m = 17, d = 7", "numpy") as report:
        for dtype in ("float32", "float64"):
            p, x = data(n, dtype)
            expected = PEERS["numpy, chunked"](*data(n, "float64"), H)()
            for name, make in PEERS.items():
                call = make(p, x, H)
                if call:
                    report.measure(dtype, name, call, expected, TOLERANCE[dtype])
            best = min(
                r.best for r in report.rows if r.work == dtype and r.peer.startswith("numpy,")
            )
            report.add(Row(dtype, "numpy", best, best))
            run_weft(report, dtype, options.device, p, x, expected, TOLERANCE[dtype])
            report.say(f"{dtype}: first calls")
            first = first_calls(options.device, n, dtype)
            report.add(
                Row(dtype, "weft, first call beyond warm, cold cache", first["cold"], first["cold"])
            )
            report.add(
                Row(dtype, "weft, first call beyond warm, disk cache", first["warm"], first["warm"])
            )
            print(
                f"{dtype}: peak memory of the expression beyond its inputs: {first['memory']:.1f} MB"
            )
    report.print()
    report.write(options.json)


if __name__ == "__main__":
    main()
