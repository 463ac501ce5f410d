"""Prints how large files and functions are, against STYLE.md's limits, and what a change adds."""

import argparse
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTROL = ("if", "for", "while", "switch", "}", "else", "do", "namespace")
SUFFIXES = {".cpp", ".hpp", ".h", ".py", ".pyx", ".pxd"}


def git(*args: str) -> str:
    return subprocess.run(
        ["git", *args], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def function_lengths(text: str) -> list[int]:
    """Lines of each C++ function whose opening brace ends a line and whose closing one stands in the same column."""
    lengths, start, indent = [], None, 0
    for number, line in enumerate(text.splitlines()):
        stripped = line.strip()
        if start is None:
            opens = stripped.endswith((") {", "const {", "noexcept {"))
            if opens and not stripped.startswith(CONTROL):
                start, indent = number, len(line) - len(line.lstrip())
        elif stripped.startswith("}") and len(line) - len(line.lstrip()) == indent:
            lengths.append(number - start - 1)
            start = None
    return lengths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--base", help="also print the lines that each folder gained since this revision"
    )
    base = parser.parse_args().base
    files = [ROOT / f for f in git("ls-files").split() if Path(f).suffix in SUFFIXES]
    sizes = {f.relative_to(ROOT): len(f.read_text().splitlines()) for f in files if f.exists()}
    functions = [
        n
        for f in files
        if f.suffix in {".cpp", ".hpp"} and f.exists()
        for n in function_lengths(f.read_text())
    ]
    print(
        f"{len(sizes)} files, {sum(sizes.values())} lines, median file {statistics.median(sizes.values()):.0f} lines"
    )
    if functions:
        long = sum(n > 45 for n in functions)
        print(
            f"{len(functions)} functions, median {statistics.median(functions):.0f} lines, {long} above 45 lines"
        )
    for path, lines in sorted(sizes.items(), key=lambda item: -item[1]):
        if lines > 600:
            print(f"above 600 lines: {path} ({lines})")
    if base:
        print(git("diff", "--stat=100", "--dirstat=lines,cumulative,5", base))


if __name__ == "__main__":
    main()
