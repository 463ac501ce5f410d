"""The type of kernels."""

from ._types import KernelDispatcherType

__all__ = ["KernelDispatcherType"]
