"""What turns Python functions into kernels."""

from __future__ import annotations

import functools
import inspect

from ..kernel_api._usm_data import is_in_usm
from ..kernel_api.local_accessor import LocalAccessor
from ..kernel_api.ranges import NdRange, Range
from . import config, exceptions


def _python_function(decorator, value):
    """The function to compile; raises TypeError for what was not written in Python."""
    if hasattr(value, "is_argument"):
        raise ValueError(f"{decorator}: a signature is a tuple of types, ({value},), not a type")
    function = getattr(value, "py_func", value)
    if not inspect.isfunction(function):
        what = getattr(value, "__name__", None) or repr(value)
        raise TypeError(
            f"{decorator} decorates a function written in Python, not {what} of type {type(value).__name__}"
        )
    return function


class KernelDispatcher:
    """A kernel: compiled for the types of its arguments when it is launched with them first."""

    def __init__(self, function, signatures=None, debug=None):
        function = _python_function("kernel", function)
        functools.update_wrapper(self, function)
        self.py_func = function
        self.signatures = signatures
        self._launcher = None
        self._compiled = {}
        self._debug = bool(config.DEBUGINFO_DEFAULT if debug is None else debug)
        for signature in signatures or ():
            self._check_signature(signature)

    def __call__(self, *args, **kwargs):
        raise TypeError(
            f"kernel {self.__name__} is launched by call_kernel(kernel, range, ...) or kernel[range](...), not called"
        )

    def __getitem__(self, ranges):
        """``kernel[global range, local range](...)`` launches, as numba_dpex 0.21 did."""
        from ..older import Configured

        return Configured(self, ranges)

    @property
    def launcher(self):
        """What takes its calls to queues."""
        if self._launcher is None:
            from .._launch import Launcher

            self._launcher = Launcher(self._specialise, self._refuse)
        return self._launcher

    def inspect_llvm(self, *, optimised=False, local_range=(64,)):
        """LLVM IR for each signature that was compiled: as the compiler wrote it, or what machine code is made of on the CPU."""
        return self._listings("optimised" if optimised else "llvm", 0, local_range)

    def inspect_asm(self, *, local_range=(64,)):
        """Assembly of this machine's CPU for each signature that was compiled.

        Kernels of groups are compiled for their size: `local_range` is what to assume.
        """
        return self._listings("asm", 0, local_range)

    def inspect_ptx(self, *, arch=90, local_range=(64,)):
        """PTX for an NVIDIA architecture for each signature that was compiled; no GPU is needed."""
        return self._listings("ptx", arch, local_range)

    def _listings(self, what, arch, local_range):
        from .._launch import listing
        from .types._types import words_in_words

        local = local_range if isinstance(local_range, tuple) else tuple(local_range)
        return {
            ", ".join(words_in_words(list(words))): listing(recipe, what, arch, local)
            for words, recipe in self._compiled.items()
        }

    def _check_signature(self, signature):
        if signature.result is not None:
            raise exceptions.KernelHasReturnValueError(self.__name__, signature.result, signature)
        wrong = [n for n, type_ in enumerate(signature.args) if not type_.is_argument]
        if wrong:
            raise exceptions.InvalidKernelSpecializationError(self.__name__, signature, wrong)
        words = signature.words()
        if words is not None:
            self._specialise(words)

    def _specialise(self, words):
        from .._compiler import compile_kernel

        if tuple(words) in self._compiled:
            return self._compiled[tuple(words)]
        if self.signatures and not any(s.takes(words) for s in self.signatures):
            from .types._types import words_in_words

            raise exceptions.MissingSpecializationError(self.__name__, words_in_words(words))
        self._check_count(words)
        recipe = compile_kernel(self.py_func, words, self._debug)
        self._compiled[tuple(words)] = recipe
        return recipe

    def _check_count(self, words):
        from .._compiler.signature import count_arguments
        from .._compiler.source import source_of

        source = source_of(self.py_func)
        spec = source.arguments
        if spec.vararg or spec.kwarg or spec.kwonlyargs:
            raise TypeError(
                f"kernel {self.__name__}: parameters with * or ** and those by keyword alone have no values in a launch; "
                "name each parameter"
            )
        names = source.parameters
        given = count_arguments(words)
        if len(names) - given not in (0, 1):
            raise TypeError(
                f"kernel {self.__name__}: {given} arguments were given, it takes {max(len(names) - 1, 0)} besides the item: "
                f"{', '.join(names)}"
            )

    def _refuse(self, position, value):
        """Raises for what is no argument; gives an array over the memory of objects that have one in USM."""
        name = self.__name__
        if position == -1:
            raise TypeError(
                f"kernel {name}: the range must be a Range or an NdRange, not {value!r} of type {type(value).__name__}"
            )
        if position == -2:
            if value is None:
                raise exceptions.ExecutionQueueInferenceError(name, usmarray_argnum_list=None)
            numbers = [n for n, a in enumerate(value) if is_in_usm(a)]
            raise exceptions.ExecutionQueueInferenceError(name, usmarray_argnum_list=numbers)
        if position == -3:
            raise ValueError(
                f"kernel {name} stores into its array argument {value[0]}, which is read-only"
            )
        return self._array_of(position, value)

    def _array_of(self, position, value):
        import numpy as np

        what = f"{position} ({self._parameter(position)})"
        if isinstance(value, np.ndarray):
            raise exceptions.SUAIProtocolError(self.__name__, f"argument {what}, of NumPy,")
        if isinstance(value, LocalAccessor):
            from .._launch import dtype_number

            why = ", which needs groups: launch over an NdRange"
            if dtype_number(value.dtype) is None:
                why = f" of {value.dtype}, which kernels do not have"
            raise TypeError(f"kernel {self.__name__}: argument {what} is a LocalAccessor{why}")
        if isinstance(value, int):
            raise OverflowError(
                f"kernel {self.__name__}: argument {what} is {value}, which does not fit 64 bits"
            )
        if is_in_usm(value) or hasattr(value, "__cuda_array_interface__"):
            import dpctl.tensor as dpt

            return dpt.asarray(value, copy=False)
        raise exceptions.UnsupportedKernelArgumentError(type(value).__name__, what, self.__name__)

    def _parameter(self, position) -> str:
        from .._compiler.source import source_of

        names = source_of(self.py_func).parameters
        at = position + 1 if position + 1 < len(names) else position
        return names[at] if at < len(names) else "beyond its parameters"


