"""What programs name types by."""

import numpy as np


def plain_dtype(given):
    """NumPy's dtype for a type of numba_dpex's or Numba's; anything else as it is."""
    if type(given).__module__ == "numba.core.types.scalars":
        return np.dtype(given.name)
    return getattr(given, "_numpy_dtype", given)
