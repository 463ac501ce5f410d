"""Writes dpnp's .pyi stubs from its sources and the rows of the ops table; run by the build, which cannot import dpnp yet.

Functions give arrays unless their sources say something else, and take anything.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_ROW = re.compile(r'^WEFT_OP\((\w+), (\d), .*?, (\S+), \S+, \d+, "(.*)"\)$', re.MULTILINE)
_HEAD = '''"""{doc}"""

import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import dpctl
import numpy as np
from dpctl.tensor import usm_ndarray
'''
_FUNCTION = """
class _Function:
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def types(self) -> list[str]: ...

class _Unary(_Function):
    def __call__(
        self, x: Any, out: Any = None, where: Any = True, order: Any = "K", dtype: Any = None, subok: Any = True
    ) -> ndarray: ...

class _Binary(_Function):
    def __call__(
        self, x1: Any, x2: Any, out: Any = None, where: Any = True, order: Any = "K", dtype: Any = None, subok: Any = True
    ) -> ndarray: ...
    def outer(self, x1: Any, x2: Any, **kwargs: Any) -> ndarray: ...

class _TwoResults(_Function):
    def __call__(
        self, *inputs_and_outs: Any, out: Any = (None, None), where: Any = True, order: Any = "K", dtype: Any = None, subok: Any = True
    ) -> tuple[ndarray, ndarray]: ...
"""


class _Builtins(ast.NodeTransformer):
    """Types that a function of the package would hide."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return (
            ast.Attribute(ast.Name("builtins"), node.id) if node.id in ("bool", "bytes") else node
        )


def _typed(function: ast.FunctionDef, gives: str) -> ast.FunctionDef:
    """A function's head with a type for whatever has none."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [a for a in (arguments.vararg, arguments.kwarg) if a]
    for argument in every:
        if argument.arg not in ("self", "cls"):
            argument.annotation = argument.annotation or ast.Name("Any")
    function.returns = function.returns or ast.Name(gives)
    doc = ast.get_docstring(function, clean=False)
    function.body = [ast.Expr(ast.Constant(doc))] if doc else []
    function.body.append(ast.Expr(ast.Constant(...)))
    return _Builtins().visit(function)


def _class(node: ast.ClassDef) -> ast.ClassDef:
    kept: list[ast.stmt] = [ast.Expr(ast.Constant(ast.get_docstring(node, clean=False)))]
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            if not item.name.startswith("_") or item.name.startswith("__"):
                kept.append(_typed(item, "ndarray"))
        elif isinstance(item, ast.AnnAssign | ast.Assign) and "__slots__" not in ast.unparse(item):
            kept.append(item)
    node.body = kept
    return node


class _Module:
    """The public names of a source file."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text())
        self.doc = ast.get_docstring(self.tree) or ""

    def value(self, name: str) -> ast.expr:
        """What is assigned to a name."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and any(ast.unparse(t) == name for t in node.targets):
                return node.value
        raise KeyError(name)

    def says(self, name: str, what: str) -> bool:
        """Whether what is assigned to a name mentions something."""
        try:
            return what in ast.unparse(self.value(name))
        except KeyError:
            return False

    def stub(self) -> Iterator[str]:
        listed = self._listed()
        functions = {n.name: n for n in self.tree.body if isinstance(n, ast.FunctionDef)}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef) and self._shown(node.name, listed):
                yield ast.unparse(_typed(node, "ndarray"))
            elif isinstance(node, ast.ClassDef) and self._shown(node.name, listed):
                yield ast.unparse(_class(node))
            elif isinstance(node, ast.Assign):
                for target, value in _pairs(node):
                    if value in functions and self._shown(target, listed):
                        yield f"{target} = {value}"

    def _listed(self) -> set[str] | None:
        try:
            return set(ast.literal_eval(self.value("__all__")))
        except (KeyError, ValueError):
            return None

    @staticmethod
    def _shown(name: str, listed: set[str] | None) -> bool:
        return name in listed if listed is not None else not name.startswith("_")


def _pairs(node: ast.Assign) -> Iterator[tuple[str, str]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, other in zip(target.elts, node.value.elts, strict=True):
                yield ast.unparse(one), ast.unparse(other)
        else:
            yield ast.unparse(target), ast.unparse(node.value)


def _elementwise(derived: _Module, table: str) -> Iterator[str]:
    """The functions of the table, those that are expressions of them, and other names of either."""
    hidden = set(ast.literal_eval(derived.value("_NOT_DPNPS")))
    rows = {}
    for name, arity, numpy_name, doc in _ROW.findall(table):
        rows[name] = (arity, doc)
        if numpy_name != "-":
            rows[numpy_name] = (arity, doc)
    rows = {name: row for name, row in rows.items() if name not in hidden}
    for name, of in ast.literal_eval(derived.value("_RENAMED")).items():
        rows[name] = rows[of]
    for row in derived.value("_ROWS").elts:  # type: ignore[attr-defined]
        name, _, arity, doc, *_ = row.elts
        rows[name.value] = (str(arity.value), doc.value)
    for name, (arity, doc) in rows.items():
        yield f'{name}: {"_Unary" if arity == "1" else "_Binary"}\n"""{doc}"""'


def _of_package(sources: Path, table: str) -> str:
    package = _Module(sources / "__init__.py")
    types = _Module(sources / "_types.py")
    parts = [_HEAD.format(doc=package.doc), _FUNCTION, *_Module(sources / "_array.py").stub()]
    for name in ast.literal_eval(package.value("_MODULES")):
        parts += _Module(sources / f"_{name}.py").stub()
    parts += package.stub()
    parts += _elementwise(_Module(sources / "_derived.py"), table)
    for names in ("SCALARS", "OF_NUMPY"):
        parts += (f"{name} = np.{name}" for name in ast.literal_eval(types.value(names)))
    parts += (f"from . import {n} as {n}" for n in ast.literal_eval(package.value("_LAZY")))
    parts += [
        "from dpctl.tensor import Device as Device, DLDeviceType as DLDeviceType",
        "bool = np.bool",
    ]
    parts += (f"{name}: _TwoResults" for name in ("divmod", "frexp", "modf"))
    parts += ["mgrid: Any", "ogrid: Any", "newaxis: None", "__version__: str", "__all__: list[str]"]
    return _joined(parts)


def _of_module(doc: str, modules: Iterable[_Module]) -> str:
    """A module below the package, over the arrays of the package."""
    parts = [_HEAD.format(doc=doc), "from dpnp import ndarray"]
    for module in modules:
        parts += module.stub()
        if module.says("__all__", "LinAlgError"):
            parts.append("from numpy.linalg import LinAlgError as LinAlgError")
    return _joined(parts)


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(parts) + "\n"


def write(sources: Path, table: Path, made: Path) -> None:
    """Writes the stubs of all modules."""
    random = _Module(sources / "random" / "__init__.py")
    drawn = ("_continuous", "_discrete", "_global", "_sequences", "_state")
    stubs = {
        "__init__": _of_package(sources, table.read_text()),
        "random/__init__": _of_module(
            random.doc, (_Module(sources / "random" / f"{name}.py") for name in drawn)
        ),
    }
    for name in ("linalg", "fft", "scipy/linalg", "scipy/special"):
        module = _Module(sources / f"{name}.py")
        stubs[name] = _of_module(module.doc, [module])
    for name, text in stubs.items():
        path = made / f"{name}.pyi"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:]))
