"""What a small call costs: 1,000 elements, one forced result a call, and what imports and first uses cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from harness import Report, Row, arguments, per_call

FIRST_USE = """
import time, json
import numpy as np, dpctl.tensor as dpt
a = dpt.ones(1000, dtype="f4", device={device!r}); q = a.sycl_queue; q.wait()
{warm_up}
begin = time.perf_counter(); b = {expression}; q.wait(); print(json.dumps(time.perf_counter() - begin))
"""


def chain(xp, a, b):
    """Eight operations."""
    return xp.exp(-(a * a + 2.0 * b)) * xp.sin(a) + xp.sqrt(b)


def first_use(device: str, expression: str) -> tuple[float, float]:
    """Seconds of the first use of a simple kernel: unseen, in a process that compiled before; and from the disk cache."""
    found = []
    with tempfile.TemporaryDirectory() as cache:
        for warm_up in ("c = a + a; q.wait()", "c = a + a; q.wait()"):
            code = FIRST_USE.format(device=device, warm_up=warm_up, expression=expression)
            run = subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "WEFT_CACHE_DIR": cache},
                check=True,
                capture_output=True,
                text=True,
            )
            found.append(json.loads(run.stdout))
    return found[0], found[1]


def import_time(statement: str) -> float:
    """Best seconds that a statement takes in a fresh interpreter."""
    code = f"import time; b = time.perf_counter(); {statement}; print(time.perf_counter() - b)"
    return min(
        float(
            subprocess.run(
                [sys.executable, "-c", code], check=True, capture_output=True, text=True
            ).stdout
        )
        for _ in range(7)
    )


def main() -> None:
    options = arguments(__doc__)
    import dpctl.tensor as dpt

    a, b = np.linspace(0.1, 1, 1000, dtype="f4"), np.linspace(0.5, 2, 1000, dtype="f4")
    da, db = dpt.asarray(a, device=options.device), dpt.asarray(b, device=options.device)
    queue = da.sycl_queue
    queue.wait()

    def forced(call):
        def run():
            result = call()
            queue.wait()
            return result

        return run

    works = {
        "a + 1": (lambda: a + 1, forced(lambda: da + 1)),
        "a + b": (lambda: a + b, forced(lambda: da + db)),
        "chain of 8": (lambda: chain(np, a, b), forced(lambda: chain(dpt, da, db))),
        "float(sum(a))": (lambda: float(np.sum(a)), lambda: float(dpt.sum(da))),
        "view a[1:-1]": (lambda: a[1:-1], lambda: da[1:-1]),
        "empty(1000)": (lambda: np.empty(1000), lambda: dpt.empty(1000, sycl_queue=queue)),
        "asarray(numpy)": (lambda: np.array(a), lambda: dpt.asarray(a, sycl_queue=queue)),
        "to numpy": (lambda: np.array(a), lambda: dpt.asnumpy(da)),
    }
    with Report("1,000 elements, per call", "numpy") as report:
        for work, (reference, ours) in works.items():
            report.say(work)
            for peer, call in (("numpy", reference), ("weft", ours)):
                seconds = per_call(call, 0.02 if options.quick else 0.3)
                report.add(Row(work, peer, seconds, seconds))
        report.say("first uses")
        for expression in ("a * 3.0 - a", "dpt.cos(a) * 3.0 - a"):
            unseen, cached = first_use(options.device, expression)
            report.add(Row(f"first use of {expression}", "weft, unseen", unseen, unseen))
            report.add(Row(f"first use of {expression}", "weft, disk cache", cached, cached))
        beyond = import_time("import numpy, dpctl.tensor") - import_time("import numpy")
        report.add(Row("import beyond numpy", "weft", beyond, beyond))
    report.print("us")
    report.write(options.json)


if __name__ == "__main__":
    main()
