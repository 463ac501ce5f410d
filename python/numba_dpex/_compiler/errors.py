"""What is wrong with a kernel, with file, line and the expression underlined."""


class CompilationError(Exception):
    """A kernel cannot be compiled."""


class TypingError(CompilationError):
    """An expression has operands of types that it is not defined for."""


class UnassignedError(CompilationError, UnboundLocalError):
    """A variable is read that may have no value."""


class NeedsGroups(TypingError):
    """A kernel over a Range has something of groups."""


class UnsupportedError(CompilationError):
    """Something of Python that kernels cannot have."""


def located(message: str, source, node) -> str:
    """`message` with the place of a syntax tree's node."""
    line = getattr(node, "lineno", None)
    if source is None or line is None:
        return message
    text = source.lines[line - 1]
    begin, end = (_characters(text, n) for n in (node.col_offset, node.end_col_offset))
    if node.end_lineno != line:
        end = len(text.rstrip())
    return (
        f"{source.file}:{source.first_line + line - 1}: in {source.name}: {message}\n"
        f"    {text.rstrip()}\n    {' ' * begin}{'~' * max(1, end - begin)}"
    )


def _characters(text: str, offset: int) -> int:
    """Python's trees count bytes."""
    return len(text.encode()[:offset].decode(errors="ignore"))
