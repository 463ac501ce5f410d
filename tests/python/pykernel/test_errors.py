"""What is wrong with a kernel is said before anything runs: file, line, the expression underlined, types, what to write instead."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import pytest
import test_errors_in_calls
import test_errors_in_kernel_api
import test_errors_in_operators
import test_errors_in_statements
from bad_kernel import R
from numba_dpex._compiler import CompilationError, TypingError, UnsupportedError
from test_errors_in_operators import bits_of_a_float

MODULES = (
    test_errors_in_calls,
    test_errors_in_operators,
    test_errors_in_statements,
    test_errors_in_kernel_api,
)


def test_there_are_sixty_kinds_of_error():
    assert sum(len(module.bad) for module in MODULES) >= 60


def test_the_place_is_that_of_the_expression():
    with pytest.raises(TypingError) as error:
        dpex.call_kernel(dpex.kernel(bits_of_a_float), R, dpt.ones(4, dtype="f4"))
    line = bits_of_a_float.__code__.co_firstlineno + 2
    assert str(error.value) == (
        f"{test_errors_in_operators.__file__}:{line}: in bits_of_a_float: & is not defined for float32 and Python int 1; convert with int(), or np.int32() and the like\n"
        "        b = a[0] & 1\n"
        "            ~~~~~~~~"
    )


def test_the_place_is_counted_in_characters():
    def kernel(item, a):
        print("größe", a[0] & 1)

    with pytest.raises(TypingError) as error:
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4, dtype="f4"))
    _, source, underline = str(error.value).split("\n")
    assert source[underline.index("~") : len(underline)] == "a[0] & 1"


def test_an_error_in_a_called_function_names_its_callers():
    def inner(x):
        return x & 1

    def kernel(item, a):
        a[0] = inner(a[0])

    with pytest.raises(TypingError, match=r"in inner: & is not(.|\n)*called from .*, in kernel"):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4, dtype="f4"))


def test_a_kernel_without_source():
    space = {}
    exec("def kernel(item, a):\n    a[0] = 1\n", space)
    with pytest.raises(CompilationError, match="the source of kernel cannot be read"):
        dpex.call_kernel(dpex.kernel(space["kernel"]), R, dpt.ones(4))


def test_two_lambdas_on_one_line():
    f, _g = (lambda x: x + 1), (lambda x: x + 2)

    def kernel(item, a):
        a[0] = f(a[0])

    with pytest.raises(UnsupportedError, match="2 lambdas on this line could be meant"):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4))


def test_nothing_runs_where_a_kernel_is_wrong():
    a = dpt.ones(4, dtype="f4")
    with pytest.raises(TypingError):
        dpex.call_kernel(dpex.kernel(bits_of_a_float), R, a)
    assert (dpt.asnumpy(a) == 1).all()
