# Algorithms: what the pure Python modules of scans, sorts, gathers and products forward to.

cdef extern from "array/algorithms/scan.hpp" namespace "weft::array" nogil:
    cdef enum class Scan(uint8_t):
        sum, prod, logsumexp


cdef extern from "_bind.hpp" namespace "weft::python" nogil:
    Array scan(Scan, const Array&, int, const Dtype*, cbool, const Array*) except +raise_python_error


def scan_array(int kind, x, int axis, dtype, bint include_initial, out):
    """Every prefix of a fold along one axis."""
    cdef usm_ndarray array = array_argument(x)
    cdef Dtype code
    cdef Dtype* wanted = NULL
    cdef Array* target = NULL
    if dtype is not None:
        code = <Dtype>dtype_code(dtype)
        wanted = &code
    if out is not None:
        target = array_of(output_array(out))
    cdef Array result = scan(<Scan>kind, unwrap(array), axis, wanted, include_initial, target)
    return wrap_on(array, move(result)) if out is None else out
