"""Functions that a dpjit function defines and its prange loops call: those that read its variables become part of the iterations."""

from __future__ import annotations

import ast
import copy


def with_functions(source, loop):
    """A copy of the loop that begins with the functions it needs which read variables of the function around it."""
    copied = copy.deepcopy(loop)
    functions = _functions_of(source)
    variables = set(source.parameters) | _stored(source.tree.body)
    needed, inside = _needed(loop.body, functions), set()
    for name in needed:  # in the order of their definitions
        if _free_names(functions[name]) & (variables | inside):
            inside.add(name)
    copied.body = [copy.deepcopy(functions[n]) for n in needed if n in inside] + copied.body
    return copied


def _functions_of(source) -> dict:
    """Those that stand for their name from their definition on."""
    found = {s.name: s for s in source.tree.body if isinstance(s, ast.FunctionDef)}
    stored = _stored(source.tree.body)
    return {n: s for n, s in found.items() if n not in stored and _is_plain(s)}


def _is_plain(function) -> bool:
    arguments = function.args
    special = (arguments.vararg, arguments.kwarg, arguments.defaults, arguments.kw_defaults)
    return not (function.decorator_list or any(special))


def _needed(body, functions) -> list:
    names, found = _read(body), set()
    while names & set(functions) - found:
        found |= names & set(functions)
        names = names.union(*(_free_names(functions[n]) for n in found))
    return [n for n in functions if n in found]


def _free_names(function) -> set:
    arguments = function.args
    own = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    return _read(function.body) - own - _stored(function.body)


def _read(body) -> set:
    names = (n for n in ast.walk(ast.Module(body, [])) if isinstance(n, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Load)}


def _stored(body) -> set:
    names = (n for n in ast.walk(ast.Module(body, [])) if isinstance(n, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Store)}


__all__ = ["with_functions"]
