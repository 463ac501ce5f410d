"""Printing of arrays with NumPy's formatting; of a large one only what is shown leaves the device."""

from __future__ import annotations

import contextlib
import itertools
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._usmarray import numpy_of, usm_ndarray

_options: dict[str, Any] = {
    "linewidth": 75,
    "edgeitems": 3,
    "threshold": 1000,
    "precision": 8,
    "floatmode": "maxprec",
    "suppress": False,
    "nanstr": "nan",
    "infstr": "inf",
    "sign": "-",
}
_CHOICES = {"floatmode": ("fixed", "unique", "maxprec", "maxprec_equal"), "sign": ("-", "+", " ")}


def _checked(**given: Any) -> dict[str, Any]:
    """The options that were given, of the right type."""
    options = {name: value for name, value in given.items() if value is not None}
    for name, value in options.items():
        if name in _CHOICES and value not in _CHOICES[name]:
            raise ValueError(
                f"`{name}` options are {', '.join(map(repr, _CHOICES[name]))}, got {value!r}"
            )
        if name in ("nanstr", "infstr") and not isinstance(value, str):
            raise TypeError(f"`{name}` must be a string, got {type(value)}")
        if name in ("linewidth", "edgeitems", "precision", "threshold"):
            try:
                options[name] = operator.index(value)
            except TypeError:
                raise TypeError(f"`{name}` must be an integer, got {value!r}") from None
    return options


def set_print_options(
    linewidth: int | None = None,
    edgeitems: int | None = None,
    threshold: int | None = None,
    precision: int | None = None,
    floatmode: str | None = None,
    suppress: bool | None = None,
    nanstr: str | None = None,
    infstr: str | None = None,
    sign: str | None = None,
    numpy: bool = False,
) -> None:
    """Sets how arrays are printed; ``numpy=True`` takes NumPy's options first.

    Args:
        linewidth: characters in a line.
        edgeitems: elements shown at each end of a shortened axis.
        threshold: number of elements above which an array is shortened.
        precision: digits after the point.
        floatmode ("fixed", "unique", "maxprec", "maxprec_equal"): as in NumPy.
        suppress: never use scientific notation.
        nanstr, infstr: what NaN and infinity are printed as.
        sign ("-", "+", " "): what stands before positive numbers.
    """
    base = {name: np.get_printoptions()[name] for name in _options} if numpy else {}
    base.update(
        _checked(
            linewidth=linewidth,
            edgeitems=edgeitems,
            threshold=threshold,
            precision=precision,
            floatmode=floatmode,
            suppress=suppress,
            nanstr=nanstr,
            infstr=infstr,
            sign=sign,
        )
    )
    _options.update(base)


def get_print_options() -> dict[str, Any]:
    """How arrays are printed now."""
    return _options.copy()


@contextlib.contextmanager
def print_options(*args: Any, **kwargs: Any) -> Iterator[dict[str, Any]]:
    """Sets options as :func:`set_print_options` does, and puts the old ones back at the end of the block."""
    before = get_print_options()
    try:
        set_print_options(*args, **kwargs)
        yield get_print_options()
    finally:
        _options.update(before)


def _shortened(x: usm_ndarray, edge: int) -> np.ndarray:
    """The corners that NumPy shows of an array, with one more element where it leaves some out."""
    kept = [n if n <= 2 * edge else 2 * edge + 1 for n in x.shape]
    corners = np.empty(kept, dtype=x.dtype)
    blocks = []
    for n in x.shape:
        if n <= 2 * edge:
            blocks.append([(slice(None), slice(None))])
        else:
            blocks.append(
                [
                    (slice(None, edge + 1), slice(None, edge + 1)),
                    (slice(n - edge, None), slice(edge + 1, None)),
                ]
            )
    for block in itertools.product(*blocks):
        corners[tuple(to for _, to in block)] = numpy_of(x[tuple(source for source, _ in block)])
    return corners


def _host_copy(x: usm_ndarray, options: dict[str, Any]) -> np.ndarray:
    if x.size > options["threshold"]:
        shown = _shortened(x, options["edgeitems"])
        options["threshold"] = 0
        return shown
    return numpy_of(x)


def _checked_array(x: Any) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")


def _format(host: np.ndarray, options: dict[str, Any], **layout: Any) -> str:
    linewidth = options.pop("linewidth")
    edgeitems = options.pop("edgeitems")
    with np.printoptions(
        **{name: options[name] for name in ("nanstr", "infstr")}, edgeitems=edgeitems
    ):
        return np.array2string(
            host,
            max_line_width=linewidth,
            precision=options["precision"],
            suppress_small=options["suppress"],
            threshold=options["threshold"],
            floatmode=options["floatmode"],
            sign=options["sign"],
            **layout,
        )


def usm_ndarray_str(
    x: usm_ndarray,
    line_width: int | None = None,
    edge_items: int | None = None,
    threshold: int | None = None,
    precision: int | None = None,
    floatmode: str | None = None,
    suppress: bool | None = None,
    sign: str | None = None,
    numpy: bool = False,
    separator: str = " ",
    prefix: str = "",
    suffix: str = "",
) -> str:
    """The elements as text. Waits for those that are shown."""
    _checked_array(x)
    options = get_print_options()
    if numpy:
        options.update({name: np.get_printoptions()[name] for name in options})
    options.update(
        _checked(
            linewidth=line_width,
            edgeitems=edge_items,
            threshold=threshold,
            precision=precision,
            floatmode=floatmode,
            suppress=suppress,
            sign=sign,
        )
    )
    host = _host_copy(x, options)
    return _format(host, options, separator=separator, prefix=prefix, suffix=suffix)


def usm_ndarray_repr(
    x: usm_ndarray,
    line_width: int | None = None,
    precision: int | None = None,
    suppress: bool | None = None,
    prefix: str = "usm_ndarray",
) -> str:
    """The array as an expression, with dtype and shape where the elements do not show them."""
    _checked_array(x)
    options = get_print_options()
    options.update(_checked(linewidth=line_width, precision=precision, suppress=suppress))
    notes = []
    if (x.size == 0 and x.shape != (0,)) or x.size > options["threshold"]:
        notes.append(f"shape={x.shape}")
    if x.dtype.name not in ("bool", "int64", "float64", "complex128") or x.size == 0:
        notes.append(f"dtype={x.dtype.name}")
    width = options["linewidth"]
    head = prefix + "("
    body = (
        "[]"
        if x.size == 0
        else _format(_host_copy(x, options), options, separator=", ", prefix=head, suffix=")")
    )
    text = head + body
    for i, note in enumerate(notes):
        end = ")" if i == len(notes) - 1 else ","
        used = len(text) - (text.rfind("\n") + 1)
        fits = used + len(", ") + len(note + end) <= width
        text += ("," + (" " if fits else "\n" + " " * len(head))) + note
    return text + ")"


def formatted(x: usm_ndarray, spec: str) -> str:
    """What ``format`` gives: only one element without dimensions takes a specification."""
    if not spec:
        return str(x)
    if x.ndim != 0:
        raise TypeError(
            f"an array of shape {x.shape} takes no format {spec!r}: format its elements"
        )
    return format(numpy_of(x).item(), spec)
