"""Wrong uses of kernel_api."""

# ruff: noqa: F401, F841

import math

import numba_dpex as dpex
import numpy as np
from bad_kernel import ND, BadKernels
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import CompilationError, TypingError, UnsupportedError
from numba_dpex.core import exceptions

bad = BadKernels()


# kernel_api.


@bad("the shape of a private or local array consists of constants", arguments=("f4", 3))
def private_array_of_run_time_size(item, a, n):
    p = kapi.PrivateArray(n, np.float32)


@bad("a shape consists of positive integers, and has Python int 0")
def empty_private_array(item, a):
    p = kapi.PrivateArray(0, np.float32)


@bad("a shape consists of positive integers, and has Python float 4.0")
def private_array_of_a_float(item, a):
    p = kapi.PrivateArray(4.0, np.float32)


@bad("a shape consists of positive integers, and has Python int -4", space=ND)
def local_array_of_negative_size(item, a):
    p = dpex.local.array((2, -4), np.float32)


@bad("the shape of a private or local array consists of constants", space=ND)
def local_array_of_run_time_size(item, a):
    p = dpex.local.array(a.shape[0], np.float32)


@bad("local memory needs groups: launch the kernel with a local range")
def local_array_in_a_range(item, a):
    p = dpex.local.array(4, np.float32)


@bad("a barrier needs groups: launch the kernel over an NdRange")
def older_barrier_in_a_range(item, a):
    dpex.barrier(dpex.LOCAL_MEM_FENCE)


@bad("no value for group", space=ND)
def barrier_of_nobody(item, a):
    kapi.group_barrier()


@bad("group_barrier takes a Group or SubGroup, not Python int 3", space=ND)
def barrier_of_a_scope(item, a):
    kapi.group_barrier(kapi.MemoryScope.DEVICE)


@bad("Group has no attribute barrier in kernels", space=ND)
def barrier_as_a_method(item, a):
    item.get_group().barrier()


@bad("AtomicRef of float32 has no attribute fetch_mul in kernels")
def atomic_product(item, a):
    kapi.AtomicRef(a, 0).fetch_mul(2)


@bad("an element of a float32 array cannot hold AtomicRef of float32")
def stored_atomic(item, a):
    a[0] = kapi.AtomicRef(a, 0)


@bad("an index is an integer, not Python float 0.5")
def atomic_between_elements(item, a):
    kapi.AtomicRef(a, 0.5).fetch_add(1)


@bad("a MemoryOrder is needed here, not 'relaxed'")
def atomic_with_an_order_in_words(item, a):
    kapi.AtomicRef(a, 0, "relaxed").fetch_add(1)


@bad("a dtype is needed here, not Python int 3")
def private_array_without_dtype(item, a):
    p = kapi.PrivateArray(3, 3)


@bad("no value for dtype")
def private_array_of_shape_alone(item, a):
    p = kapi.PrivateArray(3)


@bad("private memory is for small arrays: use an argument")
def huge_private_array(item, a):
    p = kapi.PrivateArray(1 << 20, np.float32)


@bad("a LocalAccessor is an argument of the kernel", UnsupportedError, space=ND)
def local_accessor_inside(item, a):
    p = kapi.LocalAccessor(3, np.float32)


@bad("AtomicRef takes an array and an index, not float32")
def atomic_of_a_number(item, a):
    kapi.AtomicRef(a[0], 0)


@bad("AtomicRef: 0 indices|AtomicRef takes an array and an index")
def atomic_without_index(item, a):
    kapi.AtomicRef(a)


@bad("there are no atomic operations on int16; use a type of 32 or 64 bits", arguments=("i2",))
def atomic_of_16_bits(item, a):
    kapi.AtomicRef(a, 0).fetch_add(1)


@bad(
    "fetch_add: the AtomicRef is of int32, and float32 does not fit; convert it: np.int32",
    arguments=("f4", "i4"),
)
def atomic_of_two_types(item, a, b):
    kapi.AtomicRef(b, 0).fetch_add(a[0])


@bad("fetch_add: the AtomicRef is of int32, and Python float 1.5 does not fit", arguments=("i4",))
def atomic_sum_with_a_float(item, a):
    kapi.AtomicRef(a, 0).fetch_add(1.5)


@bad("fetch_and is for integers, not for float32")
def atomic_bits_of_a_float(item, a):
    kapi.AtomicRef(a, 0).fetch_and(a[1])


@bad("AddressSpace.LOCAL for a 1-d array of float32, which lies in GLOBAL")
def atomic_in_the_wrong_space(item, a):
    kapi.AtomicRef(a, 0, address_space=kapi.AddressSpace.LOCAL)


@bad("MemoryOrder.CONSUME_UNSUPPORTED cannot be used; ACQUIRE")
def atomic_of_unsupported_order(item, a):
    kapi.AtomicRef(a, 0, kapi.MemoryOrder.CONSUME_UNSUPPORTED)


@bad("a MemoryOrder is needed here, not Python int 17")
def fence_of_no_order(item, a):
    kapi.atomic_fence(17, kapi.MemoryScope.DEVICE)


@bad("compare_exchange takes an array of float32")
def exchange_with_a_number(item, a):
    kapi.AtomicRef(a, 0).compare_exchange(1, 2)


@bad("group_barrier takes a Group or SubGroup, not NdItem", space=ND)
def barrier_of_an_item(item, a):
    kapi.group_barrier(item)


@bad("op is one of plus, multiplies", space=ND)
def reduction_of_unknown_op(item, a):
    a[0] = kapi.reduce_over_group(item.get_group(), a[0], "minus")


@bad("bit_and is for integers, not for float32", space=ND)
def reduction_of_bits_of_floats(item, a):
    a[0] = kapi.reduce_over_group(item.get_group(), a[0], "bit_and")


@bad("group operations are not defined for complex numbers", space=ND, arguments=("c16",))
def reduction_of_complex_numbers(item, a):
    a[0] = kapi.reduce_over_group(item.get_group(), a[0])


@bad("select_from_group takes a SubGroup, not Group", space=ND)
def shuffle_of_a_group(item, a):
    a[0] = kapi.select_from_group(item.get_group(), a[0], 1)


@bad("group operations are not defined for complex numbers", space=ND, arguments=("c16",))
def scan_of_complex_numbers(item, a):
    a[0] = kapi.inclusive_scan_over_group(item.get_group(), a[0])


@bad("op is one of plus, multiplies", space=ND)
def scan_of_unknown_op(item, a):
    a[0] = kapi.exclusive_scan_over_group(item.get_group(), a[0], 0, "minus")


@bad("no value for init", space=ND)
def scan_without_beginning(item, a):
    a[0] = kapi.exclusive_scan_over_group(item.get_group(), a[0])


@bad(
    'kernel "returned_value" returns a value of type float32', exceptions.KernelHasReturnValueError
)
def returned_value(item, a):
    return a[0]


test_bad_kernel = bad.test()
