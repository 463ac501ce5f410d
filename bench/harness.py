"""Times work against peers in one run and prints one table of ratios; every benchmark here goes through it."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table


@dataclass
class Row:
    """One peer on one work: seconds of the first and of the best later call, and whether its result agreed."""

    work: str
    peer: str
    first: float
    best: float
    agrees: bool | None = None


def best_of(
    call: Callable[[], object],
    seconds: float = 0.7,
    least: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Times `call` at least `least` times and for about `seconds`; gives first and best time in seconds."""
    start = clock()
    call()
    first = clock() - start
    best, spent, count = first, 0.0, 0
    while count < least or (spent < seconds and count < 10_000):
        begin = clock()
        call()
        took = clock() - begin
        best, spent, count = min(best, took), spent + took, count + 1
    return first, best


def per_call(call: Callable[[], object], seconds: float = 0.3) -> float:
    """Best mean over some calls, in seconds: for calls too short for a clock.

    A round of them takes about a millisecond, less than a scheduler's time slice, so that whatever else runs on the
    machine is not in all of them.
    """
    first, best = best_of(call, 0.01)
    repeat = max(1, round(1e-3 / best))
    best, end = first, time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        for _ in range(repeat):
            call()
        best = min(best, (time.perf_counter() - begin) / repeat)
    return best


class Report:
    """Collects rows, then prints a table of ratios to one peer and writes JSON."""

    def __init__(
        self, title: str, reference: str, seconds: float = 0.7, least: int = 5, ours: str = "weft"
    ) -> None:
        self.title, self.reference, self.ours, self.rows = title, reference, ours, []
        self.seconds, self.least, self.clock = seconds, least, time.perf_counter
        self.progress = Progress(console=Console(stderr=True), transient=True)

    def __enter__(self) -> Report:
        self.progress.start()
        self.task = self.progress.add_task(self.title, total=None)
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def say(self, what: str) -> None:
        self.progress.update(self.task, description=what)

    def add(self, row: Row) -> None:
        self.rows.append(row)

    def measure(
        self,
        work: str,
        peer: str,
        call: Callable[[], object],
        expected: object = None,
        rtol: float = 0.0,
    ) -> Row:
        """Times a call that gives an array, checks it against `expected` if given, and keeps the row."""
        self.say(f"{work}: {peer}")
        first, best = best_of(call, self.seconds, self.least, self.clock)
        agrees = None
        if expected is not None:
            agrees = bool(
                np.allclose(np.asarray(call()), expected, rtol=rtol, atol=0.0, equal_nan=True)
            )
        row = Row(work, peer, first, best, agrees)
        self.add(row)
        return row

    def best(self, work: str, peer: str) -> float | None:
        return next((r.best for r in self.rows if r.work == work and r.peer == peer), None)

    def print(self, unit: str = "ms") -> None:
        scale = {"ms": 1e3, "us": 1e6}[unit]
        table = Table(title=self.title)
        for column in (
            "work",
            "how",
            f"first, {unit}",
            f"warm, {unit}",
            f"times {self.reference}",
            "agrees",
        ):
            table.add_column(column, justify="left" if column in ("work", "how") else "right")
        for row in self.rows:
            reference = self.best(row.work, self.reference)
            ratio = f"{reference / row.best:.2f}x" if reference else ""
            agrees = {None: "", True: "yes", False: "NO"}[row.agrees]
            table.add_row(
                row.work,
                row.peer,
                f"{row.first * scale:.4g}",
                f"{row.best * scale:.4g}",
                ratio,
                agrees,
            )
        Console(width=110).print(table)

    def print_worst(self, count: int) -> None:
        """Where we gain least over any peer, worst first, and which works we lose by more than noise."""
        gains = []
        for row in self.rows:
            ours = self.best(row.work, self.ours)
            if row.peer != self.ours and ours:
                gains.append((row.best / ours, row.work, row.peer))
        gains.sort()
        for gain, work, peer in gains[:count]:
            print(f"{gain:6.2f}x  {peer:8} {work}")
        losses = [work for gain, work, _ in gains if gain < 0.95]
        print(f"{len(losses)} of {len(gains)} lost: {', '.join(losses) or 'none'}")

    def write(self, path: Path | None) -> None:
        if path:
            facts = {
                "title": self.title,
                "machine": machine(),
                "rows": [asdict(r) for r in self.rows],
            }
            path.write_text(json.dumps(facts, indent=1) + "\n")


def add_processor_time(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--processor-time",
        dest="clock",
        action="store_const",
        const=time.process_time,
        default=time.perf_counter,
        help="of all threads together: for machines too busy for wall time",
    )


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    model = next(
        (
            line.split(":")[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        "",
    )
    return {
        "cpu": model,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cores": len(os.sched_getaffinity(0)),
    }


def arguments_parser(description: str | None, device: str = "cpu") -> argparse.ArgumentParser:
    """The options that all benchmarks share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows as JSON")
    parser.add_argument(
        "--device", default=device, help=f"filter string of Weft's device (default: {device})"
    )
    parser.add_argument(
        "--quick", action="store_true", help="smaller sizes, to see that everything runs"
    )
    return parser


def arguments(description: str) -> argparse.Namespace:
    return arguments_parser(description).parse_args()
