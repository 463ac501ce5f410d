# cython: language_level=3
"""For ``cimport dpctl.tensor``."""

from dpctl.tensor._usmarray cimport *
