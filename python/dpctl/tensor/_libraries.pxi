# Libraries of a device's vendor and of the host: what the pure Python modules of linear algebra and Fourier transforms forward to.

cdef extern from "runtime/device_libraries.hpp" namespace "weft::runtime" nogil:
    cdef enum class Factoring(uint8_t):
        lu, lu_solve, cholesky, qr, qr_columns, eigen, singular


cdef extern from "array/algorithms/factorize.hpp" namespace "weft::array" nogil:
    cbool factorizes(const Array&) except +raise_python_error
    cbool factorizes_lu(const Array&) except +raise_python_error


cdef extern from "array/algorithms/transform.hpp" namespace "weft::array" nogil:
    cbool transforms(const Array&) except +raise_python_error
    void transform(const Array&, const Array&, int, cbool) except +raise_python_error


cdef extern from "glue/bind.hpp" namespace "weft::python":
    vector[int] factorize(Factoring, char, const Array&, const Array*, const Array*, const Array*,
                          const Array*) except +raise_python_error


_FACTORINGS = ("lu", "lu_solve", "cholesky", "qr", "qr_columns", "eigen", "singular")


def has_factorizations(x):
    """Whether a library of the array's device factorizes matrices of its dtype."""
    return factorizes(unwrap(array_argument(x)))


def has_lu(x):
    """Whether factorize_arrays does "lu" and "lu_solve" of the array's dtype, by a library of its device or of the host."""
    return factorizes_lu(unwrap(array_argument(x)))


def factorize_arrays(str kind, str option, a, b=None, pivots=None, u=None, v=None):
    """One call of that library for each matrix of dense stacks, in place (src/runtime/device_libraries.hpp); what LAPACK calls info, for each."""
    cdef Array* others[4]
    cdef int i = 0
    for x in (b, pivots, u, v):
        others[i] = NULL
        if x is not None:
            others[i] = array_of(array_argument(x))
        i += 1
    return factorize(<Factoring><int>_FACTORINGS.index(kind), <char>ord(option), unwrap(array_argument(a)), others[0],
                     others[1], others[2], others[3])


def has_transforms(x):
    """Whether a library of the array's device makes Fourier transforms."""
    return transforms(unwrap(array_argument(x)))


def transform_array(source, target, int rank, bint inverse):
    """Of the last axes, dense arrays both, without scaling; to real elements it destroys the source."""
    transform(unwrap(array_argument(source)), unwrap(array_argument(target)), rank, inverse)


cdef cbool are_matrices(x, cbool square):
    if not isinstance(x, usm_ndarray):
        return False
    cdef Array* array = array_of(<usm_ndarray>x)
    cdef int last = array.ndim() - 1
    if last < 1 or not Dtype.f16 <= array.dtype() <= Dtype.c128:
        return False
    return not square or array.shape().data()[last] == array.shape().data()[last - 1]


cdef cbool are_floats(x, cbool or_complex):
    if not isinstance(x, usm_ndarray):
        return False
    return Dtype.f16 <= array_of(<usm_ndarray>x).dtype() <= (Dtype.c128 if or_complex else Dtype.f64)


def holds_matrices(x, cbool square):
    """Whether x is an array of matrices of real or complex floating-point elements, square ones if that is asked for."""
    return are_matrices(x, square)


def holds_floats(x, cbool or_complex):
    """Whether x is an array of real floating-point elements, or of complex ones if these will do."""
    return are_floats(x, or_complex)


FEW = 4096  # elements, copied in less time than they are shared
cdef size_t _few = FEW


cdef object few_values(x):
    """A copy of few values; None for many, and where WEFT_EXPLAIN asks who computes."""
    return numpy_of(x) if array_of(<usm_ndarray>x).size() <= _few and not is_explaining() else None


def few_transformed(function, x, cbool or_complex, extent, along, norm):
    """What NumPy's function makes of few elements as :func:`holds_floats` says; None where there is more to look at."""
    if not are_floats(x, or_complex) or transforms(unwrap(<usm_ndarray>x)):
        return None
    host = few_values(x)
    return None if host is None else array_beside(function(host, extent, along, norm), x)


cpdef few_matrices(x, cbool square):
    """A copy of what :func:`holds_matrices` says where the host shall factorize it; None where there is more to look at."""
    return few_values(x) if are_matrices(x, square) and not factorizes(unwrap(<usm_ndarray>x)) else None


def few_equations(x, y):
    """Copies of few square matrices and of their right-hand sides, of one dtype and queue; None where there is more to look at."""
    if not isinstance(x, usm_ndarray) or not isinstance(y, usm_ndarray) or not on_one_queue(<usm_ndarray>x, <usm_ndarray>y):
        return None
    cdef Array* right = array_of(<usm_ndarray>y)
    if right.ndim() == 0 or right.dtype() != array_of(<usm_ndarray>x).dtype():
        return None
    matrices, values = few_matrices(x, True), few_values(y)
    return None if matrices is None or values is None else (matrices, values)
