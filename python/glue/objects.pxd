# cython: language_level=3
"""Array objects from outside of dpctl.tensor: the array in one, and one of any class for an array."""

from dpctl.tensor._usmarray cimport usm_ndarray
from glue.arrays cimport Array, allocate_like, unwrap_bytes


cdef inline Array* unwrap(usm_ndarray x) noexcept:
    """The array that an object holds, as long as the object lives."""
    return &unwrap_bytes(x.array_)


cdef inline usm_ndarray wrap(usm_ndarray pattern, Array array):
    """An object of the pattern's class, which dpctl.tensor._usmarray.blank_of() gives."""
    cdef usm_ndarray x = <usm_ndarray>allocate_like(pattern)
    unwrap(x)[0] = array
    return x
