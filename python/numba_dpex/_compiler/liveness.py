"""Which names are read later on: arrays that they hold are not written over by those that loops make anew."""

import ast
from typing import NamedTuple


class Live(NamedTuple):
    """Names at a statement."""

    held: frozenset  # it reads them, or they are read after it before they are assigned
    carried: frozenset  # they go from one turn to the next of a loop around it


NOTHING = Live(frozenset(), frozenset())


def live_names(source) -> dict:
    """For each statement of a function, by its id, the names that live there."""
    found = getattr(source, "live_names", None)
    if found is None or found[0] is not source.tree:
        body = [] if isinstance(source.tree, ast.Lambda) else source.tree.body
        found = source.live_names = source.tree, live_in(body)
    return found[1]


def live_in(body) -> dict:
    """The same for statements, after which nothing is read."""
    walk = _Backwards()
    walk.body(body, frozenset(), (frozenset(), frozenset()))
    return {key: Live(a | walk.always, b | walk.always) for key, (a, b) in walk.at.items()}


class _Backwards:
    """Goes from the last statement to the first one, around loops until nothing is new."""

    def __init__(self):
        self.at = {}
        self.always = frozenset()  # functions inside read names whenever they are called
        self.carried = frozenset()

    def body(self, statements, after, exits):
        """What is live before the statements; `exits`: what is where continue and break go."""
        for statement in reversed(statements):
            after = self.statement(statement, after, exits)
        return after

    def statement(self, node, after, exits):
        if isinstance(node, ast.If):
            before = self.body(node.body, after, exits) | self.body(node.orelse, after, exits)
            before |= self.read_by(node.test)
        elif isinstance(node, (ast.For, ast.While)):
            before = self.turns(node, after, exits)
        elif isinstance(node, (ast.Break, ast.Continue)):
            before = exits[isinstance(node, ast.Break)]
        elif isinstance(node, ast.Return):
            before = self.read_by(node)
        else:
            before = self.read_by(node) | (after - stored_by(node))
        self.at[id(node)] = before, self.carried
        return before

    def turns(self, node, after, exits):
        target, decides = frozenset(), node.iter if isinstance(node, ast.For) else node.test
        end = self.body(node.orelse, after, exits)
        if isinstance(node, ast.For):
            target = stored_by(node.target)
        else:
            end |= self.read_by(decides)
        around, head = self.carried, None
        while head != end:
            head, self.carried = end, around | end
            end = head | (self.body(node.body, head, (head, after)) - target)
        self.carried = around
        return head | self.read_by(decides)

    def read_by(self, node) -> frozenset:
        names = set()
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                names.add(part.id)
            elif isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
                names.add(part.target.id)
            elif isinstance(part, (ast.FunctionDef, ast.Lambda)):
                self.always |= {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
        return frozenset(names)


def stored_by(node) -> frozenset:
    """The names that a statement or a target assigns."""
    return frozenset(
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    )


def may_share(body, name) -> set:
    """The names that may stand for the array that `name` does, or for parts of it."""
    found, more = set(), {name}
    while more - found:
        found |= more
        for node in ast.walk(ast.Module(body, [])):
            value = getattr(node, "iter" if isinstance(node, ast.For) else "value", None)
            gives_new = (ast.BinOp, ast.UnaryOp, ast.Compare)
            if isinstance(node, (ast.Assign, ast.For, ast.NamedExpr)) and not isinstance(
                value, gives_new
            ):
                inside = {n.id for n in ast.walk(value) if isinstance(n, ast.Name)}
                more = more | stored_by(getattr(node, "target", node)) if inside & found else more
    return found


__all__ = ["NOTHING", "live_in", "live_names", "may_share", "stored_by"]
