"""Kernels that are wrong, each with what the error says."""

import re

import dpctl.tensor as dpt
import numba_dpex as dpex
import pytest
from numba_dpex._compiler import TypingError
from numba_dpex.core import exceptions

R, ND = dpex.Range(4), dpex.NdRange((4,), (2,))


class BadKernels(list):
    """Calling it decorates a wrong kernel; it is the list of their test cases."""

    def __call__(self, message, kind=TypingError, space=R, arguments=("f4",)):
        def decorate(function):
            self.append(
                pytest.param(function, message, kind, space, arguments, id=function.__name__)
            )
            return function

        return decorate

    def test(self):
        """A test of all of them."""

        @pytest.mark.parametrize(("function", "message", "kind", "space", "arguments"), self)
        def test_bad_kernel(function, message, kind, space, arguments):
            with pytest.raises(kind) as error:
                dpex.call_kernel(dpex.kernel(function), space, *map(given, arguments))
            text = str(error.value)
            assert re.search(message, text), text
            lines = text.split("\n")
            returned = kind is exceptions.KernelHasReturnValueError
            first, source, underline, *_ = lines[1 if returned else 0 :]
            assert re.search(r"test_\w+.py:\d+: in \w+: ", first), text
            assert "~" in underline and len(underline.rstrip()) <= len(source), text

        return test_bad_kernel


def given(argument):
    return dpt.ones(4, dtype=argument) if isinstance(argument, str) else argument
