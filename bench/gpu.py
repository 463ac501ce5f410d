"""Work on a GPU against CuPy, PyTorch (eager and compiled), JAX and nvcc: microseconds per call, waited for one by one and in batches.

`--programs` names a folder with what this needs a compiler for: `gpu` (bench/cpp/gpu.cpp by weft-clang++), the module kde_extension
(examples/kde/extension). bench/cpp/triad.cu is compiled here where nvcc is installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from harness import arguments_parser, machine
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
H = 0.05
ROW = 8192


@dataclass
class Figure:
    """Microseconds of one peer on one work."""

    work: str
    how: str
    target: float | None
    first: float | None = None
    waited: float | None = None  # best call with a wait of its own
    batch: float | None = None  # best mean of calls with one wait for all
    agrees: bool | None = None
    error: str | None = None


@dataclass
class Work:
    """An expression of a namespace and arrays, its inputs, and what its result has to be near to."""

    function: Callable
    inputs: list[np.ndarray]
    agrees: Callable[[np.ndarray, list[np.ndarray]], bool]
    target: float | None
    calls: int = 20


def chain(xp, a, b):
    return xp.exp(-(a * a + 2.0 * b)) * xp.sin(a) + xp.sqrt(b)


def kde(xp, p, x):
    d = p.shape[1]
    q = xp.exp(xp.sum(xp.square(p[:, None, :] - x[None]), axis=-1) / (-2 * H * H))
    return xp.mean(q, axis=-1) * ((2 * np.pi) ** 0.5 * H) ** -d


def pairwise(xp, x):
    return xp.sqrt(xp.sum(xp.square(x[:, None, :] - x[None]), axis=-1))


def softmax(xp, a):
    rows = xp.reshape(a, (-1, ROW))
    largest = getattr(xp, "amax", xp.max)  # PyTorch's max gives places, too
    weights = xp.exp(rows - largest(rows, axis=-1, keepdims=True))
    return weights / xp.sum(weights, axis=-1, keepdims=True)


def near(result: np.ndarray, expected: np.ndarray, rtol: float, atol: float = 0.0) -> bool:
    return bool(np.allclose(result, expected, rtol=rtol, atol=atol))


def chain_agrees(result: np.ndarray, inputs: list[np.ndarray]) -> bool:
    pieces = (slice(0, 1 << 20), slice(-(1 << 20), None))
    return all(
        near(result[s], chain(np, *(x[s].astype("f8") for x in inputs)), 1e-5) for s in pieces
    )


def kde_agrees(result: np.ndarray, inputs: list[np.ndarray]) -> bool:
    p, x = (a.astype("f8") for a in inputs)
    rows = [
        np.mean(np.exp(np.sum(np.square(row - x), axis=-1) / (-2 * H * H)))
        * ((2 * np.pi) ** 0.5 * H) ** -p.shape[1]
        for row in p
    ]
    return near(result, np.array(rows), 2e-3)


def pairwise_agrees(result: np.ndarray, inputs: list[np.ndarray]) -> bool:
    x = inputs[0].astype("f8")
    rows = [*range(50), *range(len(x) - 50, len(x))]
    return near(
        result[rows],
        np.sqrt(np.sum(np.square(x[rows][:, None, :] - x[None]), axis=-1)),
        1e-4,
        1e-6,
    )


def works(quick: bool) -> dict[str, Work]:
    rng = np.random.default_rng(3)
    n = 1 << (20 if quick else 27)
    big = [rng.random(n, dtype="f4") + 0.1 for _ in range(2)]
    small = [x[:1000].copy() for x in big]
    points = rng.random((17, 7), dtype="f4")
    samples = rng.random((10_000 if quick else 1_000_000, 7), dtype="f4")
    cloud = rng.random((1000 if quick else 10_000, 3), dtype="f4")
    return {
        "chain of 8, 2^27": Work(chain, big, chain_agrees, 400),
        "KDE expression, 1e6 x 17 x 7": Work(kde, [points, samples], kde_agrees, 60),
        "pairwise distance, 1e4 x 3": Work(pairwise, [cloud], pairwise_agrees, 120),
        "sum, 2^27": Work(
            lambda xp, a, b: xp.sum(a),
            big,
            lambda result, xs: near(result, np.sum(xs[0], dtype="f8"), 1e-5),
            136,
        ),
        **{
            f"sum over axis {axis}, {n // wide} x {wide}": Work(
                lambda xp, a, b, wide=wide, axis=axis: xp.sum(xp.reshape(a, (-1, wide)), axis=axis),
                big,
                lambda result, xs, wide=wide, axis=axis: near(
                    result, np.sum(xs[0].reshape(-1, wide), axis=axis, dtype="f8"), 1e-5
                ),
                None,
            )
            for wide in (64, 8192)
            for axis in (0, 1)
        },
        f"softmax, {n // ROW} x {ROW}": Work(
            lambda xp, a, b: softmax(xp, a),
            big,
            lambda result, xs: near(result[:4], softmax(np, xs[0][: 4 * ROW].astype("f8")), 1e-4),
            None,
        ),
        "take, 2^25 of 2^27, * 2 + 1": Work(
            lambda xp, a, index: xp.take(a, index) * 2 + 1,
            [big[0], rng.integers(0, n, n // 4)],
            lambda result, xs: bool(np.array_equal(result, xs[0][xs[1]] * 2 + 1)),
            None,
        ),
        "a + b, 2^27": Work(
            lambda xp, a, b: a + b,
            big,
            lambda result, xs: bool(np.array_equal(result, xs[0] + xs[1])),
            400,
        ),
        "a + 1, 1,000": Work(
            lambda xp, a, b: a + 1,
            small,
            lambda result, xs: bool(np.array_equal(result, xs[0] + 1)),
            4,
            500,
        ),
        "chain of 8, 1,000": Work(
            chain,
            small,
            lambda result, xs: near(result, chain(np, *(x.astype("f8") for x in xs)), 1e-5),
            10,
            500,
        ),
    }


@dataclass
class Peer:
    """A work prepared: `call` computes, `wait` waits for all calls, `result` is the last one on the host."""

    call: Callable[[], object]
    wait: Callable[[], object]
    result: Callable[[], np.ndarray]


def microseconds(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return (time.perf_counter() - begin) * 1e6


def measure(figure: Figure, peer: Peer, calls: int) -> None:
    def waited():
        peer.call()
        peer.wait()

    def batch():
        for _ in range(calls):
            peer.call()
        peer.wait()

    figure.first = microseconds(waited)
    figure.waited = min(microseconds(waited) for _ in range(50))
    figure.batch = min(microseconds(batch) for _ in range(12)) / calls


def weft(work: Work, device: str) -> Peer:
    import dpctl.tensor as dpt

    queue = dpt.Device.create_device(device).sycl_queue
    arrays = [dpt.asarray(a, sycl_queue=queue) for a in work.inputs]

    def call():
        # asking for the pointer submits the work, as an extension would
        return work.function(dpt, *arrays)._pointer

    return Peer(call, queue.wait, lambda: dpt.asnumpy(work.function(dpt, *arrays)))


def cupy(work: Work, _device: str) -> Peer:
    import cupy

    arrays = [cupy.asarray(a) for a in work.inputs]
    return Peer(
        lambda: work.function(cupy, *arrays),
        cupy.cuda.Device().synchronize,
        lambda: cupy.asnumpy(work.function(cupy, *arrays)),
    )


def torch(work: Work, _device: str, compiled: bool = False) -> Peer:
    import torch

    arrays = [torch.as_tensor(a).cuda() for a in work.inputs]

    def run(*xs):
        return work.function(torch, *xs)

    torch.compiler.reset()  # else it takes what it compiled for the work before
    function = torch.compile(run) if compiled else run
    return Peer(
        lambda: function(*arrays),
        torch.cuda.synchronize,
        lambda: function(*arrays).cpu().numpy(),
    )


def jax(work: Work, _device: str) -> Peer:
    import jax
    import jax.numpy as jnp

    arrays = [jnp.asarray(a) for a in work.inputs]
    run = jax.jit(lambda *xs: work.function(jnp, *xs))
    kept = []

    def call():
        kept[:] = [run(*arrays)]

    return Peer(call, lambda: kept[0].block_until_ready(), lambda: np.asarray(run(*arrays)))


PEERS: dict[str, Callable[[Work, str], Peer]] = {
    "weft": weft,
    "cupy": cupy,
    "torch": torch,
    "torch.compile": lambda work, device: torch(work, device, compiled=True),
    "jax": jax,
}


def array_work(quick: bool, device: str, peers: list[str]) -> list[Figure]:
    figures = []
    for name, work in works(quick).items():
        for how in peers:
            print(f"{name}: {how}", file=sys.stderr)
            figure = Figure(name, how, work.target)
            try:
                peer = PEERS[how](work, device)
                measure(figure, peer, work.calls)
                figure.agrees = work.agrees(np.asarray(peer.result()), work.inputs)
            except ImportError:
                continue
            except Exception as error:  # one peer's failure is a figure, too
                figure.error = f"{type(error).__name__}: {error}"[:200]
            figures.append(figure)
    return figures


def extension(quick: bool, device: str) -> list[Figure]:
    try:
        import kde_extension
    except ImportError as error:
        print(f"no KDE extension: {error}", file=sys.stderr)
        return []
    import dpctl.tensor as dpt

    work = works(quick)["KDE expression, 1e6 x 17 x 7"]
    p, x = (dpt.asarray(a, device=device) for a in work.inputs)
    figures = []
    for mode in (0, 1, 2):
        f = dpt.empty(len(work.inputs[0]), dtype="f4", device=device)

        before: list[object] = []  # calls share `f`, and the queue promises no order

        def call(mode: int = mode, f: object = f, before: list[object] = before) -> None:
            _, done = kde_extension.kernel_density_estimate(
                poi=p, sample=x, smooth=H, f=f, mode=mode, depends=before
            )
            before[:] = [done]

        peer = Peer(call, p.sycl_queue.wait, lambda f=f: dpt.asnumpy(f))
        figure = Figure(f"KDE extension, mode {mode}", "weft", 110 if mode == 0 else None)
        measure(figure, peer, 20)
        figure.agrees = work.agrees(peer.result(), work.inputs)
        figures.append(figure)
    return figures


def from_cpp(programs: Path | None) -> list[Figure]:
    """An empty kernel and a triad in SYCL C++, and nvcc's."""
    figures = []
    if programs and (programs / "gpu").exists():
        run = subprocess.run([programs / "gpu"], capture_output=True, text=True)
        if run.returncode:
            print(run.stderr, file=sys.stderr)
        else:
            said = json.loads(run.stdout.splitlines()[-1])
            figures += [
                Figure(
                    "empty kernel, C++",
                    "weft",
                    3,
                    waited=said["submit_and_wait_us"],
                    batch=said["launch_us"],
                ),
                Figure(
                    "triad, C++, 2^27", "weft", None, batch=said["triad_us"], agrees=said["agrees"]
                ),
            ]
    if shutil.which("nvcc"):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "triad"
            source = ROOT / "bench" / "cpp" / "triad.cu"
            subprocess.run(["nvcc", "-O3", "-arch=native", source, "-o", program], check=True)
            said = json.loads(subprocess.check_output([program], text=True))
        figures.append(Figure("empty kernel, C++", "nvcc", None, batch=said["launch_us"]))
        figures.append(Figure("triad, C++, 2^27", "nvcc", None, batch=said["triad_us"]))
        for figure in figures:
            if figure.work.startswith("triad") and figure.how == "weft":
                figure.target = said["triad_us"] / 0.97
    return figures


