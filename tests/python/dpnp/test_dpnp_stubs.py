"""The stubs that type checkers read name what is there, and results are of the classes that they say."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import dpnp
import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
MODULES = [
    "dpnp",
    "dpnp.fft",
    "dpnp.linalg",
    "dpnp.random",
    "dpnp.scipy.linalg",
    "dpnp.scipy.special",
]

KINDS = """
dpnp.nonzero(x)
dpnp.split(x, 2)
dpnp.asnumpy(x)
dpnp.as_usm_ndarray(x)
dpnp.can_cast("f4", "f8")
dpnp.shape(x)
dpnp.ndim(x)
dpnp.result_type(x, 1.0)
dpnp.iscomplexobj(x)
dpnp.broadcast_arrays(x, x)
dpnp.unique_counts(x)
dpnp.sin(x)
dpnp.sum(x)
dpnp.histogram(x)
dpnp.tril_indices(3)
dpnp.einsum("i,i", x, x)
dpnp.linalg.norm(x)
dpnp.linalg.slogdet(dpnp.eye(3))
dpnp.fft.rfft(x)
dpnp.random.rand(3)
"""


def _stub(module):
    path = Path(importlib.import_module(module).__file__).with_suffix(".pyi")
    return ast.parse(path.read_text())


def _names(tree):
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield node.targets[0].id
        elif isinstance(node, ast.ImportFrom):
            yield from (name.asname for name in node.names if name.asname)


@pytest.mark.parametrize("module", MODULES)
def test_a_stub_has_the_names_of_its_module(module):
    names = {n for n in _names(_stub(module)) if not n.startswith("_")}
    there = {n for n in importlib.import_module(module).__all__ if not n.startswith("_")}
    lazy = {"config", "dpnp_array", "dpnp_utils", "exceptions", "fft", "linalg", "memory", "random", "scipy", "tensor"}  # fmt: skip
    assert names - lazy == there - lazy


@pytest.mark.parametrize("call", KINDS.strip().splitlines())
def test_a_result_is_of_the_class_that_the_stub_says(call):
    result = eval(call, {"dpnp": dpnp, "x": dpnp.arange(6.0)})
    module, _, name = call.split("(")[0].rpartition(".")
    said = [n for n in _stub(module).body if getattr(n, "name", None) == name]
    given = ast.unparse(said[0].returns) if said else "ndarray"
    kind = given.partition("[")[0].replace("builtins.", "")
    names = {"ndarray": dpnp.ndarray, "usm_ndarray": dpnp.tensor.usm_ndarray, "np": np}
    names.update(vars(importlib.import_module(module)) if kind.endswith("Result") else {})
    assert type(result) is eval(kind, names) or isinstance(result, eval(kind, names))


@pytest.mark.parametrize("example", sorted((ROOT / "examples" / "dpnp").glob("*.py")), ids=str)
def test_the_example_has_types(example, tmp_path):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(example)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
