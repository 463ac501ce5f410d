from contextlib import AbstractContextManager
from os import PathLike

def syclinterface_diagnostics(
    verbosity: str = "warning", log_dir: str | PathLike[str] | None = None
) -> AbstractContextManager[None]: ...