FIRST_USE = """
import sys, time, dpctl.tensor as dpt
a, b = (dpt.full(1000, v, dtype="f4", device={device!r}) for v in (0.5, 0.25))
dpt.asnumpy(a), dpt.asnumpy(b)
def use():
    begin = time.perf_counter()
    {expression}._pointer
    a.sycl_queue.wait()
    return (time.perf_counter() - begin) * 1e6
first = use()
print(first - min(use() for _ in range(5)))
"""


def first_use(device: str) -> list[Figure]:
    """What the first use of a kernel costs beyond a later one, in a process whose device is up."""
    figures = []
    chain = "(dpt.exp(-(a * a + 2.0 * b)) * dpt.{wave}(a) + dpt.sqrt(b))"
    expressions = {
        "a + b": ("(a + b)", "(a - b)", 15_000),
        "chain": (chain.format(wave="sin"), chain.format(wave="cos"), 45_000),
    }
    for name, (expression, another, target) in expressions.items():
        states = [
            ("nothing cached", expression, target),
            ("from the disk cache", expression, 2_000),
            ("others cached", another, None),
        ]
        with tempfile.TemporaryDirectory() as cache:
            environment = {
                **os.environ,
                "WEFT_CACHE_DIR": cache,
                "CUDA_CACHE_PATH": f"{cache}/driver",
            }
            for state, used, limit in states:
                code = FIRST_USE.format(device=device, expression=used)
                took = subprocess.check_output(
                    [sys.executable, "-c", code], env=environment, text=True
                )
                figures.append(
                    Figure(f"first use of {name}, {state}", "weft", limit, first=float(took))
                )
    return figures


def show(figures: list[Figure]) -> None:
    table = Table(title="GPU, float32, microseconds")
    columns = ("work", "how", "target", "first call", "waited for", "in a batch", "agrees")
    for column in columns:
        table.add_column(column, justify="left" if column in ("work", "how") else "right")
    for f in figures:
        numbers = ["" if x is None else f"{x:.4g}" for x in (f.target, f.first, f.waited, f.batch)]
        agrees = f.error or {None: "", True: "yes", False: "NO"}[f.agrees]
        target = numbers[0] if f.how == "weft" else ""
        table.add_row(f.work, f.how, target, *numbers[1:], agrees)
    Console(width=130).print(table)


def main() -> None:
    parser = arguments_parser(__doc__, device="gpu")
    parser.add_argument("--programs", type=Path, help="folder with what a compiler made before")
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated; default: all")
    options = parser.parse_args()
    if options.programs:
        sys.path.insert(0, str(options.programs))
    figures = first_use(options.device)
    figures += from_cpp(options.programs)
    figures += extension(options.quick, options.device)
    figures += array_work(options.quick, options.device, options.peers.split(","))
    show(figures)
    if options.json:
        facts = {"machine": machine(), "figures": [asdict(f) for f in figures]}
        options.json.write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
