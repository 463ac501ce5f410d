"""guvectorize: functions of parts of arrays, run as kernels over all other axes; and elementwise functions of many inputs."""

from __future__ import annotations

import ast
import functools
import inspect
import re

import numpy as np

from ..kernel_api._usm_data import is_in_usm
from ..kernel_api.ranges import Range
from .decorators import KernelDispatcher
from .dpjit import parsed

_PART = re.compile(r"\(\s*((?:[A-Za-z_]\w*\s*(?:,\s*[A-Za-z_]\w*\s*)*)?)\)")
MOST_LOOPS = 3


class Generalised:
    """A function over parts of arrays: ``function(*inputs, *outputs)``; outputs that are not given are made."""

    def __init__(self, function, layout, signatures=None):
        functools.update_wrapper(self, function)
        self.py_func, self.signature = function, layout
        self.inputs, self.outputs = _layout(layout)
        self.signatures = signatures or []
        count = len(inspect.signature(function).parameters)
        if count != len(self.inputs) + len(self.outputs):
            raise TypeError(
                f"guvectorize: {function.__name__} takes {count} arguments, the layout {layout!r} has "
                f"{len(self.inputs) + len(self.outputs)}"
            )
        self._kernels = {}

    def __repr__(self):
        return f"<generalised function {self.__name__!r} of {self.signature}>"

    def __call__(self, *arguments, out=None):
        import dpctl.tensor as dpt

        inputs = [self._array(x, n) for n, x in enumerate(arguments[: len(self.inputs)])]
        outputs = list(arguments[len(self.inputs) :])
        if out is not None:
            outputs += out if isinstance(out, tuple) else (out,)
        if len(inputs) != len(self.inputs) or len(outputs) not in (0, len(self.outputs)):
            raise TypeError(
                f"{self.__name__} takes {len(self.inputs)} inputs and, if at all, {len(self.outputs)} outputs; "
                f"{len(arguments)} arguments were given"
            )
        inputs, dtypes = self._cast(inputs)
        loops, extents = self._extents(inputs)
        arrays = [x for x in inputs if isinstance(x, dpt.usm_ndarray)]
        for n, names in enumerate(self.outputs):
            shape = (*loops, *(extents[name] for name in names))
            if len(outputs) <= n:
                outputs.append(_result_of(arrays, shape, dtypes[n]))
            elif outputs[n].shape != shape:
                raise ValueError(
                    f"{self.__name__}: output {n} has shape {outputs[n].shape}, the inputs ask for {shape}"
                )
        self._run(loops, inputs, outputs)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _array(self, value, position):
        import dpctl.tensor as dpt

        if isinstance(value, (dpt.usm_ndarray, bool, int, float, complex, np.generic)):
            if isinstance(value, dpt.usm_ndarray) or not self.inputs[position]:
                return value
        elif is_in_usm(value):
            return dpt.asarray(value, copy=False)
        raise TypeError(
            f"{self.__name__}: input {position} is of type {type(value).__name__}; the layout {self.signature} asks for an array"
        )

    def _cast(self, inputs):
        """The inputs as the first signature that takes them says, and the dtypes of the outputs."""
        import dpctl.tensor as dpt

        arrays = [x for x in inputs if isinstance(x, dpt.usm_ndarray)]
        if not arrays:
            raise TypeError(f"{self.__name__}: at least one input has to be an array")
        for signature in self.signatures:
            dtypes = [_dtype(t) for t in signature.args]
            pairs = list(zip(inputs, dtypes, strict=False))
            if all(np.can_cast(x.dtype, d, "safe") for x, d in pairs if hasattr(x, "dtype")):
                cast = [
                    dpt.astype(x, d, copy=False) if isinstance(x, dpt.usm_ndarray) else d.type(x)
                    for x, d in pairs
                ]
                return cast, dtypes[len(inputs) :]
        if self.signatures:
            raise TypeError(
                f"{self.__name__}: no signature takes ({', '.join(str(getattr(x, 'dtype', type(x).__name__)) for x in inputs)})"
            )
        return inputs, [dpt.result_type(*inputs)] * len(self.outputs)

    def _extents(self, inputs):
        """The shape of the axes that are looped over, and the extents by name."""
        extents, shapes = {}, []
        for n, (value, names) in enumerate(zip(inputs, self.inputs, strict=True)):
            shape = tuple(getattr(value, "shape", ()))
            if len(shape) < len(names):
                raise ValueError(
                    f"{self.__name__}: input {n} has {len(shape)} dimensions, the layout {self.signature} asks for {len(names)}"
                )
            split = len(shape) - len(names)
            shapes.append(shape[:split])
            for name, extent in zip(names, shape[split:], strict=True):
                if extents.setdefault(name, extent) != extent:
                    raise ValueError(
                        f"{self.__name__}: {name} is {extents[name]} elsewhere and {extent} in input {n}, of shape {shape}"
                    )
        return np.broadcast_shapes(*shapes), extents

    def _run(self, loops, inputs, outputs):
        """Launches over at most three axes."""
        import dpctl.tensor as dpt

        if 0 in loops:
            return
        operands, ranks = [], []
        for value, names in zip(inputs, self.inputs, strict=True):
            if not isinstance(value, dpt.usm_ndarray):
                operands.append(value)
                ranks.append(None)
                continue
            core = value.shape[value.ndim - len(names) :]
            value = dpt.broadcast_to(value, (*loops, *core))
            operands.append(_few_axes(value, len(loops)))
            ranks.append(len(core))
        made = [_few_axes(x, len(loops)) for x in outputs]
        flat = [
            dpt.reshape(x, (*x.shape, 1)) if not n else x
            for x, n in zip(made, self.outputs, strict=True)
        ]
        ranks += [max(1, len(n)) for n in self.outputs]
        space = made[0].shape[: min(len(loops), MOST_LOOPS)] or (1,)
        key = (min(len(loops), MOST_LOOPS), tuple(ranks))
        if key not in self._kernels:
            self._kernels[key] = _kernel(self.py_func, key[0], ranks)
        self._kernels[key].launcher(Range(*space), (*operands, *flat))
        for x, y in zip(outputs, made, strict=True):
            if x.ndim != y.ndim and not _shares(x, y):
                x[...] = dpt.reshape(y, x.shape)


