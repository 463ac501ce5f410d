"""Comprehensions that a name gets, written anew as loops that append to a list."""

import ast
import copy


def prepare_lists(tree):
    """Gives each `name = [... for ...]` the statements that do the same, as `as_loop`."""
    number = 0
    for node in ast.walk(tree):
        targets = getattr(node, "targets", ())
        if len(targets) != 1 or not isinstance(targets[0], ast.Name):
            continue
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.ListComp):
            node.as_loop = _as_loop(targets[0].id, node.value, number)
            number += 1
            for statement in node.as_loop:
                for part in ast.walk(statement):
                    if isinstance(part, ast.stmt):
                        part.stands_for = node
                    if not hasattr(part, "lineno") and "lineno" in part._attributes:
                        ast.copy_location(part, node.value)


def _as_loop(name, comprehension, number) -> list:
    """The variables of a comprehension are its own, so they get hidden names."""
    whole = copy.deepcopy(comprehension)
    first = whole.generators[0].iter  # is read outside
    own = {
        n.id: f"%{number} {n.id}"
        for generator in whole.generators
        for n in ast.walk(generator.target)
        if isinstance(n, ast.Name)
    }
    for node in ast.walk(whole):
        if isinstance(node, ast.Name) and node.id in own and not _is_in(node, first):
            node.id = own[node.id]
    appended = ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load())
    body = [ast.Expr(ast.Call(appended, [whole.elt], []))]
    for generator in reversed(whole.generators):
        for condition in reversed(generator.ifs):
            body = [ast.If(condition, body, [])]
        body = [ast.For(generator.target, generator.iter, body, [])]
    return [ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())), *body]


def _is_in(node, tree) -> bool:
    return any(part is node for part in ast.walk(tree))


__all__ = ["prepare_lists"]
