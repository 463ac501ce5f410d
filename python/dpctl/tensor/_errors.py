"""Exceptions of dpctl.tensor that Python has no class for."""


class UnsupportedTypeError(TypeError, ValueError):
    """No loop computes on these dtypes or types.

    NumPy raises TypeError for it and dpctl ValueError: programs written for either catch this.
    """


class NotOneElementError(TypeError, ValueError):
    """An array of several elements, or of none, is no number.

    Programs that ask whether a value is a number catch TypeError, as NumPy's arrays raise it; dpctl raises ValueError.
    """


class NotAnIndexError(IndexError, TypeError):
    """An array is no integer.

    Programs that ask whether a value is one catch TypeError, as Python's own protocol has it; dpctl raises IndexError.
    """
