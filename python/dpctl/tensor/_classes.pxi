# Classes of arrays of other packages: what their results are made like, and how their functions promote.

cdef class _Family:
    cdef object pattern  # an array of the class that holds nothing
    cdef object promotion

    def __init__(self, cls, promotion):
        self.pattern = usm_ndarray.__new__(cls, _blank)
        self.promotion = promotion


cdef dict _families = {}
cdef bint _has_families = False  # most programs know one class only, and pay nothing for others
cdef object _last_class = None  # whose family was looked up last, and most often is again
cdef _Family _last_family = None


def register_class(cls, promotion=None):
    """Lets what is computed from arrays of a subclass of usm_ndarray be of that class; gives the class.

    The class has no fields in C of its own, and its ``__new__`` and ``__init__`` do not see results. What is computed from
    arrays of classes derived from it is of this class.

    Args:
        cls (type): the class.
        promotion: ``(name, dtypes)`` tells what the operands of an elementwise function are cast to before the function
            chooses among its loops: of each a dtype, or of a Python number its type where that is to stay weak. ``None``
            for the Array API's promotion.
    """
    if not issubclass(cls, usm_ndarray):
        raise TypeError(f"register_class: {cls!r} is not derived from usm_ndarray")
    global _has_families, _last_class
    _families[cls] = _Family(cls, promotion)
    _has_families, _last_class = True, None
    return cls


def blank_of(cls):
    """The array of a class that others are made like, which holds nothing."""
    return _pattern if cls is usm_ndarray else (<_Family>_families[cls]).pattern


def as_class(usm_ndarray x, cls):
    """The same elements as an array of another class."""
    cdef usm_ndarray made = wrap(blank_of(cls), unwrap(x))
    made.queue_ = x.queue_
    made.namespace_ = x.namespace_
    return made


cdef inline object pattern_of(usm_ndarray x):
    cdef _Family family = family_of(x)
    return _pattern if family is None else family.pattern


cdef inline _Family family_of(object x):
    """None for arrays of no other class, and for what is no array."""
    if not _has_families or type(x) is usm_ndarray or not isinstance(x, usm_ndarray):
        return None
    return _last_family if type(x) is _last_class else found_family(type(x))


cdef _Family found_family(cls):
    """That of the class, or of the nearest registered one which it is derived from."""
    global _last_class, _last_family
    _last_class, _last_family = cls, None
    for base in cls.__mro__:
        if base in _families:
            _last_family = _families[base]
            break
    return _last_family


cdef list promoted_by(_Family family, str name, object operands):
    """The operands, those cast that the class wants in another dtype than the Array API."""
    given = tuple([x.dtype if isinstance(x, usm_ndarray) else type(x) for x in operands])
    wanted = family.promotion(name, given)
    like = next(x for x in operands if isinstance(x, usm_ndarray))
    return [x if have is want else cast_beside(x, want, like) for x, have, want in zip(operands, given, wanted)]


cdef object cast_beside(object x, object dtype, usm_ndarray like):
    if isinstance(x, usm_ndarray):
        return wrap_on(<usm_ndarray>x, astype(unwrap(<usm_ndarray>x), <Dtype>dtype_code(dtype), b"K", False))
    return full_array((), x, dtype, "C", like.usm_type, like.get_sycl_queue())


cdef object in_family(_Family family, object result):
    """The result as an array of the class; NotImplemented as it is."""
    if not isinstance(result, usm_ndarray) or type(result) is type(family.pattern):
        return result
    return as_class(<usm_ndarray>result, type(family.pattern))


cdef object operator_of(_Family family, Op op, object x1, object x2):
    if family.promotion is not None:
        x1, x2 = promoted_by(family, text(info_of_op(op).name), (x1, x2))
    return in_family(family, operator_on_arrays(op, x1, x2))


cdef usm_ndarray unary_operator(Op op, usm_ndarray x):
    cdef _Family family = family_of(x)
    if family is not None and family.promotion is not None:
        (x,) = promoted_by(family, text(info_of_op(op).name), (x,))
    return wrap_on(x, unary(op, unwrap(x)))
