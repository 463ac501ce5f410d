# cython: language_level=3
"""The classes of dpctl.program, for cimport."""

from dpctl.program._program cimport SyclKernel, SyclProgram
