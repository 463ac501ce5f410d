"""Kernels and programs: the types that extensions pass around."""

from ._program import (
    SyclKernel,
    SyclProgram,
    SyclProgramCompilationError,
    create_program_from_source,
    create_program_from_spirv,
)

__all__ = [
    "create_program_from_source",
    "create_program_from_spirv",
    "SyclKernel",
    "SyclProgram",
    "SyclProgramCompilationError",
]
