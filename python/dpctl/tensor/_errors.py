"""Exceptions of dpctl.tensor that Python has no class for."""


class UnsupportedTypeError(TypeError, ValueError):
    """No loop computes on these dtypes or types.

    NumPy raises TypeError for it and dpctl ValueError: programs written for either catch this.
    """
