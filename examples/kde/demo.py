"""Kernel density estimation every way Weft can: a picture of Old Faithful's eruptions, then one table of times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SITE = Path(sysconfig.get_path("platlib"))
BUILD = ROOT / "build" / "demo"
sys.path[:0] = [str(HERE), str(ROOT / "bench")]

from harness import best_of  # noqa: E402
from kde_array import density  # noqa: E402
from kde_peers import numpy_broadcast, numpy_chunked  # noqa: E402

N, M, D, H = 1_000_000, 17, 7, 0.05
TOLERANCE = {"float32": 2e-3, "float64": 1e-9}


def build_step(name: str, sources: Path, command: list[str]) -> None:
    """Runs a build command unless nothing under `sources`, nor Weft, has changed since it last succeeded."""
    stamp = BUILD / f"{name}.stamp"
    files = [p for p in sources.rglob("*") if p.is_file()] + list(
        (SITE / "weft" / "lib").glob("*.so*")
    )
    if stamp.exists() and all(p.stat().st_mtime <= stamp.stat().st_mtime for p in files):
        return
    compiler = str(SITE / "weft" / "bin" / "weft-clang++")
    log = BUILD / f"{name}.log"
    with log.open("w") as out:
        result = subprocess.run(
            command, env={**os.environ, "CXX": compiler}, stdout=out, stderr=out
        )
    if result.returncode:
        sys.exit(f"demo: building the {name} failed:\n{log.read_text()}")
    stamp.touch()


def build(progress: Progress) -> None:
    """Builds the extension and the C++ program with Weft's own compiler."""
    BUILD.mkdir(parents=True, exist_ok=True)
    task = progress.add_task("building the native extension", total=2)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    extension = HERE / "extension"
    build_step("extension", extension, [*pip, "--no-build-isolation", "--no-deps", str(extension)])
    progress.update(task, advance=1, description="building the C++ program")
    cmake = f"cmake -G Ninja -S {HERE / 'cpp'} -B {BUILD / 'cpp'} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH={SITE / 'weft'} && cmake --build {BUILD / 'cpp'}"
    build_step("program", HERE / "cpp", ["bash", "-c", cmake])
    progress.update(task, advance=1, description="built extension and C++ program")


def draw(path: Path) -> None:
    """Density of the Old Faithful data on a grid, as contours over the points."""
    import dpctl.tensor as dpt
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    table = np.loadtxt(HERE / "data" / "old_faithful.csv", delimiter=",", skiprows=1)
    spread = table.std(0)
    x, y = np.linspace(1, 6, 220), np.linspace(35, 105, 220)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    points, samples = dpt.asarray(grid / spread), dpt.asarray(table / spread)
    values = dpt.asnumpy(density(dpt, points, samples, 0.3)).reshape(220, 220) / spread.prod()
    figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
    filled = axes.contourf(x, y, values, levels=14, cmap="viridis")
    axes.contour(x, y, values, levels=14, colors="white", linewidths=0.4)
    axes.plot(table[:, 0], table[:, 1], ".", color="black", markersize=3, alpha=0.6)
    axes.set(xlabel="length of the eruption, minutes", ylabel="wait until the next one, minutes",
             title="Old Faithful: 272 eruptions and their density")  # fmt: skip
    figure.colorbar(filled, label="density per minute²")
    figure.savefig(path, dpi=120)


def expression(
    p: np.ndarray, x: np.ndarray
) -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    """A callable that computes the density and waits, and one that gives its last result."""
    import dpctl.tensor as dpt

    dp, dx, kept = dpt.asarray(p), dpt.asarray(x), {}

    def run() -> None:
        kept["f"] = density(dpt, dp, dx, H)
        dp.sycl_queue.wait()

    return run, lambda: dpt.asnumpy(kept["f"])


