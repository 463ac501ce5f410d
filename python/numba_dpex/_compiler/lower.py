"""Statements: walks a function's syntax tree with types known, again until the types of all variables hold."""

import ast
import copy
import os
from contextlib import contextmanager

from ..core.exceptions import KernelHasReturnValueError
from . import (  # noqa: F401  (makes them known)
    array_numbers,
    blocks,
    complex_numbers,
    counts,
    equations,
    neighbours,
    numpy_numbers,
    older_functions,
    orders,
)
from .array_functions import ArrayFunctions
from .array_values import ArrayValues
from .assignments import Assignments
from .atomics import Atomics
from .calls import Calls
from .errors import CompilationError, TypingError, UnassignedError, UnsupportedError, located
from .expressions import Expressions
from .flow import Flow
from .fresh_arrays import FreshArrays
from .groups import Groups
from .growing import Growing
from .loops import Loops
from .masks import Masks
from .meetings import Meetings
from .memory import Memory
from .numeric import Numeric
from .recipe import Recipe
from .reporting import Reporting, checks_indices
from .scalars import Scalars
from .sequences import Sequences
from .shifts import Shifts
from .signature import Signature
from .source import source_of
from .types import STORED, STRONG, numpy_dtype
from .unpacking import Unpacking
from .values import (
    Const,
    Elements,
    List,
    Local,
    Mismatch,
    Number,
    Place,
    Scalar,
    Text,
    describe,
    joined,
    part_types,
    rebuilt,
    shape_in_words,
    shape_of,
)
from .views import Views

MOST_PASSES = 40
_GOES_ON = ("trying", "depth", "copies", "checks", "tests", "test_node")  # after a trial as before


class Frame:
    """One function on its way: its source, variables and where its returns go."""

    def __init__(self, source, key, end, parent=None, around=None):
        self.source, self.key, self.end, self.parent = source, key, end, parent
        self.around = around  # the frame of the function that this one is defined in
        self.bound = {}  # parameters that are never assigned
        self.slots = {}  # name -> (shape, variables)
        self.loops = []  # (target of continue, target of break)
        self.statement = None  # the one that is being compiled
        self.returns = False

    def apart(self):
        """The same, whose new variables are its own."""
        other = copy.copy(self)
        other.slots = dict(self.slots)
        return other


