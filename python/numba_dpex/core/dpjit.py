"""dpjit: functions over arrays whose prange loops run as kernels. Their array expressions fuse as everybody's do."""

from __future__ import annotations

import ast
import copy
import functools
import operator
import types

import numpy as np
from dpctl.tensor import _usmarray

from ..kernel_api._usm_data import is_in_usm
from ..kernel_api.ranges import Range
from .attributes import is_data_outside, with_dotted_names
from .closures import with_functions
from .decorators import KernelDispatcher
from .hoisting import with_own_statements
from .host_arrays import HostArrays, copy_back
from .host_functions import with_host_functions
from .loop_arrays import LoopArrays
from .made_arrays import IN_KERNELS
from .shared_updates import mark_shared_updates
from .stacked_lists import StackedLists, as_tuple, is_list_of_arrays
from .stacked_lists import copy_back as copy_items_back

MOST_WORKERS = 16384  # work-items that a reduction is spread over

_SUMS = {ast.Add: "sum", ast.Sub: "sum", ast.Mult: "prod", ast.Div: "prod"}
_BITS = {ast.BitAnd: np.bitwise_and, ast.BitOr: np.bitwise_or, ast.BitXor: np.bitwise_xor}
_COMBINE = {
    "sum": operator.add, "prod": operator.mul, "min": min, "max": max,
    "BitAnd": operator.and_, "BitOr": operator.or_, "BitXor": operator.xor,
}  # fmt: skip
_FOLDS = {
    "sum": np.sum, "prod": np.prod, "min": np.min, "max": np.max,
    **{op.__name__: ufunc.reduce for op, ufunc in _BITS.items()},
}  # fmt: skip
_IDENTITIES = {"sum": 0, "prod": 1, "BitAnd": -1, "BitOr": 0, "BitXor": 0}


class prange:
    """range(), whose iterations may run at the same time in functions decorated with dpjit."""

    def __new__(cls, *bounds):
        return range(*bounds)


def is_prange(value) -> bool:
    """Is it this prange, or Numba's?"""
    return isinstance(value, type) and value.__name__ == "prange"


def dpjit(*args, **options):
    """Runs the prange loops of a function as kernels on the queue of the arrays that they use.

    ``s += x``, ``s *= x``, ``s = min(s, x)`` and the like in such a loop are reductions. Options of Numba's are accepted and change
    nothing.
    """
    if len(args) == 1 and isinstance(args[0], types.FunctionType):
        return _decorated(args[0])
    return _decorated


def _decorated(function):
    compiled = None

    @functools.wraps(function)
    def run(*args, **kwargs):
        nonlocal compiled
        if compiled is None:
            compiled = _with_loops(function)
        return compiled(*args, **kwargs)

    run.py_func = function
    return run


def _with_loops(function):
    """The function with calls of `Loop` in place of its prange loops."""
    from .._compiler.source import source_of

    source = source_of(function)
    transformer = _Transformer(source)
    tree = transformer.visit(copy.deepcopy(source.tree))
    tree, functions = with_host_functions(tree, source)
    if not transformer.loops and not functions:
        return function
    made = _made(source, tree, transformer.loops, functions)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _made(source, tree, loops, functions):
    """The function that a tree defines among the names of the source, with `loops` and `functions` for its calls of them."""
    tree.decorator_list = []
    names = {"weft_loops": loops, "weft_functions": functions, **source.cells}
    outer = ast.parse(f"def outer({', '.join(names)}):\n    return {tree.name}\n")
    outer.body[0].body.insert(0, tree)
    ast.fix_missing_locations(outer)
    ast.increment_lineno(outer, source.first_line - 1)
    space = {}
    exec(compile(outer, source.file, "exec"), source.function.__globals__, space)
    return space["outer"](*names.values())