def extension(
    p: np.ndarray, x: np.ndarray, mode: int
) -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    import dpctl.tensor as dpt
    import kde_extension

    dp, dx = dpt.asarray(p), dpt.asarray(x)
    f = dpt.empty(len(p), dtype=p.dtype)

    def run() -> None:
        host, _ = kde_extension.kernel_density_estimate(poi=dp, sample=dx, smooth=H, f=f, mode=mode)
        host.wait()

    return run, lambda: dpt.asnumpy(f)


def program(p: np.ndarray, x: np.ndarray, mode: int) -> dict[str, Any]:
    """What the C++ program says of itself: device, times in ms, density."""
    with tempfile.TemporaryDirectory() as folder:
        for name, array in (("points", p), ("samples", x)):
            array.tofile(f"{folder}/{name}")
        command = [
            BUILD / "cpp" / "kde",
            f"{folder}/points",
            f"{folder}/samples",
            D,
            H,
            p.dtype.name,
            mode,
        ]
        run = subprocess.run(
            [str(part) for part in command], check=True, capture_output=True, text=True
        )
    said: dict[str, Any] = json.loads(run.stdout)
    return said


Way = tuple[str, Callable[[], object], Callable[[], np.ndarray]]
TimedRow = tuple[str, str, float, float, bool]


def ways(p: np.ndarray, x: np.ndarray) -> list[Way]:
    """Each way from Python: its name, a call that computes and waits, and one that gives its result."""
    references = numpy_broadcast(p, x, H), numpy_chunked(p, x, H)
    fastest = min(references, key=lambda call: best_of(call, least=1, seconds=0)[1])
    modes = [(f"native extension, mode {mode}", *extension(p, x, mode)) for mode in (0, 1, 2)]
    return [("NumPy", fastest, fastest), ("array expression", *expression(p, x)), *modes]


def measure(progress: Progress) -> list[TimedRow]:
    """Rows (type, how, first ms, warm ms, agrees) for float32 and float64."""
    rows = []
    rng = np.random.default_rng(7)
    points, samples = rng.random((M, D)), rng.random((N, D))
    expected = numpy_chunked(points, samples, H)()
    task = progress.add_task("measuring", total=2 * 6)
    for dtype in ("float32", "float64"):
        p, x = points.astype(dtype), samples.astype(dtype)

        def agrees(got: np.ndarray, rtol: float = TOLERANCE[dtype]) -> bool:
            return bool(np.allclose(got, expected, rtol=rtol, atol=0))

        for how, call, result in ways(p, x):
            progress.update(task, description=f"measuring {dtype}: {how}")
            first, warm = best_of(call)
            rows.append((dtype, how, first * 1e3, warm * 1e3, agrees(result())))
            progress.advance(task)
        progress.update(task, description=f"measuring {dtype}: C++ program")
        said = min((program(p, x, mode) for mode in (0, 1, 2)), key=lambda run: run["warm_ms"])
        same = agrees(np.array(said["density"]))
        rows.append((dtype, "C++ program, best mode", said["first_ms"], said["warm_ms"], same))
        progress.advance(task)
    return rows


def main() -> int:
    console = Console(width=100)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), console=console, transient=True
    ) as progress:
        build(progress)
        picture = progress.add_task("drawing density.png", total=None)
        draw(ROOT / "density.png")
        progress.remove_task(picture)
        rows = measure(progress)

    import dpctl

    device = dpctl.select_default_device()
    console.print(
        f"Device: {device.name} ({device.filter_string}, {device.max_compute_units} compute units)"
    )
    table = Table(title=f"Kernel density estimation, n = {N:,}, m = {M}, d = {D}, h = {H}")
    for column in ("type", "how", "first call, ms", "warm call, ms", "times NumPy", "agrees"):
        table.add_column(column, justify="left" if column in ("type", "how") else "right")
    for dtype, how, first, warm, agrees in rows:
        reference = next(r[3] for r in rows if r[0] == dtype and r[1] == "NumPy")
        table.add_row(
            dtype,
            how,
            f"{first:.1f}",
            f"{warm:.1f}",
            f"{reference / warm:.1f}x",
            "yes" if agrees else "NO",
        )
    console.print(table)
    console.print("Picture: density.png")
    return 0 if all(row[-1] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
