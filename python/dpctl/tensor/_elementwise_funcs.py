"""The elementwise functions: one object for each public row of the ops table (src/ops/elementwise.def)."""

from ._usmarray import BinaryElementwiseFunc, UnaryElementwiseFunc, _elementwise_functions

globals().update(_elementwise_functions())

__all__ = [
    name
    for name, made in globals().items()
    if isinstance(made, (UnaryElementwiseFunc, BinaryElementwiseFunc))
]