class Lowering(
    Assignments,
    Loops,
    ArrayValues,
    ArrayFunctions,
    Scalars,
    Views,
    Masks,
    Expressions,
    Calls,
    Memory,
    FreshArrays,
    Growing,
    Atomics,
    Groups,
    Numeric,
    Reporting,
    Flow,
    Meetings,
    Sequences,
    Unpacking,
    Shifts,
):
    """One walk over a kernel."""

    gives_value = False  # it is no kernel, but a function that returns something

    def __init__(self, function, words, known, recipe=Recipe, debug=False):
        self.signature = Signature(words)
        source = source_of(function)
        place = f"{os.path.basename(source.file)}:{source.first_line}"
        self.recipe = recipe(source.name, place, self.signature.is_range, self.signature.dims)
        self.known = known  # (frame's key, name) -> shape of the variable
        self.changed = False
        self.checks = checks_indices()
        self.depth = 0
        self.trying = False
        self.copies = ()  # which copy of each unrolled body is being compiled
        self.frame = None
        self.start_meetings()
        self.debug, self.source_file = debug, source.file
        if debug:
            first = self.recipe.integer(source.first_line)
            path = os.path.abspath(source.file)
            self.recipe.call(f"weft.debug.source {path}\n{source.name}", 0, [first])
        self.frame = Frame(source, (), self.recipe.block())

    def fail(self, kind, message, node):
        """An exception that names the place of a node."""
        text = located(message, self.frame.source, node)
        frame = self.frame.parent
        while frame is not None:
            text += f"\n  called from {frame.source.file}, in {frame.source.name}"
            frame = frame.parent
        return kind(text)

    def run(self):
        source = self.frame.source
        values = self.signature.values(self)
        self.signature.end = self.signature.offset
        names = source.parameters
        if len(names) == len(values) + 1:
            values.insert(0, Place("Item" if self.signature.is_range else "NdItem"))
        self.bind(names, values)
        if isinstance(source.tree, ast.Lambda):
            self.do_Return(ast.copy_location(ast.Return(source.tree.body), source.tree.body))
        else:
            self.body(source.tree.body)
        if not self.recipe.reachable and not self.frame.end.used:
            raise self.never_ends(source)
        self.recipe.enter(self.frame.end)
        self.check_meetings()
        self.recipe.args_size = self.signature.end + (8 if self.recipe.sites else 0)
        return self.recipe

    def never_ends(self, source):
        """The error of a kernel that comes to no end."""
        loops = [n for n in ast.walk(source.tree) if isinstance(n, ast.While)]
        words = "the kernel comes to no end: no break or return leaves this loop"
        return self.fail(UnsupportedError, words, loops[-1] if loops else source.tree)

    @contextmanager
    def within(self, frame):
        """Names inside are those of a frame."""
        outer, self.frame = self.frame, frame
        try:
            yield
        finally:
            self.frame = outer

    @contextmanager
    def tried(self):
        """What is written down inside is forgotten, variables that are new there, too."""
        frame, regions, loops = self.frame, list(self.regions), list(self.frame.loops)
        kept = {name: getattr(self, name) for name in _GOES_ON}
        self.frame, self.trying = frame.apart(), True
        try:
            with self.recipe.trial():
                yield
        finally:  # an error may leave the middle of something
            vars(self).update(kept)
            self.frame, self.regions[:], frame.loops[:] = frame, regions, loops

    def types_of_variables(self) -> dict:
        """The dtypes of the kernel's own variables that hold numbers, by name."""
        shapes = {name: shape for (key, name), shape in self.known.items() if key == ()}
        return {n: numpy_dtype(STRONG[s[1]]) for n, s in shapes.items() if s[0] == "scalar"}

    def bind(self, names, values):
        self.zero_variables()
        for name, value in zip(names, values, strict=True):
            if name in self.frame.source.assigned:
                self.assign(name, value, None)
            else:
                self.frame.bound[name] = value
                if self.debug and isinstance(value, Scalar):
                    variable = self.recipe.variable(STORED[value.dtype])
                    self.recipe.do("set", variable, value.number)
                    self.show_variable(name, value.dtype, variable)

    # Variables.

    def assign(self, name, value, node):
        frame = self.frame
        if name == "_" and not frame.source.reads(name):
            return
        if name in frame.bound:
            words = f"{name} stands for {describe(frame.bound[name])} in this loop; use another name here"
            raise self.fail(UnsupportedError, words, node)
        if isinstance(value, Local):
            words = f"{describe(value)} is called, or given to a function; variables hold none"
            raise self.fail(UnsupportedError, words, node)
        if isinstance(value, Text):
            raise self.fail(
                UnsupportedError,
                "variables of kernels hold no strings; an f-string stands in print and assert",
                node,
            )
        if isinstance(value, List) and name != "%return":
            words = f"{value.name or 'a part of a list'} would get a second name, {name}; lists of kernels have one"
            raise self.fail(UnsupportedError, words, node)
        if isinstance(value, Elements):
            value = self.kept(value, node)
        single = frame.source.assigned.get(name, 0) <= 1 and not name.startswith("%")
        shape, parts = shape_of(value, single)
        key = (frame.key, name)
        try:
            new = joined(self.known.get(key), shape)
        except Mismatch:
            before, here = shape_in_words(self.known[key]), describe(value)
            words = f"{name} holds {before} elsewhere and {here} here; a variable has one type: use another name"
            if name == "%return":
                words = f"the function returns {before} elsewhere and {here} here; all returns give one type"
            raise self.fail(TypingError, words, node) from None
        if new != self.known.get(key):
            self.known[key] = new
            self.changed = True
        if new != shape or parts is None:
            parts = self.converted(value, new, node)
        for variable, (_, number) in zip(self.slots_of(name, new), parts, strict=True):
            self.set_variable(variable, number)
        self.has_value(name)

    def set_variable(self, variable, number):
        self.recipe.do("set", variable, number)
        self.recipe.under.setdefault(variable, []).extend(self.conditions())

    def slots_of(self, name, shape):
        held = self.frame.slots.get(name)
        if held is None or held[0] != shape:
            held = (shape, [self.recipe.variable(t) for t in part_types(shape)])
            self.frame.slots[name] = held
            if self.debug and shape[0] == "scalar" and not name.startswith("%"):
                self.show_variable(name, shape[1], held[1][0])
        return held[1]

    def show_variable(self, name, dtype, variable):
        """Tells debuggers where it lies."""
        address = self.recipe.give("address", variable)
        self.recipe.call(f"weft.debug.variable {STORED[dtype]} {name}", 0, [address])

    def converted(self, value, shape, node):
        """The parts of a value in a variable of another shape."""
        kind = shape[0]
        if kind == "scalar":
            return [(STORED[shape[1]], self.cast(value, shape[1], node).number)]
        if kind == "tuple":
            pairs = zip(value.items, shape[1], strict=True)
            return [part for item, inner in pairs for part in self.converted(item, inner, node)]
        if kind == "view":
            extents = zip((*value.shape, *value.strides), shape[2], strict=True)
            numbers = [self.extent_number(x) for x, fixed in extents if fixed is None]
            return [(0, value.pointer), *((0, n) for n in numbers)]
        return shape_of(value, True)[1]

    def read(self, name, node):
        """What a name stands for."""
        frame = self.frame
        if name in frame.bound:
            return frame.bound[name]
        if name in frame.source.assigned or name in frame.source.parameters:
            shape = self.known.get((frame.key, name))
            if shape is None:
                words = f"{name} has no value yet here: line {self.first_assigned(name)} assigns it first; give it one before"
                raise self.fail(UnassignedError, words, node)
            self.require_value(name, node)
            numbers = [self.recipe.give("get", v) for v in self.slots_of(name, shape)]
            value = rebuilt(shape, iter(numbers))
            if isinstance(value, List):
                value.frame, value.name = frame, name
            return value
        if frame.around is not None and self.is_variable(name, frame.around):
            with self.within(frame.around):
                return self.read(name, node)
        try:
            return self.of_object(frame.source.lookup(name), node, name)
        except KeyError:
            raise self.fail(TypingError, f"the name {name} is not defined", node) from None

    @staticmethod
    def is_variable(name, frame) -> bool:
        """Does the name stand for something of a frame, or of those that its function is defined in?"""
        while frame is not None:
            own = name in frame.source.assigned or name in frame.source.parameters
            if own or name in frame.bound:
                return True
            frame = frame.around
        return False

    # Functions that kernels define.

    def do_FunctionDef(self, node):
        if node.decorator_list:
            words = "functions that kernels define have no decorators; define it outside"
            raise self.fail(UnsupportedError, words, node)
        self.define(node.name, self.local_function(node, node), node)

    def define(self, name, function, node):
        if name in self.frame.bound and any(region.tests for region in self.regions):
            words = f"a condition decides here which function {name} is; write the condition into one function"
            raise self.fail(UnsupportedError, words, node)
        self.frame.bound[name] = function

    def of_Lambda(self, node):
        body = [ast.copy_location(ast.Return(node.body), node.body)]
        tree = ast.FunctionDef("<lambda>", node.args, body, [])
        return self.local_function(ast.copy_location(tree, node), node)

    def local_function(self, tree, node) -> Local:
        spec = tree.args
        if spec.defaults or any(spec.kw_defaults):
            words = "functions that kernels define have no defaults; define it outside"
            raise self.fail(UnsupportedError, words, node)
        function = self.frame.source.function_of(tree, {})
        source_of(function).name = tree.name
        return Local(function, self.frame)

    # Statements.

    def body(self, statements):
        for statement in statements:
            if not self.recipe.reachable:
                return
            self.statement(statement)

    def statement(self, node):
        self.frame.statement = getattr(node, "stands_for", node)
        method = getattr(self, "do_" + type(node).__name__, None)
        if method is None:
            words = _REFUSED.get(
                type(node).__name__,
                f"{type(node).__name__} statements are not supported in kernels",
            )
            raise self.fail(UnsupportedError, words, node)
        if self.debug and self.frame.source.file == self.source_file:
            self.recipe.call(
                "weft.debug.line",
                0,
                [self.recipe.integer(self.frame.source.first_line + node.lineno - 1)],
            )
        method(node)

    def do_Pass(self, node):
        pass

    def do_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return
        value = self.expression(node.value)
        if isinstance(value, Elements):
            self.dtype_of_elements(value)  # finds what is wrong with it
            words = (
                "this expression over arrays is computed nowhere; store it into a part of an array"
            )
            raise self.fail(UnsupportedError, words, node)

    def do_Return(self, node):
        frame = self.frame
        value = Const(None) if node.value is None else self.expression(node.value)
        if frame.parent is None and not self.gives_value:
            if not (isinstance(value, Const) and value.value is None):
                text = self.fail(
                    CompilationError,
                    "a kernel returns nothing; store results into an array argument",
                    node,
                )
                error = KernelHasReturnValueError(frame.source.name, describe(value))
                error.message = f"{error.message}\n{text}"
                error.args = (error.message,)
                raise error
        else:
            self.assign("%return", value, node)
            frame.returns = True
        self.leaves("return")
        self.recipe.jump(frame.end)

    def do_If(self, node):
        recipe = self.recipe
        then, otherwise, end = recipe.block(), recipe.block(), recipe.block()
        decided, tests = self.tested_jump(node.test, then, otherwise)
        if decided is not None:
            self.body(node.body if decided else node.orelse)
            return
        states = []
        for target, truth in ((then, True), (otherwise, False)):
            statements, other = (node.body, node.orelse) if truth else (node.orelse, node.body)
            recipe.enter(target)
            self.given_by(node.test, truth)
            with self.region(() if self.is_end(other) else tests):
                self.body(statements)
            states.append(recipe.sure)
            recipe.jump(end)
        recipe.enter(end)
        self.note_given(node.test, *states)

    def do_Match(self, node):
        """One that is not written as if and elif."""
        raise node.error

    @contextmanager
    def loop(self, again, after, tests=()):
        """The body of a loop, whose turns `tests` decide about."""
        self.frame.loops.append((again, after))
        with self.region(tests, is_loop=True):
            yield
        self.frame.loops.pop()

    def do_While(self, node):
        recipe = self.recipe
        head, inside, again, normal, after = (recipe.block() for _ in range(5))
        self.forget_conditions_of(node)
        before = recipe.sure
        recipe.enter(head)
        if self.is_plain(node.test):  # one jump out, so that lanes leave the loop at one place
            truth = self.truth(self.expression(node.test), node.test)
            tests = [] if isinstance(truth, Const) else [self.test(truth.number, node.test)]
            decided = self.jump_by(truth, inside, normal)
        else:
            decided, tests = self.tested_jump(node.test, inside, normal)
        if decided is not None:
            recipe.jump(inside if decided else normal)
        if inside.used:
            recipe.enter(inside)
            new = self.in_turns(node)
            with self.loop(again, after, tests):
                self.body(node.body)
            recipe.enter(again)
            at_end = recipe.sure
            recipe.jump(head)
        recipe.enter(normal)
        if inside.used:
            self.behind_turns(new)
            self.after_turns(before, at_end)
        self.body(node.orelse)
        recipe.enter(after)
        if inside.used:
            self.behind_turns(new)

    def do_Break(self, node):
        self.leaves("break")
        self.recipe.jump(self.frame.loops[-1][1])

    def do_Continue(self, node):
        self.leaves("continue")
        self.recipe.jump(self.frame.loops[-1][0])