class _Transformer(ast.NodeTransformer):
    def __init__(self, source):
        self.source, self.loops = source, []

    def visit_For(self, node):
        if not self._is_prange(node.iter):
            return self.generic_visit(node)
        loop = Loop(self.source, node)
        number = len(self.loops)
        self.loops.append(loop)
        call = ast.parse(f"weft_loops[{number}]()", mode="eval").body
        call.args = [
            ast.Tuple(node.iter.args, ast.Load()),
            *(
                ast.Tuple([_value_of(n) for n in names], ast.Load())
                for names in (loop.captured, loop.reduced)
            ),
        ]
        if loop.reduced:
            targets = ast.Tuple([ast.Name(n, ast.Store()) for n in loop.reduced], ast.Store())
            made = ast.Assign([targets], call)
        else:
            made = ast.Expr(call)
        for part in ast.walk(made):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return ast.copy_location(made, node)

    def _is_prange(self, node):
        if not isinstance(node, ast.Call) or node.keywords:
            return False
        try:
            if isinstance(node.func, ast.Name):
                return is_prange(self.source.lookup(node.func.id))
            if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                return is_prange(getattr(self.source.lookup(node.func.value.id), node.func.attr))
        except (KeyError, AttributeError):
            return False
        return False


def _reduction_of(statement):
    """(name, kind) of `s += x`, `s = s + x` and `s = min(s, x)`; None for other statements."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        op = type(statement.op)
        kind = _SUMS.get(op) or (op.__name__ if op in _BITS else None)
        return kind and (statement.target.id, kind)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return None
    name, value = statement.targets[0].id, statement.value
    first = None
    if isinstance(value, ast.BinOp):
        first, op = value.left, type(value.op)
        kind = _SUMS.get(op) or (op.__name__ if op in _BITS else None)
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and len(value.args) == 2:
        first = value.args[0]
        kind = value.func.id if value.func.id in ("min", "max") else None
    if isinstance(first, ast.Name) and first.id == name and kind:
        return name, kind
    return None


def _exit_of(body):
    """A statement that leaves a loop of this body before its end; None where there is none."""
    for statement in body:
        if isinstance(statement, (ast.Break, ast.Return)):
            return statement
        if isinstance(statement, ast.FunctionDef):
            continue
        inner = [getattr(statement, part, []) for part in ("body", "orelse")]
        if isinstance(statement, (ast.For, ast.While)):
            found = _return_in(inner[0]) or _exit_of(inner[1])
        else:
            found = _exit_of(inner[0]) or _exit_of(inner[1])
        if found is not None:
            return found
    return None


def _return_in(body):
    """What returns from here; functions that are defined here return from themselves."""
    for node in body:
        if isinstance(node, ast.Return):
            return node
        inner = () if isinstance(node, ast.FunctionDef) else ast.iter_child_nodes(node)
        found = _return_in(inner)
        if found is not None:
            return found
    return None


class Loop:
    """One prange loop: what it reads from outside, what it reduces, and its kernels."""

    def __init__(self, source, node):
        node = with_dotted_names(source, with_functions(source, node))
        self.source, self.node = source, with_own_statements(node)
        node = self.node
        leaves = _exit_of(node.body)
        if leaves is not None:
            word = "break" if isinstance(leaves, ast.Break) else "return"
            raise source.error(
                f"{word} leaves a prange loop, whose iterations run at the same time; write range()",
                leaves,
            )
        inside, outside = _Names(), _Names()
        for statement in node.body:
            inside.visit(statement)
        outside.excluded = _place(node)
        for statement in source.tree.body:
            outside.visit(statement)
        known = set(source.parameters) | outside.stored
        target = _stored_names(node.target)
        self.reductions = self._reductions(inside, known - target)
        self.reduced = list(self.reductions)
        own = target | set(self.reductions)
        self.captured = [
            name
            for name in inside.first_read
            if name not in own and (name in known or is_data_outside(source, name))
        ]
        self.arrays = LoopArrays(source, node, self.captured)
        self.hosts = HostArrays(source, node, self.captured)
        self.stacked = StackedLists(node, self.captured, self.hosts.changed)
        mark_shared_updates(node, self.captured)
        self.makes_nothing = self.arrays.shapes({}, range(0)) if not self.arrays.may_make else None
        self.kernels, self.in_order = {}, None
        self.dtypes = {}  # of reductions, by kernel and types
        self.by_types = {}  # kernels by the types of what is captured, where these say which it is

    def _reductions(self, inside, known):
        found, kept = {}, {}
        for statement in ast.walk(ast.Module(self.node.body, [])):
            named = _reduction_of(statement)
            if named and named[0] in known and named[0] in inside.first_read:
                found.setdefault(named[0], []).append(named[1])
        for name, kinds in found.items():
            if inside.stores[name] == len(kinds) and len(set(kinds)) == 1:
                kept[name] = kinds[0]
        carried = [
            n for n in inside.stores if n in known and n in inside.first_read and n not in kept
        ]
        if carried:
            raise self.source.error(
                f"{carried[0]} carries a value from one iteration of a prange loop to the next; such loops may sum (+=), multiply, "
                "and take min() and max(); write range() otherwise",
                self.node,
            )
        return kept

    def __call__(self, bounds, captured, reductions):
        counted = range(*map(operator.index, bounds))
        if len(counted) == 0:
            return reductions
        types = tuple(map(type, captured + reductions))
        kernel = self.by_types.get(types)
        given = kernel and _usmarray.all_in_place(captured)
        if given is not None:
            return self._launch(kernel, counted, given, reductions, self.makes_nothing)
        if any(getattr(value, "ndim", 0) for value in reductions):
            return self._run_in_order(counted, captured, reductions)
        values = {n: self._given(n, v) for n, v in zip(self.captured, captured, strict=True)}
        arrays, items = self.stacked.in_place_of_lists(values)
        if arrays is not values:
            types = None  # they do not say which lists are arrays
        captured, back = self.hosts.on_device(arrays, _queue_of(arrays.values()))
        results = self._run(counted, captured, reductions, types)
        copy_back(back)
        copy_items_back(items)
        return results

    def _given(self, name, value):
        """What a name stands for in the kernel: a list that the loop does not change is a tuple, and one of arrays, too."""
        is_list = name in self.hosts.changed and not is_list_of_arrays(value)
        return _read(value if is_list else as_tuple(value))

    def _run(self, counted, captured, reductions, types):
        made = self.arrays.shapes(dict(zip(self.captured, captured, strict=True)), counted)
        if not self.reduced and not made and _queue_of(captured) is None:
            return self._run_in_order(counted, captured, reductions)  # it changes nothing
        constants = tuple(_meaning_of(v) for v in captured if not _is_argument(v))
        key = (tuple(map(_is_argument, captured)), constants, made.key)
        try:
            kernel = self.kernels.get(key)
        except TypeError:
            raise self._unusable(captured) from None
        if kernel is None:
            kernel = self.kernels[key] = self._kernel(captured, made)
        if (
            types is not None
            and not self.arrays.may_make
            and _are_plain(captured)
            and all(map(_is_argument, reductions))
        ):
            self.by_types[types] = kernel
        arguments = [v for v in captured if _is_argument(v)]
        return self._launch(kernel, counted, arguments, reductions, made)

    def _run_in_order(self, counted, captured, reductions):
        """Of a loop whose iterations add to whole arrays: its array expressions are the kernels."""
        if self.in_order is None:
            self.in_order = self._function_in_order()
            self._explain("iterations that change all of an array run one after the other")
        return self.in_order(counted, captured, reductions)

    def _explain(self, what):
        if _usmarray.explaining():
            line = self.source.first_line + self.node.lineno - 1
            _usmarray.explain("prange", f"{self.source.file}:{line}: {what}")

    def _function_in_order(self):
        """Takes the numbers of the loop, what it reads and what it changes; gives the latter."""
        inner = _Transformer(self.source)
        loop = inner.generic_visit(copy.deepcopy(self.node))
        loop.iter = ast.Name("weft_counted", ast.Load())
        tree = ast.parse("def f(weft_counted, weft_captured, weft_reduced): pass").body[0]
        tree.name = self.source.name
        tree.body = [
            ast.Assign([_names_in(self.captured, ast.Store())], parsed("weft_captured")),
            ast.Assign([_names_in(self.reduced, ast.Store())], parsed("weft_reduced")),
            loop,
            ast.Return(_names_in(self.reduced, ast.Load())),
        ]
        tree, functions = with_host_functions(tree, self.source)
        return _made(self.source, tree, inner.loops, functions)

    def _unusable(self, captured):
        """The error of a loop that uses what is no constant."""
        named = zip(self.captured, captured, strict=True)
        name, value = next(pair for pair in named if not _is_fixed(pair[1]))
        return self.source.error(
            f"{name} is of type {type(value).__name__}; prange loops use arrays, numbers and tuples of them",
            self.node,
        )

    def _launch(self, kernel, counted, arguments, reductions, made):
        import dpctl.tensor as dpt

        if not self.reduced and not made:
            kernel.launcher(Range(len(counted)), (counted.start, counted.step, *arguments))
            return ()
        workers = min(len(counted), made.most_workers(MOST_WORKERS))
        kinds = list(self.reductions.values())
        values = [_strong(_read(value)) for value in reductions]
        firsts = [
            type(v)(_IDENTITIES[kind]) if kind in _IDENTITIES else v
            for v, kind in zip(values, kinds, strict=True)
        ]
        bounds = (counted.start, counted.stop, counted.step, workers)
        queue = _queue_of(arguments)

        def partials(dtypes):
            return [dpt.empty(workers, dtype=dtype, sycl_queue=queue) for dtype in dtypes]

        memory = made.memory(workers, queue)

        def call(dtypes):
            return (*bounds, *firsts, *partials(dtypes), *memory, *arguments)

        space = Range(workers)
        if not self.reduced:
            kernel.launcher(space, call([]))
            return ()
        known = (kernel, *map(_type_of, arguments), *(v.dtype for v in values))
        dtypes = self.dtypes.get(known)
        if dtypes is None:
            wide = [np.float64 if v.dtype.kind != "c" else np.complex128 for v in values]
            recipe = kernel._specialise(kernel.launcher.words(space, call(wide)))
            dtypes = self.dtypes[known] = [np.dtype(recipe.types[name]) for name in self.reduced]
        given = call(dtypes)
        kernel.launcher(space, given)
        found = given[len(bounds) + len(firsts) :][: len(kinds)]
        results = [
            _COMBINE[kind](dtype.type(value), _FOLDS[kind](dpt.asnumpy(part)).astype(dtype))
            for kind, dtype, value, part in zip(kinds, dtypes, values, found, strict=True)
        ]
        return tuple(
            new.item() if isinstance(old, (bool, int, float, complex)) else new
            for old, new in zip(reductions, results, strict=True)
        )

    def _kernel(self, captured, made):
        """The kernel of the loop, with what is no argument as constants."""
        names = [n for n, v in zip(self.captured, captured, strict=True) if _is_argument(v)]
        constants = {
            n: v for n, v in zip(self.captured, captured, strict=True) if not _is_argument(v)
        }
        body, own = self._reducing(made) if self.reduced or made else self._plain()
        parameters = ["%item", *own, *names]
        tree = ast.FunctionDef(
            name=self.source.name,
            args=ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, []),
            body=body,
            decorator_list=[],
        )
        for part in ast.walk(tree):
            if not hasattr(part, "lineno") and "lineno" in part._attributes:
                ast.copy_location(part, self.node)
        constants |= IN_KERNELS
        return KernelDispatcher(self.source.function_of(tree, constants))

    def _plain(self):
        """One iteration for each work-item; the loop over one value lets `continue` be what it is."""
        value = parsed("%start + %step * %item.get_id(0)")
        if len(self.node.iter.args) == 1:
            value = parsed("%item.get_id(0)")
        once = _over_items(self.node.target, ast.Tuple([value], ast.Load()), self.node.body)
        return [once], ["%start", "%step"]

    def _reducing(self, made):
        """Each work-item goes through a part of the iterations and leaves what it has in arrays."""
        begin = (
            "%item.get_id(0)"
            if len(self.node.iter.args) == 1
            else "%start + %step * %item.get_id(0)"
        )
        step = "%workers" if len(self.node.iter.args) < 3 else "%step * %workers"
        loop = _over_items(self.node.target, parsed(f"range({begin}, %stop, {step})"), made.body())
        before = [
            ast.Assign([ast.Name(n, ast.Store())], ast.Name("%first " + n, ast.Load()))
            for n in self.reduced
        ]
        after = [
            ast.Assign(
                [
                    ast.Subscript(
                        ast.Name("%all " + n, ast.Load()), parsed("%item.get_id(0)"), ast.Store()
                    )
                ],
                ast.Name(n, ast.Load()),
            )
            for n in self.reduced
        ]
        own = ["%start", "%stop", "%step", "%workers"]
        own += ["%first " + n for n in self.reduced] + ["%all " + n for n in self.reduced]
        own += made.parameters
        return [*made.before(), *before, loop, *after], own


def _over_items(target, iterated, body):
    """A loop over iterations of prange, which know nothing of each other."""
    loop = ast.For(target, iterated, body, [])
    loop.is_of_items = True
    return loop


def parsed(text):
    """An expression whose names begin with %, which no name of the user's does."""
    marker = "weft_hidden_"
    tree = ast.parse(text.replace("%", marker), mode="eval").body
    for part in ast.walk(tree):
        if isinstance(part, ast.Name):
            part.id = part.id.replace(marker, "%")
        for attribute in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(part, attribute):
                delattr(part, attribute)
    return tree


