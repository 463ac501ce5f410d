"""NumPy's arrays in prange loops: read and changed where they lie on CPUs; else copied to the loop's device, and back where it may change them."""

from __future__ import annotations

import ast
import itertools

import numpy as np
from dpctl.tensor import _usmarray

_CHANGING = ("sort", "fill", "partition", "put")  # methods of arrays
_LIBRARIES = ("builtins", "math", "cmath", "numpy", "dpctl", "dpnp")


class HostArrays:
    """Which of the names that a loop captures stand for arrays that it may change."""

    def __init__(self, source, loop, captured):
        from .._compiler.liveness import may_share
        from .._compiler.source import stored_into

        self.source = source
        changed = stored_into(loop.body)
        for node in ast.walk(ast.Module(loop.body, [])):
            if isinstance(node, ast.Call) and self._may_change(node.func):
                changed |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        self.changed = {n for n in captured if changed & may_share(loop.body, n)}

    def _may_change(self, function) -> bool:
        """The user's functions may change their arguments; those of libraries do not."""
        if isinstance(function, ast.Attribute):
            return function.attr in _CHANGING
        try:
            found = self.source.lookup(function.id)
        except (AttributeError, KeyError):
            return True
        return not isinstance(found, type) and not _module_of(found).startswith(_LIBRARIES)

    def on_device(self, captured: dict, queue):
        """(the values, NumPy's arrays as arrays of the device; pairs of what is to be copied back)."""
        hosts = [(n, array) for n, v in sorted(captured.items()) for array in _arrays_in(v)]
        if not hosts:
            return tuple(captured.values()), []
        there = {id(a): _usmarray.array_in_place(a, queue) for _, a in hosts}
        copied = {id(a): a for _, a in hosts if there[id(a)] is None}
        if copied:
            self._require_apart(hosts, copied)
            there |= {key: _copy_of(array, queue) for key, array in copied.items()}
        changed = {id(a) for n, a in hosts if n in self.changed and a.flags.writeable}
        back = [(a, there[key]) for key, a in copied.items() if key in changed]
        return tuple(_moved(v, there) for v in captured.values()), back

    def _require_apart(self, hosts, copied):
        for (n, a), (m, b) in itertools.combinations(hosts, 2):
            both = {id(a), id(b)}
            if len(both) < 2 or not both & set(copied) or not {n, m} & self.changed:
                continue
            if np.may_share_memory(a, b):
                raise ValueError(
                    f"{n} and {m} are NumPy arrays in the same memory, which a prange loop changes in copies: "
                    "pass dpctl.tensor.asarray() of it"
                )


def copy_back(pairs):
    """What a loop has left, into NumPy's arrays."""
    import dpctl.tensor as dpt

    for host, there in pairs:
        host[...] = dpt.asnumpy(there)


def _copy_of(host, queue):
    """An array of the device that may be written to where NumPy's may."""
    import dpctl.tensor as dpt

    native = host.astype(host.dtype.newbyteorder("="), copy=False)
    there = dpt.asarray(native, sycl_queue=queue)
    there.flags.writable = host.flags.writeable
    return there


def _arrays_in(value) -> list:
    """NumPy's arrays in a value, or in the tuple that it is."""
    if isinstance(value, tuple):
        return [array for item in value for array in _arrays_in(item)]
    return [value] if _is_of_host(value) else []


def _moved(value, there):
    """The value with other arrays in place of NumPy's."""
    if not isinstance(value, tuple):
        return there.get(id(value), value)
    items = [_moved(item, there) for item in value]
    return type(value)(*items) if hasattr(value, "_fields") else tuple(items)


def _is_of_host(value) -> bool:
    return isinstance(value, np.ndarray) and value.ndim > 0 and value.dtype.kind in "biufc"


def _module_of(function) -> str:
    return getattr(function, "__module__", None) or ""


__all__ = ["HostArrays", "copy_back"]