_REFUSED = {
    "AsyncFunctionDef": "functions cannot be defined in kernels; define it outside and decorate it with device_func",
    "ClassDef": "classes cannot be defined in kernels",
    "With": "with is not supported in kernels; there is nothing to enter or leave",
    "AsyncWith": "with is not supported in kernels; there is nothing to enter or leave",
    "AsyncFor": "asynchronous loops are not supported in kernels; write for",
    "Try": "exceptions cannot be caught in kernels, since none are raised there; test for the case with if",
    "TryStar": "exceptions cannot be caught in kernels, since none are raised there; test for the case with if",
    "Raise": "exceptions cannot be raised in kernels; store a code into an array and look at it on the host",
    "Import": "imports belong outside of kernels",
    "ImportFrom": "imports belong outside of kernels",
    "Global": "global names are constants in kernels; pass an array of one element instead",
    "Nonlocal": "captured names are constants in kernels; pass an array of one element instead",
    "Delete": "nothing can be deleted in kernels",
}


def compile_kernel(function, words, debug=False):
    """The recipe of a function for a signature; `debug`: with what debuggers want to know."""
    return settled(function, lambda known: Lowering(function, words, known, debug=debug))


def settled(function, lowering_for):
    """The recipe that `lowering_for(known types)` makes once the types of all variables hold."""
    known = {}
    for _ in range(MOST_PASSES):
        lowering = lowering_for(known)
        try:
            recipe = lowering.run()
            recipe.types = lowering.types_of_variables()
        except (CompilationError, KernelHasReturnValueError):
            if lowering.changed:  # types were too narrow yet
                continue
            raise
        if not lowering.changed:
            return recipe
    raise CompilationError(f"{function.__name__}: the types of its variables do not settle")


__all__ = ["Lowering", "Number", "compile_kernel", "settled"]