def _are_plain(values) -> bool:
    """Arrays of the device and numbers: arguments, whose types say which kernel takes them."""
    plain = (_usmarray.usm_ndarray, bool, int, float, complex)
    return all(type(value) in plain or isinstance(value, np.generic) for value in values)


def _is_fixed(value) -> bool:
    """Can it be an argument or a constant of a kernel?"""
    try:
        return _is_argument(value) or hash(_meaning_of(value)) is not None
    except TypeError:
        return False


def _is_argument(value) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_argument, value))
    return isinstance(value, (bool, int, float, complex, np.generic)) or is_in_usm(value)


def _meaning_of(value):
    """What a constant is known by: functions that are defined in each call anew, by their code and what they capture."""
    if isinstance(value, slice):
        return slice, value.start, value.stop, value.step
    if not isinstance(value, types.FunctionType):
        return value
    cells = tuple(_meaning_of(c.cell_contents) for c in value.__closure__ or ())
    return value.__code__, value.__defaults__, cells


def _type_of(value):
    """What the types of a kernel's results may depend on."""
    if isinstance(value, tuple):
        return tuple(map(_type_of, value))
    return (value.dtype, value.ndim) if hasattr(value, "dtype") else type(value)


def _read(value):
    """A number in place of an array without axes, as an element of an array is."""
    if is_in_usm(value) and value.ndim == 0:
        import dpctl.tensor as dpt

        return dpt.asnumpy(dpt.asarray(value))[()]
    return value


