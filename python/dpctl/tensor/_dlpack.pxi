# Capsules of DLPack for _dlpack.py.

cdef extern from "_dlpack.hpp" namespace "weft::python::dlpack":
    cdef cppclass DLDevice "weft::python::dlpack::Device":
        int kind
        int number
    object export_array(const Array&, DLDevice, cbool, cbool, cbool) except +raise_python_error
    cbool holds_usm(object) except +raise_python_error
    Array import_usm(object, const shared_ptr[Queue]&) except +raise_python_error


def dlpack_capsule(usm_ndarray x, int kind, int number, bint versioned, bint copied, bint wait):
    """A capsule over the array's memory."""
    cdef DLDevice device
    device.kind = kind
    device.number = number
    return export_array(unwrap(x), device, versioned, copied, wait)


def capsule_holds_usm(capsule):
    """Whether the capsule's data lies in an allocation that can be an array without a copy."""
    return holds_usm(capsule)


def array_from_capsule(capsule, SyclQueue queue):
    """An array over a capsule's USM."""
    return wrap_made(queue, import_usm(capsule, queue_of(queue)))
