"""The names and signatures that programs written for dpctl and numba_dpex use, from tables; what is not there yet is named in absent.txt.

python.txt and cython.txt list what these have. absent.txt only ever gets shorter: a name in it that is there fails too.
"""

import ast
import enum
import importlib
import inspect
import re
from pathlib import Path

import dpctl
import pxd
import pytest

_HERE = Path(__file__).parent


def _lines(name):
    text = (_HERE / name).read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]


_ABSENT = set(_lines("absent.txt"))


def _found(path):
    """The object with a dotted name, looked for in the longest module that can be imported."""
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            found = (
                inspect.getattr_static(found, part)
                if part.startswith("__")
                else getattr(found, part)
            )
        return found
    raise AttributeError(path)


def _default(value):
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    named = inspect.isroutine(value) or value is inspect.Parameter.empty
    return value.__name__ if named else repr(value)


def _parameters(function):
    """(kind, name, default) of each parameter; the names of positional-only ones do not matter."""
    given = list(inspect.signature(function).parameters.values())
    return [
        (p.kind, "" if p.kind is p.POSITIONAL_ONLY else p.name, _default(p.default))
        for p in given
        if p.name != "self"
    ]


def _expected(signature):
    """The same of a signature as text."""
    tree = ast.parse(f"def f({signature}): pass").body[0].args
    kinds = inspect.Parameter
    positional = tree.posonlyargs + tree.args
    defaults = [None] * (len(positional) - len(tree.defaults)) + tree.defaults
    found = [
        (
            kinds.POSITIONAL_ONLY if arg in tree.posonlyargs else kinds.POSITIONAL_OR_KEYWORD,
            arg.arg,
            default,
        )
        for arg, default in zip(positional, defaults, strict=True)
    ]
    if tree.vararg:
        found.append((kinds.VAR_POSITIONAL, tree.vararg.arg, None))
    pairs = zip(tree.kwonlyargs, tree.kw_defaults, strict=True)
    found += [(kinds.KEYWORD_ONLY, arg.arg, default) for arg, default in pairs]
    if tree.kwarg:
        found.append((kinds.VAR_KEYWORD, tree.kwarg.arg, None))
    return [
        (
            kind,
            "" if kind is kinds.POSITIONAL_ONLY else name,
            "_empty" if default is None else ast.unparse(default),
        )
        for kind, name, default in found
    ]


def _takes(cls, signature):
    """Whether a class written in C takes arguments of these names: it has no signature to be read."""
    starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    for kind, name, _ in _expected(signature):
        if kind in starred:
            continue
        try:
            cls(**{name: None})
        except TypeError as error:
            if "unexpected keyword" in str(error):
                return False
        except Exception:
            pass
    return True


def _is_there(line):
    path, bracket, signature = line.partition("(")
    try:
        found = _found(path)
    except AttributeError:
        return False
    if not bracket:
        return True
    signature = signature[:-1]
    if path.rsplit(".", 1)[-1].startswith("__"):
        return callable(found)
    if inspect.isclass(found) and not inspect.isfunction(found.__init__):
        return _takes(found, signature)
    return _parameters(found) == _expected(signature)


@pytest.mark.parametrize("line", _lines("python.txt"))
def test_python_name(line):
    assert _is_there(line) != (line in _ABSENT)


def _declared():
    root = Path(dpctl.__file__).parent.parent
    for path in (root / "dpctl").rglob("*.pxd"):
        for line in pxd.declarations(path.read_text()):
            yield f"{path.relative_to(root)} {line}"


def test_cython_names():
    missing = set(_lines("cython.txt")) - set(_declared())
    assert missing == {line for line in _ABSENT if line.split()[0].endswith(".pxd")}


def test_absent_names_are_of_the_tables():
    known = {*_lines("python.txt"), *_lines("cython.txt"), *_lines("cpp.txt")}
    assert not _ABSENT - known


def test_dlpack_numbers_are_the_same_in_cython():
    text = (Path(dpctl.__file__).parent / "tensor" / "_dlpack.pxd").read_text()
    numbers = {
        name.replace("DLROCM", "ROCM"): int(n)
        for name, n in re.findall(r"device_(\w+) = (\d+)", text)
    }
    assert numbers == {kind.name[3:]: kind.value for kind in dpctl.tensor.DLDeviceType}