def _strong(value):
    """A number with NumPy's type: sums do not stay in the type of what is added, as Python's numbers would."""
    return value if isinstance(value, np.generic) else np.asarray(value)[()]


def _queue_of(arguments):
    for value in arguments:
        if hasattr(value, "sycl_queue"):
            return value.sycl_queue
        if isinstance(value, tuple):
            found = _queue_of(value)
            if found is not None:
                return found
    return None


def _names_in(names, context):
    return ast.Tuple([ast.Name(name, context) for name in names], context)


def _value_of(name):
    """An expression for what a loop captures: a variable, one whose name is hidden, or an attribute."""
    return ast.Name(name, ast.Load()) if "%" in name else ast.parse(name, mode="eval").body


def _place(node):
    """What is the same for a copy of the node."""
    return type(node), getattr(node, "lineno", None), getattr(node, "col_offset", None)


def _stored_names(target) -> set:
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}


class _Names(ast.NodeVisitor):
    """Names that code stores, and those that it reads before it has stored them."""

    def __init__(self):
        self.stores, self.first_read, self.excluded = {}, {}, None

    @property
    def stored(self) -> set:
        return set(self.stores)

    def visit(self, node):
        if _place(node) != self.excluded:
            super().visit(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            if node.id not in self.stores:
                self.first_read[node.id] = True
        else:
            self.stores[node.id] = self.stores.get(node.id, 0) + 1

    def visit_Assign(self, node):
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node):
        self.visit(node.value)
        if isinstance(node.target, ast.Name) and node.target.id not in self.stores:
            self.first_read[node.target.id] = True
        self.visit(node.target)

    def visit_FunctionDef(self, node):
        inside = _Names()
        for statement in node.body:
            inside.visit(statement)
        own = inside.stored | {a.arg for a in node.args.posonlyargs + node.args.args}
        self.first_read |= {n: True for n in inside.first_read if n not in own | self.stored}
        self.stores[node.name] = self.stores.get(node.name, 0) + 1

    def visit_For(self, node):
        self.visit(node.iter)
        self.visit(node.target)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)
