"""``python -m dpctl``: what platforms there are, and where a compiler finds headers, libraries and CMake packages."""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_INCLUDE = _HERE / "include"
_TENSOR_INCLUDE = _HERE / "tensor" / "libtensor" / "include"


def _list_platforms(verbosity: int) -> None:
    from dpctl import lsplatform

    lsplatform(verbosity)


_FLAGS = {
    "--includes": ("Include flags for dpctl headers.", f"-I {_INCLUDE}"),
    "--include-dir": ("Path to dpctl include directory.", str(_INCLUDE)),
    "--tensor-includes": ("Include flags for dpctl tensor headers.", f"-I {_TENSOR_INCLUDE}"),
    "--tensor-include-dir": ("Path to dpctl tensor include directory.", str(_TENSOR_INCLUDE)),
    "--cmakedir": ("CMake module directory, for -DDpctl_ROOT.", str(_HERE / "resources" / "cmake")),
    "--library": (
        "Linker flags for the DPCTLSyclInterface library.",
        f"-L {_HERE} -Wl,-rpath,{_HERE} -lDPCTLSyclInterface",
    ),
    "--library-dir": ("Path to the DPCTLSyclInterface library.", str(_HERE)),
}
_LISTS = {
    ("-f", "--full-list"): ("Full listing of platforms and devices.", 2),
    ("-l", "--long-list"): ("Listing of platforms with their properties.", 1),
    ("-s", "--summary"): ("Names of the platforms.", 0),
}


def _warn_of_ignored(flags: list[str]) -> None:
    if len(flags) == 1:
        warnings.warn(f"The option {flags[0]} is being ignored.", stacklevel=3)
    elif flags:
        warnings.warn(f"Options {', '.join(flags)} are being ignored.", stacklevel=3)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m dpctl", description=__doc__)
    for flag, (explanation, _) in _FLAGS.items():
        parser.add_argument(flag, action="append_const", dest="texts", const=flag, help=explanation)
    for flags, (explanation, _) in _LISTS.items():
        parser.add_argument(
            *flags, action="append_const", dest="lists", const=flags, help=explanation
        )
    parser.add_argument(
        "--doctor", action="store_true", help="Check devices, driver and cache, and say what to do."
    )
    arguments = parser.parse_args()
    texts, lists = arguments.texts or [], arguments.lists or []
    if arguments.doctor:
        from dpctl._doctor import examine

        return 1 if examine() else 0
    if lists:
        fullest = max(lists, key=lambda flags: _LISTS[flags][1])
        _warn_of_ignored([flags[1] for flags in lists if flags != fullest] + texts)
        _list_platforms(_LISTS[fullest][1])
    elif texts:
        for flag in texts:
            print(_FLAGS[flag][1])
    else:
        parser.print_help()
    return 0


if __name__ == "__main__":
    sys.exit(main())
