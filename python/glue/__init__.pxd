# cython: language_level=3
"""Declarations of what Weft's arrays are to Cython modules of this repository."""
