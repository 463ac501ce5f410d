# distutils: language = c++
# cython: language_level=3
"""Says what went wrong inside the C API, for the length of a block."""

import os
from contextlib import contextmanager

from ._backend cimport DPCTLService_InitLogger, DPCTLService_ShutdownLogger

from libcpp.string cimport string
from libcpp.vector cimport vector

_VARIABLE = "DPCTL_VERBOSITY"


cdef extern from "_errors.hpp" namespace "weft::python":
    void raise_error()


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    vector[string] discovery_remarks() except +raise_error


def _discovery_remarks():
    """Why devices that one may expect are not there, a sentence each."""
    return [remark.decode() for remark in discovery_remarks()]


cdef _init_logger(log_dir):
    if log_dir is None:
        DPCTLService_InitLogger("dpctl", NULL)
        return
    if not os.path.isdir(log_dir):
        raise ValueError(f"log_dir={log_dir} is not a folder")
    folder = os.fsencode(log_dir)
    DPCTLService_InitLogger("dpctl", <const char *>folder)


@contextmanager
def syclinterface_diagnostics(verbosity="warning", log_dir=None):
    """Prints errors of the C API to stderr, and writes them to ``<log_dir>/dpctl.log`` if a folder is given.

    Args:
        verbosity: ``"warning"``, ``"error"`` or ``"none"``
        log_dir: an existing folder, or ``None``

    Example:
        >>> with syclinterface_diagnostics():
        ...     dpctl.SyclQueue("gpu:7")
    """
    if not isinstance(verbosity, str):
        raise TypeError(f"verbosity must be a str, got {type(verbosity)}")
    if verbosity not in ("warning", "error", "none"):
        raise ValueError(f"verbosity must be 'warning', 'error' or 'none', got {verbosity!r}")
    _init_logger(log_dir)
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = verbosity
    try:
        yield
    finally:
        DPCTLService_ShutdownLogger()
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
