"""Wrong operators and functions of numbers."""

# ruff: noqa: F401, F841

import math

import numba_dpex as dpex
import numpy as np
from bad_kernel import ND, BadKernels
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import CompilationError, TypingError, UnsupportedError
from numba_dpex.core import exceptions

bad = BadKernels()


# Operators.


@bad("& is not defined for float32 and Python int 1")
def bits_of_a_float(item, a):
    b = a[0] & 1


@bad("bitwise_left_shift is not defined for")
def shift_of_a_float(item, a):
    b = a[0] << a[1]


@bad("negative shift count -1", arguments=("i4",))
def negative_shift(item, a):
    a[0] = a[0] << -1


@bad("~ is not defined for float32")
def inverted_float(item, a):
    b = ~a[0]


@bad("< is not defined for complex128 and complex128", arguments=("c16",))
def order_of_complex_numbers(item, a):
    if a[0] < a[1]:
        a[0] = 1


@bad("floor_divide is not defined for", arguments=("c16",))
def floor_of_complex_numbers(item, a):
    a[0] = a[0] // a[1]


@bad(r"\+ of two booleans; write int\(\) around them")
def sum_of_booleans(item, a):
    a[0] = (a[0] > 1) + (a[1] > 1)


@bad("- and [+] are not defined for booleans")
def negated_boolean(item, a):
    a[0] = -(a[0] > 1)


@bad("division by zero")
def division_by_a_literal_zero(item, a):
    a[0] = 1 / 0


@bad("300 is out of bounds for uint8", arguments=("u1",))
def literal_beyond_a_type(item, a):
    a[0] = a[1] + 300


@bad("is out of bounds for Python int")
def literal_beyond_64_bits(item, a):
    a[0] = (
        a[0] + 1
        if item.get_id(0) < 100000000000000000000000
        else item.get_id(0) + 99999999999999999999
    )


@bad(
    "integers to negative integer powers are not allowed: int32 [*][*] -1; write -1.0",
    arguments=("i4",),
)
def negative_power_of_an_integer(item, a):
    a[0] = a[0] ** -1


@bad("< is not defined for float32 and None: kernels compare numbers; index arrays first")
def order_of_a_number_and_none(item, a):
    if a[0] < None:
        a[0] = 1


@bad("< is not defined for 1-d array of float32 and tuple of")
def order_of_an_array_and_a_tuple(item, a):
    b = a < (1, 2)


@bad("!= is not defined for f-string and Python int 3: kernels compare numbers; strings stand")
def text_and_a_number(item, a):
    b = f"{item.get_id(0)}" != 3


@bad("1-d expression over arrays is neither true nor false; test one of its elements")
def array_in_a_tuple(item, a):
    b = a in (1, 2)


@bad("1-d expression over arrays is neither true nor false; test one of its elements")
def tuples_with_arrays(item, a):
    b = (a, 1) == (a, 1)


@bad("an index is an integer, not numpy.int32")
def type_as_an_index(item, a):
    a[np.int32] = 1


@bad("index 1180591620717411303424 is out of bounds for any axis")
def index_of_more_than_64_bits(item, a):
    a[2**70] = 1


@bad("a dtype is needed here, not module numpy")
def module_as_a_dtype(item, a):
    b = kapi.PrivateArray(3, np)


@bad("a shape consists of positive integers, and has numpy.int32")
def type_as_a_shape(item, a):
    b = kapi.PrivateArray(np.int32, np.float32)


@bad("getattr takes a name in quotes, not Python int 3")
def number_as_a_name(item, a):
    b = getattr(a, 3)


@bad("an index is an integer, not Python float inf")
def infinite_dimension(item, a):
    b = item.get_id(math.inf)


@bad("is compares with None in kernels; write == for numbers")
def identity_of_numbers(item, a):
    if a[0] is a[1]:
        a[0] = 1


@bad("in looks for numbers in arrays, and into tuples in kernels, not into float32")
def membership_of_a_number(item, a):
    if 1 in a[0]:
        a[0] = 1


@bad(
    "math functions take real numbers, not complex128; NumPy's take complex ones",
    arguments=("c16",),
)
def math_of_a_complex_number(item, a):
    a[0] = math.sqrt(a[0])


@bad("gcd takes integers, not float32 and Python int 2")
def common_divisor_of_floats(item, a):
    a[0] = math.gcd(a[0], 2)


@bad("isqrt takes integers, not float32")
def integer_root_of_a_float(item, a):
    a[0] = math.isqrt(a[0])


@bad(r"int\(\) of complex128; take .real first", arguments=("c16",))
def integer_of_a_complex_number(item, a):
    a[0] = int(a[0])


@bad("an element of a float32 array cannot hold 1-d expression over arrays")
def function_of_an_array(item, a):
    a[0] = np.sqrt(a)


@bad(r"10 \*\* 100000000 has more than 65536 bits")
def power_beyond_memory(item, a):
    x = 10**10**8


@bad("1 << 10000000000 has more than 65536 bits")
def shift_beyond_memory(item, a):
    x = 1 << 10**10


test_bad_kernel = bad.test()
