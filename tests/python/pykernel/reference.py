"""Runs a kernel in pure Python and compiled, and compares what both leave in memory."""

import sys
from contextlib import redirect_stdout

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
from numba_dpex import kernel_api as kapi


def results(function, space, *arguments, device="cpu", said=(None, None)):
    """Arrays among the arguments (NumPy's) after the kernel ran in pure Python, and after it ran on a device.

    `said`: where what each prints goes.
    """
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    with np.errstate(all="ignore"), redirect_stdout(said[0] or sys.stdout):
        kapi.call_kernel(function, space, *expected)
    given = [dpt.asarray(a, device=device) if isinstance(a, np.ndarray) else a for a in arguments]
    with redirect_stdout(said[1] or sys.stdout):
        dpex.call_kernel(dpex.kernel(function), space, *given)
    pairs = zip(expected, given, strict=True)
    return [(e, dpt.asnumpy(g)) for e, g in pairs if isinstance(e, np.ndarray)]


def assert_same(function, space, *arguments, device="cpu", rtol=0.0):
    """Both leave the same values; `rtol` where functions round differently."""
    for expected, found in results(function, space, *arguments, device=device):
        if rtol:
            np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)
        else:
            np.testing.assert_array_equal(found, expected)