def _result_of(arrays, shape, dtype, order="C"):
    """Memory for a result, where and of the kind that results of these arrays are."""
    import dpctl.tensor as dpt
    from dpctl.utils import get_coerced_usm_type

    kind = get_coerced_usm_type([x.usm_type for x in arrays])
    return dpt.empty(
        shape, dtype=dtype, usm_type=kind, sycl_queue=arrays[0].sycl_queue, order=order
    )


def _dtype(type_):
    return np.dtype(getattr(getattr(type_, "dtype", type_), "_numpy_dtype", None))


def _shares(a, b) -> bool:
    return a._pointer == b._pointer


def _few_axes(array, loops):
    """The array with its first `loops` axes as three at most."""
    import dpctl.tensor as dpt

    if loops <= MOST_LOOPS:
        return array
    first = int(np.prod(array.shape[: loops - MOST_LOOPS + 1]))
    return dpt.reshape(array, (first, *array.shape[loops - MOST_LOOPS + 1 :]))


def _kernel(function, loops, ranks):
    """A kernel over `loops` axes that calls the function with parts of `ranks` dimensions; None stands for a number."""
    ids = [f"%item.get_id({d})" for d in range(loops)]
    parts = []
    for n, rank in enumerate(ranks):
        indices = ids if rank == 0 else [*ids, *[":"] * (rank or 0)]
        parts.append(f"%{n}[{', '.join(indices)}]" if rank is not None and indices else f"%{n}")
    call = parsed(f"%function({', '.join(parts)})")
    return _dispatcher(function, [ast.Expr(call)], len(ranks))


def _dispatcher(function, body, count):
    from .._compiler.source import source_of

    source = source_of(function)
    parameters = ["%item", *(f"%{n}" for n in range(count))]
    tree = ast.FunctionDef(
        name=source.name,
        args=ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, []),
        body=body,
        decorator_list=[],
    )
    for part in ast.walk(tree):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            part.lineno, part.col_offset, part.end_lineno, part.end_col_offset = 1, 0, 1, 0
    return KernelDispatcher(source.function_of(tree, {"%function": function}))


