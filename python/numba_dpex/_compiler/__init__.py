"""From a Python function and the types of its arguments to a recipe, which needs nothing of Python any more.

`source` finds the syntax tree, `lower` walks it with types known and writes builder calls down (`recipe`), `scalars`, `views` and
`numeric` say what operators, indices and functions of numbers mean; `calls` compiles functions into the kernel, and `known` lists
those of libraries, which `memory`, `atomics`, `groups` and `older_functions` add to.
"""

from .errors import (
    CompilationError,
    NeedsGroups,
    TypingError,
    UnassignedError,
    UnsupportedError,
)
from .lower import compile_kernel

__all__ = [
    "CompilationError",
    "NeedsGroups",
    "TypingError",
    "UnassignedError",
    "UnsupportedError",
    "compile_kernel",
]
