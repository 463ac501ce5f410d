# cython: language_level=3
"""The classes of dpctl.memory, for cimport."""

from dpctl.memory._memory cimport *