def elementwise_kernel(function, dtypes, result):
    """What calls an elementwise function of many inputs, which are cast to dtypes by number: (inputs, out, order) -> array."""
    from .._compiler.elementwise import recipe_of
    from .._compiler.types import STRONG, numpy_dtype

    dtype = numpy_dtype(recipe_of(function, tuple(dtypes), result).result)
    kernels = {}

    def call(inputs, out, order):
        import dpctl.tensor as dpt

        cast = [
            dpt.astype(x, numpy_dtype(STRONG[d]), copy=False)
            if isinstance(x, dpt.usm_ndarray)
            else x
            for x, d in zip(inputs, dtypes, strict=True)
        ]
        arrays = [x for x in cast if isinstance(x, dpt.usm_ndarray)]
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
        if out is None:
            out = _result_of(arrays, shape, dtype, "F" if order == "F" else "C")
        elif out.shape != shape or out.dtype != dtype:
            raise ValueError(
                f"{function.__name__}: out is {out.shape} of {out.dtype}, the result {shape} of {dtype}"
            )
        if 0 in shape:
            return out
        loops = min(len(shape), MOST_LOOPS)
        target = out if len(shape) <= MOST_LOOPS else dpt.empty_like(out, order="C")
        parts = [
            _few_axes(dpt.broadcast_to(x, shape), len(shape))
            if isinstance(x, dpt.usm_ndarray)
            else x
            for x in cast
        ]
        flat = _few_axes(target, len(shape))
        key = (loops, tuple(hasattr(x, "shape") and x.shape != () for x in parts))
        if key not in kernels:
            kernels[key] = _storing_kernel(function, loops, key[1])
        kernels[key].launcher(
            Range(*(flat.shape or (1,))), (flat if flat.shape else dpt.reshape(flat, (1,)), *parts)
        )
        if target is not out:
            out[...] = target
        return out

    return call


def _storing_kernel(function, loops, are_arrays):
    ids = ", ".join(f"%item.get_id({d})" for d in range(max(loops, 1)))
    parts = [
        f"%{n + 1}[{ids}]" if is_array else f"%{n + 1}" for n, is_array in enumerate(are_arrays)
    ]
    target = ast.Subscript(ast.Name("%0", ast.Load()), parsed(f"({ids},)"), ast.Store())
    store = ast.Assign([target], parsed(f"%function({', '.join(parts)})"))
    return _dispatcher(function, [store], len(are_arrays) + 1)


def _layout(text):
    """Names of the inputs' and outputs' own axes."""
    sides = text.split("->") if isinstance(text, str) else ()
    if len(sides) != 2 or any(
        _PART.sub("", side).replace(",", "").strip() or not _PART.search(side) for side in sides
    ):
        raise ValueError(f"guvectorize: {text!r} is no layout; write one such as '(n),(n)->()'")
    inputs, outputs = (
        [
            tuple(name.strip() for name in part.split(",") if name.strip())
            for part in _PART.findall(side)
        ]
        for side in sides
    )
    known = {name for names in inputs for name in names}
    for names in outputs:
        for name in names:
            if name not in known:
                raise ValueError(f"guvectorize: no input says how large {name} in {text!r} is")
    return inputs, outputs


def guvectorize(*arguments, **options):
    """Makes a function over parts of arrays, its outputs among its arguments: ``@guvectorize([signatures,] "(n),(n)->()")``.

    It runs as one kernel over all axes before those of the layout, which broadcast. Inputs of no axes are numbers in the function,
    outputs of none arrays of one element. Without signatures outputs have the type that the inputs promote to.
    """
    from .vectorize import parsed_signatures

    if not arguments or not isinstance(arguments[-1], str):
        raise TypeError(
            "guvectorize takes signatures, which may be missing, and a layout such as '(n),(n)->()'"
        )
    signatures = parsed_signatures(arguments[0]) if len(arguments) == 2 else None
    return lambda function: Generalised(function, arguments[-1], signatures)


__all__ = ["Generalised", "elementwise_kernel", "guvectorize"]
