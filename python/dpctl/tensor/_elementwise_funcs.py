"""The elementwise functions: one object for each public row of the ops table (src/ops/elementwise.def)."""

from ._usmarray import BinaryElementwiseFunc, UnaryElementwiseFunc, elementwise_functions

globals().update(elementwise_functions())

__all__ = [
    name
    for name, made in globals().items()
    if isinstance(made, (UnaryElementwiseFunc, BinaryElementwiseFunc))
]
