"""The NUMBA_DPEX_* environment variables, read when this is imported.

Programs read and set them; what they asked of Numba's compiler is WEFT_DUMP and WEFT_EXPLAIN here (docs/environment.md).
"""

import os


def _number(name: str, default: int) -> int:
    try:
        return int(os.environ.get(name, default))
    except ValueError:
        return default


SAVE_IR_FILES = _number("NUMBA_DPEX_SAVE_IR_FILES", 0)
OFFLOAD_DIAGNOSTICS = _number("NUMBA_DPEX_OFFLOAD_DIAGNOSTICS", 0)
DEBUG = _number("NUMBA_DPEX_DEBUG", 0)
DEBUGINFO_DEFAULT = _number("NUMBA_DPEX_DEBUGINFO", 0)
DUMP_KERNEL_LLVM = _number("NUMBA_DPEX_DUMP_KERNEL_LLVM", 0)
DUMP_KERNEL_LAUNCHER = _number("NUMBA_DPEX_DUMP_KERNEL_LAUNCHER", 0)
DEBUG_KERNEL_LAUNCHER = _number("NUMBA_DPEX_DEBUG_KERNEL_LAUNCHER", 0)
BUILD_KERNEL_OPTIONS = os.environ.get("NUMBA_DPEX_BUILD_KERNEL_OPTIONS", "")
TESTING_SKIP_NO_DEBUGGING = _number("NUMBA_DPEX_TESTING_SKIP_NO_DEBUGGING", 1)
TESTING_LOG_DEBUGGING = _number("NUMBA_DPEX_TESTING_LOG_DEBUGGING", DEBUG)
DPEX_OPT = _number("NUMBA_DPEX_OPT", 2)
INLINE_THRESHOLD = _number("NUMBA_DPEX_INLINE_THRESHOLD", 2)
