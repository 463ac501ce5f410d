"""What random programs are made of: calls as people write them, with holes that a program fills, and the words for some of these.

Holes: {a} an array, {b} something that broadcasts with it, {c} one of its shape, {n} a number, {ax} and {other} axes, {axes} some of them,
{dtype} and {order} names, {k} a small integer, {mask} truth values of its shape, {index} an index of it, {places} integers along {ax}, {all}
in its flattened elements, {words} keywords of a reduction, {w} an array to change.
"""

from pathlib import Path


def _sections() -> dict[str, list[str]]:
    """The lines of dpnp_statements.txt below each heading."""
    found: dict[str, list[str]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text().splitlines():
        if line.startswith("# "):
            found[line[2:]] = []
        elif line:
            found[list(found)[-1]].append(line)
    return found


SECTIONS = _sections()


def words(heading: str) -> list[str]:
    """The words below a heading."""
    return " ".join(SECTIONS[f"words: {heading}"]).split()
