# Operators: an array with an array, a Python scalar, or whatever becomes an array on its queue.

cdef object operator(Op op, object x1, object x2):
    cdef _Family family
    if _has_families:
        family = family_of(x1)
        if family is None:
            family = family_of(x2)
        if family is not None:
            return operator_of(family, op, x1, x2)
    return operator_on_arrays(op, x1, x2)


cdef object operator_on_arrays(Op op, object x1, object x2):
    cdef Scalar scalar
    if isinstance(x1, usm_ndarray):
        if isinstance(x2, usm_ndarray):
            return wrap_on(<usm_ndarray>x1, binary(op, unwrap(<usm_ndarray>x1), unwrap(<usm_ndarray>x2)))
        if to_scalar(x2, unwrap(<usm_ndarray>x1).dtype(), scalar, &op):
            return wrap_on(<usm_ndarray>x1, binary(op, unwrap(<usm_ndarray>x1), scalar))
        made = converted(x2, x1)
        if made is None:
            return not_an_operand(op, x1, x2)
        x2 = made
        return wrap_on(<usm_ndarray>x1, binary(op, unwrap(<usm_ndarray>x1), unwrap(<usm_ndarray>x2)))
    if to_scalar(x1, unwrap(<usm_ndarray>x2).dtype(), scalar, &op):
        return wrap_on(<usm_ndarray>x2, binary(op, scalar, unwrap(<usm_ndarray>x2)))
    made = converted(x1, x2)
    if made is None:
        return not_an_operand(op, x1, x2)
    return wrap_on(<usm_ndarray>x2, binary(op, unwrap(<usm_ndarray>made), unwrap(<usm_ndarray>x2)))


cdef object not_an_operand(Op op, object x1, object x2):
    """NotImplemented, which Python answers to; products with sequences it would take for repetitions of the sequence."""
    name = text(info_of_op(op).name)
    if name == "multiply" and isinstance(x2 if isinstance(x1, usm_ndarray) else x1, (list, tuple, str, bytes, bytearray)):
        raise unsupported_operands(name, x1, x2)
    return NotImplemented


cdef object inplace_operator(Op op, usm_ndarray x, object other):
    cdef Operand operand
    cdef Scalar scalar
    if isinstance(other, usm_ndarray):
        operand = Operand(unwrap(<usm_ndarray>other))
    elif to_scalar(other, unwrap(x).dtype(), scalar):
        operand = Operand(scalar)
    else:
        made = converted(other, x)
        if made is None:
            return NotImplemented
        operand = Operand(unwrap(<usm_ndarray>made))
    elementwise_inplace(op, unwrap(x), operand)
    return x


cdef usm_ndarray converted(object other, usm_ndarray like):
    """An array from a NumPy array or scalar, a buffer, or an object that shows USM; None for anything else."""
    if hasattr(other, "__sycl_usm_array_interface__"):
        from dpctl.tensor._ctors import asarray

        return asarray(other)
    if isinstance(other, (str, bytes, bytearray)) or not (PyObject_CheckBuffer(other) or isinstance(other, np.generic)):
        return None
    from dpctl.tensor._ctors import asarray

    return asarray(other, usm_type=like.usm_type, sycl_queue=like.get_sycl_queue())


cdef assign_to(usm_ndarray x, Array target, object value):
    """Stores what broadcasts to a view of ``x``."""
    cdef Scalar scalar
    cdef usm_ndarray source
    if isinstance(value, usm_ndarray):
        assign(target, Operand(unwrap(<usm_ndarray>value)))
    elif to_scalar(value, target.dtype(), scalar):
        assign(target, Operand(scalar))
    else:
        source = converted(value, x)
        if source is None:
            from dpctl.tensor._ctors import asarray

            source = asarray(value, usm_type=x.usm_type, sycl_queue=x.get_sycl_queue())
        assign(target, Operand(unwrap(source)))


cdef object only_item(usm_ndarray x):
    if unwrap(x).size() != 1:
        from dpctl.tensor._errors import NotOneElementError

        raise NotOneElementError(f"only arrays with one element can be converted to Python scalars, not shape {x.shape}")
    return item(unwrap(x))
