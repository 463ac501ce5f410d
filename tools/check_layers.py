"""Checks DESIGN.md's layers: a folder of src/ includes only what stands below it, and only codegen sees LLVM.

Backends are known to themselves alone; what all of them share for streams, runtime/streams/, to them alone, and it names no vendor.
"""

import re
import sys
from pathlib import Path

# From the top: each may include itself and whatever stands to its right.
ORDER = [
    "capi",
    "sycl",
    "array",
    "pykernel",
    "opencl",
    "fuse",
    "ops",
    "backends",
    "runtime",
    "codegen",
    "libdevice",
    "support",
]
STREAMS = "runtime/streams"
VENDORS = re.compile(
    r"cuda|nvidia|nvptx|opencl|level.?zero|\bhip\b|(?-i:\b(?:cu|CU|cl|hip|ze)[A-Z]\w*|\bCU[a-z]\w*)",
    re.IGNORECASE,
)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ROOT = Path(__file__).resolve().parent.parent


def violations(path: Path) -> list[str]:
    """What one file includes that its folder may not."""
    source = path.relative_to(ROOT / "src")
    folder = source.parts[0]
    found = []
    in_streams = source.is_relative_to(STREAMS)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if in_streams and (vendor := VENDORS.search(line)):
            found.append(
                f"src/{source}:{number}: {STREAMS}/ serves all backends and may not name {vendor[0]}"
            )
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, target = match.group(1) == '"', match.group(2)
        where = f"src/{source}:{number}"
        head = target.split("/")[0]
        if quoted and head in ORDER and ORDER.index(head) < ORDER.index(folder):
            found.append(f"{where}: {folder}/ stands below {head}/ and may not include {target}")
        if head in ("llvm", "llvm-c", "clang") and folder != "codegen":
            found.append(f"{where}: only codegen/ may include {target}")
        if target == "cuda.h" and "backends/cuda" not in str(source):
            found.append(f"{where}: only backends/cuda/ may include {target}")
        if head == "backends" and folder != "backends":
            found.append(f"{where}: backends register themselves; nobody else includes {target}")
        if target.startswith(STREAMS) and not in_streams and folder != "backends":
            found.append(f"{where}: only backends/ may include {target}")
        if head == "backends" and folder == "backends" and target.split("/")[1] != source.parts[1]:
            found.append(f"{where}: one backend may not include another: {target}")
    return found


def main() -> int:
    files = sorted(
        p for p in (ROOT / "src").rglob("*") if p.suffix in (".hpp", ".cpp", ".def", ".inc")
    )
    found = [line for path in files for line in violations(path)]
    print("\n".join(found) if found else f"layers: {len(files)} files, all in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