class DeviceFunction:
    """A function that kernels call; in pure Python it is the function."""

    def __init__(self, function, signatures=None):
        function = _python_function("device_func", function)
        functools.update_wrapper(self, function)
        self.py_func = function
        self.signatures = signatures

    def __call__(self, *args, **kwargs):
        return self.py_func(*args, **kwargs)


def _decorator(cls, given):
    if isinstance(given, str) or (
        isinstance(given, list) and any(isinstance(g, str) for g in given)
    ):
        raise NotImplementedError(
            f"{given!r}: signatures are written with types, as (ItemType(1), int64), not as text"
        )
    if given is None:
        return lambda function: cls(function)
    if not callable(given) or hasattr(given, "args"):
        from .types._types import is_signature, signatures_of

        if is_signature(given):
            signatures = signatures_of(given)
            return lambda function: cls(function, signatures)
    return cls(given)


def kernel(function_or_signature=None, **options):
    """Makes a kernel of a function: ``@kernel``, ``@kernel()`` or ``@kernel(signatures)``.

    ``debug=True``, or NUMBA_DPEX_DEBUGINFO=1 for all, compiles it on the CPU for debuggers: with lines and variables, one work-item
    at a time. Other options of Numba's are accepted and change nothing.
    """
    made = functools.partial(KernelDispatcher, debug=options.get("debug"))
    return _decorator(made, function_or_signature)


def device_func(function_or_signature=None, **options):
    """Marks a function as one that kernels call; see :func:`kernel` for options."""
    return _decorator(DeviceFunction, function_or_signature)


__all__ = ["DeviceFunction", "KernelDispatcher", "NdRange", "Range", "device_func", "kernel"]
