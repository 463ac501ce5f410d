"""Finds a function's syntax tree and what the names in it mean."""

import ast
import builtins
import copy
import inspect
import textwrap
import types

from .comprehensions import prepare_lists
from .errors import CompilationError, UnsupportedError, located
from .matches import without_matches
from .ranges import with_bounds

_known = {}


class Source:
    """A function as kernels see it: `tree` is its FunctionDef or Lambda."""

    def __init__(self, function):
        code = function.__code__
        self.function, self.name, self.file = function, function.__name__, code.co_filename
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            raise CompilationError(
                f"{self.file}: the source of {self.name} cannot be read: kernels are compiled from it; define them in a file, a "
                "notebook cell, or text that linecache knows"
            ) from None
        self.first_line = max(first, 1)
        self.lines = textwrap.dedent("".join(lines)).splitlines()
        found = self._find(ast.parse("\n".join(self.lines)) if self.name != "<lambda>" else None)
        self.tree = without_matches(found, self)
        self.cells = {}
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                self.cells[name] = cell.cell_contents
            except ValueError:  # not assigned yet
                continue
        self.tree = with_bounds(self.tree, self)
        prepare_lists(self.tree)
        self.arguments = self.tree.args
        self.assigned = _assignments(self.tree)

    def _find(self, module):
        if module is not None:
            found = module.body[0]
            if isinstance(found, ast.AsyncFunctionDef):
                raise UnsupportedError(
                    f"{self.file}:{self.first_line}: {self.name} is asynchronous; a kernel is a plain function"
                )
            return found
        text = "\n".join(self.lines)
        for candidate in (text, text.strip(), text.strip().rstrip(",)"), "(" + text.strip() + ")"):
            try:
                module = ast.parse(candidate)
                break
            except SyntaxError:
                continue
        names = self.function.__code__.co_varnames[: self.function.__code__.co_argcount]
        found = (
            [
                node
                for node in ast.walk(module)
                if isinstance(node, ast.Lambda) and tuple(a.arg for a in node.args.args) == names
            ]
            if module is not None
            else []
        )
        if len(found) != 1:
            raise UnsupportedError(
                f"{self.file}:{self.first_line}: {len(found)} lambdas on this line could be meant; write the function with def"
            )
        return found[0]

    def function_of(self, tree, constants):
        """A function with another tree, which reads this one's text and names, and `constants`."""
        function = types.FunctionType((lambda: None).__code__, self.function.__globals__, tree.name)
        source = copy.copy(self)
        source.function, source.tree, source.arguments = function, tree, tree.args
        source.assigned, source.cells = _assignments(tree), {**self.cells, **constants}
        _known[function] = source
        return function

    def error(self, message, node):
        """What cannot be compiled, with its place."""
        return UnsupportedError(located(message, self, node))

    @property
    def changed(self) -> set:
        """Names of what the function may change: it stores items, adds in place, or calls methods."""
        calls = (n.func for n in ast.walk(self.tree) if isinstance(n, ast.Call))
        owners = {root_of(f) for f in calls if isinstance(f, ast.Attribute)}
        return owners | stored_into([self.tree])

    def reads(self, name) -> bool:
        """Does the function ask anywhere for what a name stands for?"""
        names = (n for n in ast.walk(self.tree) if isinstance(n, ast.Name) and n.id == name)
        return any(isinstance(n.ctx, ast.Load) for n in names)

    @property
    def parameters(self):
        """Names of the parameters, in order."""
        return [a.arg for a in self.arguments.posonlyargs + self.arguments.args]

    def lookup(self, name):
        """The object that a global or captured name stands for; raises KeyError."""
        if name in self.cells:
            return self.cells[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return vars(builtins)[name]


def source_of(function) -> Source:
    """The source of a function, read once."""
    found = _known.get(function)
    if found is None:
        found = _known[function] = Source(function)
    return found


def stored_into(trees) -> set:
    """Names of what code stores items into, or adds to in place."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    parts = [n for n in nodes if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load)]
    return {root_of(p) for p in parts} | {
        root_of(n.target) for n in nodes if isinstance(n, ast.AugAssign)
    }


def root_of(target):
    """The name of what a target is a part of, None where it has none."""
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
    return getattr(target, "id", None)


def _assignments(tree) -> dict:
    """How often each local name is assigned; those in loops count as more than once."""
    counts = {}

    def count(node, weight):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            return  # it has variables of its own
        if isinstance(node, ast.comprehension):
            count(node.iter, weight)
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            counts[node.id] = counts.get(node.id, 0) + weight
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            counts[node.target.id] = counts.get(node.target.id, 0) + 2
        if isinstance(node, ast.For):
            count(node.target, 2)
        if isinstance(node, ast.NamedExpr):
            counts[node.target.id] = counts.get(node.target.id, 0) + weight
        for child in (*ast.iter_child_nodes(node), *getattr(node, "as_loop", ())):
            count(child, weight)

    for statement in tree.body if isinstance(tree.body, list) else [tree.body]:
        count(statement, 1)
    return counts
