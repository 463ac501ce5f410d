"""The dtype objects of the Array API: NumPy's."""

from __future__ import annotations

from numpy import dtype

bool = dtype("bool")
int8 = dtype("int8")
uint8 = dtype("uint8")
int16 = dtype("int16")
uint16 = dtype("uint16")
int32 = dtype("int32")
uint32 = dtype("uint32")
int64 = dtype("int64")
uint64 = dtype("uint64")
float16 = dtype("float16")
float32 = dtype("float32")
float64 = dtype("float64")
complex64 = dtype("complex64")
complex128 = dtype("complex128")


__all__ = [
    "dtype",
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
