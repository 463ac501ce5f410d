"""What dpctl's headers give to extensions in C and C++: cpp.txt lists headers, and expressions after the types they have.

The compiler compares: each line becomes a declaration, and its errors name the lines that are missing.
"""

import re
import subprocess
import sysconfig
from pathlib import Path

import dpctl
import pybind11

_HERE = Path(__file__).parent
_SITE = Path(dpctl.__file__).resolve().parents[1]
_FOLDERS = [
    Path(dpctl.get_include()),
    _SITE / "dpctl" / "tensor" / "libtensor" / "include",
    _SITE / "weft" / "include",
    Path(pybind11.get_include()),
    Path(sysconfig.get_path("include")),
]
_PRELUDE = """
namespace py = pybind11;
namespace td = dpctl::tensor::type_dispatch;
using dpctl::detail::dpctl_capi;
template <class F, class T> struct factory { F get(); };
template <class F, class T, class S> struct pair_factory { F get(); };
template <class T> using type = T;
template <class T> T value();
"""


def _program(lines, headers):
    text = [f'#include "{header}"' for header in headers] + [_PRELUDE]
    for number, line in enumerate(lines, 1):
        if " = " in line:
            kind, expression = line.split(" = ", 1)
            text.append(
                f'#line {number} "cpp.txt"\nvoid check{number}() {{ type<{kind}> x = {expression}; }}'
            )
    return "\n".join(text) + "\n"


def test_headers_and_declarations(tmp_path):
    lines = (_HERE / "cpp.txt").read_text().splitlines()
    absent = set((_HERE / "absent.txt").read_text().splitlines())
    headers = [line for line in lines if " = " not in line]
    present = [h for h in headers if any((folder / h).exists() for folder in _FOLDERS)]
    program = tmp_path / "names.cpp"
    program.write_text(_program(lines, present))
    command = [
        _SITE / "weft" / "bin" / "weft-clang++",
        "-std=c++17",
        "-fsyntax-only",
        "-w",
        "-ferror-limit=0",
    ]
    command += [f"-I{folder}" for folder in _FOLDERS] + [program]
    said = subprocess.run(command, capture_output=True, text=True).stderr
    wrong = {
        lines[int(n) - 1] for n in re.findall(r"^cpp\.txt:(\d+):\d+: error", said, re.MULTILINE)
    }
    missing = wrong | set(headers) - set(present)
    assert missing == absent & set(lines), said
    assert "error" not in re.sub(
        r"^cpp\.txt.*|^\d+ errors? generated.*", "", said, flags=re.MULTILINE
    ), said
