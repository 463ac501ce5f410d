"""Writes the .pyi stub of the elementwise functions from the rows of the ops table; run by the build."""

import re
import sys
from pathlib import Path

_ROW = re.compile(r'^WEFT_OP\((?P<name>\w+), (?P<arity>\d), .*, "(?P<doc>.*)"\)$', re.MULTILINE)
_HEAD = '''"""The elementwise functions."""

from ._usmarray import BinaryElementwiseFunc, UnaryElementwiseFunc
'''


def stub(table: str) -> str:
    """The stub for a table's text."""
    rows = list(_ROW.finditer(table))
    lines = [_HEAD, f"__all__ = {[row['name'] for row in rows]!r}\n"]
    for row in rows:
        kind = "UnaryElementwiseFunc" if row["arity"] == "1" else "BinaryElementwiseFunc"
        lines.append(f'{row["name"]}: {kind}\n"""{row["doc"]}"""')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(stub(Path(sys.argv[1]).read_text()))
