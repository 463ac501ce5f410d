"""einsum: sums of products by subscripts, as a sequence of products of two arrays."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, NamedTuple

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import cast, operands_of, stored, wrapped

__all__ = ["einsum", "einsum_path"]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def einsum(*operands, out=None, dtype=None, order="K", casting="same_kind", optimize=False):
    """The sums of products that subscripts ask for.

    Args:
        operands: a string such as "ij,jk->ik" and arrays, or arrays each followed by a list of integers, and one of the result.
            Numbers may stand for arrays, but not for all; they have dtypes of their own, as in NumPy.
        out (ndarray, optional): array to write to.
        dtype (optional): to compute in. Where nothing is added up or multiplied, the result is a view of the array whatever this says, as
            in NumPy.
        order ("C", "F", "A", "K"): layout of the result.
        optimize (bool, str, list): in which order products are taken, as of NumPy's; that of least work in any case.

    Raises:
        ValueError: for subscripts that do not fit the arrays.
    """
    inputs, result, arrays = _parsed(operands)
    sizes = _sizes(inputs, tuple([x.shape for x in arrays]))
    if len(arrays) == 1 and out is None and set(inputs[0]) == set(result):
        return wrapped(_contracted([(inputs[0], arrays[0])], result, sizes, optimize))
    wanted = dpt.result_type(*arrays) if dtype is None else np.dtype(dtype)
    for x in arrays:
        if x.dtype == wanted:
            continue
        if not np.can_cast(x.dtype, wanted, casting):
            raise TypeError(
                f"Cannot cast array data from {x.dtype} to {wanted} according to the casting rule '{casting}'."
            )
    terms = [
        (letters, x if x.dtype == wanted else cast(x, wanted))
        for letters, x in zip(inputs, arrays, strict=True)
    ]
    made = _contracted(terms, result, sizes, optimize)
    if order not in ("K", "k", None) and out is None:
        order = order.upper()
        if order == "A":
            order = "F" if all(x.flags.fnc for x in arrays) else "C"
        made = _usmarray.astype_array(made, made.dtype, order, False)
    return stored(made, out, casting)


def einsum_path(*operands, optimize="greedy") -> tuple[list[Any], str]:
    """The order of products that :func:`einsum` takes, and a printable summary of it, as NumPy's."""
    return np.einsum_path(*(_stand_in(x) for x in operands), optimize=optimize)


def _stand_in(x: Any) -> Any:
    """An array of NumPy's with the shape, which takes no memory."""
    return np.broadcast_to(np.empty((), x.dtype), x.shape) if isinstance(x, usm_ndarray) else x


def _parsed(operands: tuple[Any, ...]) -> tuple[tuple[str, ...], str, list[usm_ndarray]]:
    """Letters of each input and of the result, without ellipses, and the arrays."""
    if not operands:
        raise ValueError("No input operands")
    if isinstance(operands[0], str):
        text, arrays = operands[0].replace(" ", ""), list(operands[1:])
    else:
        text, arrays = _from_lists(operands)
    if not arrays:
        raise ValueError("einsum: subscripts and at least one operand must be given")
    arrays = list(operands_of("einsum", *arrays, weak=False))
    inputs, result = _letters(text, tuple([x.ndim for x in arrays]))
    return inputs, result, arrays


@functools.lru_cache
def _letters(text: str, ndims: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
    """Letters of each input and of the result, without ellipses, for arrays of so many axes."""
    if any(c not in _LETTERS + ",.->" for c in text):
        raise ValueError("einstein sum subscripts string contains an invalid character")
    inputs_text, arrow, result = text.partition("->")
    inputs = inputs_text.split(",")
    if len(inputs) != len(ndims):
        raise ValueError(
            "more operands provided to einstein sum function than specified in the subscripts string"
            if len(ndims) > len(inputs)
            else "fewer operands provided to einstein sum function than specified in the subscripts string"
        )
    if "-" in result or ">" in result or "-" in inputs_text or ">" in inputs_text:
        raise ValueError(
            "einstein sum subscript string does not contain proper '->' output specified"
        )
    if not arrow:
        result = _implicit(inputs)
    inputs, result = _without_ellipses(inputs, result, ndims)
    for letter in result:
        if letter not in "".join(inputs):
            raise ValueError(
                f"einstein sum subscripts string included output subscript '{letter}' which never appeared in an input"
            )
    if len(set(result)) != len(result):
        raise ValueError("einstein sum subscripts string includes output subscript multiple times")
    return tuple(inputs), result


def _from_lists(operands: tuple[Any, ...]) -> tuple[str, list[Any]]:
    arrays, lists = list(operands[0 : len(operands) // 2 * 2 : 2]), list(operands[1::2])
    result = operands[-1] if len(operands) % 2 else None

    def letters(part: Any) -> str:
        made = ""
        for item in part:
            if item is Ellipsis:
                made += "..."
                continue
            try:
                place = operator.index(item)
            except TypeError:
                raise TypeError(
                    f"each subscript must be either an integer or an ellipsis, got {item!r}"
                ) from None
            if not 0 <= place < len(_LETTERS):
                raise ValueError(f"subscript is not within the valid range [0, {len(_LETTERS)})")
            made += _LETTERS[place]
        return made

    if not lists:
        raise ValueError("must provide at least an operand and a subscripts list to einsum")
    lists = [
        dpt.asnumpy(part).tolist() if isinstance(part, usm_ndarray) else part for part in lists
    ]
    text = ",".join(letters(part) for part in lists)
    return (text if result is None else f"{text}->{letters(result)}"), arrays


def _implicit(inputs: list[str]) -> str:
    """The result's letters where none are given: those that occur once, in order."""
    joined = "".join(inputs).replace(".", "")
    once = "".join(sorted(c for c in set(joined) if joined.count(c) == 1))
    return ("..." if any("." in part for part in inputs) else "") + once


def _without_ellipses(
    inputs: list[str], result: str, ndims: tuple[int, ...]
) -> tuple[list[str], str]:
    free = [c for c in _LETTERS if c not in "".join(inputs) + result]
    depth = 0
    for part, ndim in zip(inputs, ndims, strict=True):
        if "." in part:
            if part.count("...") != 1 or part.count(".") != 3:
                raise ValueError(
                    "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')"
                )
            depth = max(depth, ndim - len(part) + 3)
            if ndim < len(part) - 3:
                raise ValueError(
                    "einstein sum subscripts string contains too many subscripts for an operand"
                )
        elif len(part) != ndim:
            raise ValueError(
                f"operand has {'more' if ndim > len(part) else 'fewer'} dimensions than subscripts given in einstein sum"
            )
    spread = "".join(free[:depth])
    made = []
    for part, ndim in zip(inputs, ndims, strict=True):
        own = ndim - len(part) + 3 if "." in part else 0
        made.append(part.replace("...", spread[depth - own :] if own else ""))
    if "." in result and (result.count("...") != 1 or result.count(".") != 3):
        raise ValueError(
            "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')"
        )
    if spread and "." not in result:
        raise ValueError("output has no ellipsis although inputs broadcast dimensions")
    return made, result.replace("...", spread)


@functools.lru_cache
def _sizes(inputs: tuple[str, ...], shapes: tuple[tuple[int, ...], ...]) -> dict[str, int]:
    """The extent of each letter. One of 1 broadcasts between inputs, but not along a diagonal."""
    sizes: dict[str, int] = {}
    for letters, shape in zip(inputs, shapes, strict=True):
        own: dict[str, int] = {}
        for letter, extent in zip(letters, shape, strict=True):
            if own.setdefault(letter, extent) != extent:
                raise ValueError(
                    f"axes of one operand do not fit: '{letter}' is {own[letter]} and {extent}"
                )
            known = sizes.get(letter, 1)
            if 1 not in (known, extent) and known != extent:
                raise ValueError(
                    f"operands could not be broadcast together: '{letter}' is {known} and {extent}"
                )
            sizes[letter] = extent if known == 1 else known
    return sizes


def _contracted(
    terms: list[tuple[str, Any]], result: str, sizes: dict[str, int], optimize: Any
) -> Any:
    terms = [_diagonal(letters, x) for letters, x in terms]
    while len(terms) > 1:
        i, j = (0, 1) if len(terms) == 2 else _next_pair(terms, result, sizes)
        second, first = terms.pop(j), terms.pop(i)
        kept = frozenset(result).union(*(letters for letters, _ in terms))
        terms.append(_product(first, second, kept))
    letters, x = terms[0]
    gone = tuple(i for i, c in enumerate(letters) if c not in result)
    if gone:
        x = dpt.sum(x, axis=gone, dtype=x.dtype)
        letters = "".join(c for c in letters if c in result)
    return _spread(_laid(x, letters, result), tuple([sizes[c] for c in result]))


def _diagonal(letters: str, x: Any) -> tuple[str, Any]:
    """Axes of one letter as one, which runs along their diagonal."""
    if len(set(letters)) == len(letters):
        return letters, x
    for letter in dict.fromkeys(letters):
        axes = [i for i, c in enumerate(letters) if c == letter]
        if len(axes) > 1:
            step = sum(x.strides[i] for i in axes)
            rest = [i for i in range(x.ndim) if i not in axes[1:]]
            shape = [x.shape[i] for i in rest]
            strides = [step if i == axes[0] else x.strides[i] for i in rest]
            x = _usmarray.layout_view(x, shape, strides, x._element_offset)
            letters = "".join(letters[i] for i in rest)
    return letters, x


def _next_pair(terms: list[tuple[str, Any]], result: str, sizes: dict[str, int]) -> tuple[int, int]:
    """The pair whose product, and then whose work, is smallest."""

    def cost(i: int, j: int) -> tuple[int, int]:
        both = set(terms[i][0]) | set(terms[j][0])
        kept = set(result).union(
            *(letters for k, (letters, _) in enumerate(terms) if k not in (i, j))
        )
        return math.prod(sizes[c] for c in both & kept), math.prod(sizes[c] for c in both)

    n = len(terms)
    return min(((i, j) for i in range(n) for j in range(i + 1, n)), key=lambda pair: cost(*pair))


class _Split(NamedTuple):
    """What two terms' letters are in their product: of both and kept (batch), of one, or summed over (inner)."""

    # Axes of each that only it has, and that go at once.
    summed: tuple[tuple[int, ...], tuple[int, ...]]
    # Of the other axes: batch, left, inner; batch, inner, right.
    orders: tuple[list[int] | None, list[int] | None]
    batch: int
    left: int
    inner: int
    right: int
    # Of the product.
    letters: str


@functools.lru_cache
def _split(first: str, second: str, kept: frozenset[str]) -> _Split:
    ours, theirs = (
        [c for c in mine if c in other or c in kept]
        for mine, other in ((first, second), (second, first))
    )
    summed = tuple(
        tuple(i for i, c in enumerate(all_) if c not in rest)
        for all_, rest in ((first, ours), (second, theirs))
    )
    shared = [c for c in ours if c in theirs]
    batch, inner = [c for c in shared if c in kept], [c for c in shared if c not in kept]
    left, right = [c for c in ours if c not in theirs], [c for c in theirs if c not in ours]
    orders = tuple(
        None if mine == order else [mine.index(c) for c in order]
        for mine, order in ((ours, batch + left + inner), (theirs, batch + inner + right))
    )
    letters = "".join(batch + left + right)
    return _Split(summed, orders, len(batch), len(left), len(inner), len(right), letters)


def _product(
    first: tuple[str, Any], second: tuple[str, Any], kept: frozenset[str]
) -> tuple[str, Any]:
    """One product: of matrices, where letters are summed over, else of elements."""
    split = _split(first[0], second[0], kept)
    x, y = (
        _ordered(dpt.sum(x, axis=gone, dtype=x.dtype) if gone else x, order)
        for (_, x), gone, order in zip((first, second), split.summed, split.orders, strict=True)
    )
    if not split.inner:
        return split.letters, dpt.multiply(*_side_by_side(x, y, split))
    if x.dtype.kind == "b":
        return split.letters, _any_pair(x, y, split)
    plain = split.batch == 0 and split.inner == 1 and split.left < 2 and split.right < 2
    if plain and x.shape[-1] == y.shape[0]:
        return split.letters, dpt.matmul(x, y)
    return split.letters, _matrix_product(x, y, split)


def _side_by_side(x: Any, y: Any, split: _Split) -> tuple[Any, Any]:
    """Both with axes of 1 where only the other has some."""
    batch = (slice(None),) * split.batch
    return (
        x[(..., *(None,) * split.right)] if split.right else x,
        y[(*batch, *(None,) * split.left)] if split.left else y,
    )


def _any_pair(x: Any, y: Any, split: _Split) -> Any:
    """Of truth values: whether any pair of them holds."""
    x, y = _side_by_side(x, y, split)
    first = split.batch + split.left
    inner, last = tuple(range(first, first + split.inner)), tuple(range(-split.inner, 0))
    pairs = dpt.logical_and(dpt.moveaxis(x, inner, last), dpt.moveaxis(y, inner, last))
    return dpt.any(pairs, axis=last)


def _matrix_product(x: Any, y: Any, split: _Split) -> Any:
    """Axes of a kind as one."""
    b, k = split.batch, split.inner
    shape = _broadcast(x.shape[:b], y.shape[:b])
    depth = _broadcast(x.shape[x.ndim - k :], y.shape[b : b + k])
    x = _spread(x, (*shape, *x.shape[b : x.ndim - k], *depth))
    y = _spread(y, (*shape, *depth, *y.shape[b + k :]))
    rows, columns = x.shape[b : x.ndim - k], y.shape[b + k :]
    flat = dpt.matmul(
        _shaped(x, (*shape, math.prod(rows), math.prod(depth))),
        _shaped(y, (*shape, math.prod(depth), math.prod(columns))),
    )
    return _shaped(flat, (*shape, *rows, *columns))


def _broadcast(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n if m == 1 else m for m, n in zip(first, second, strict=True))


def _ordered(x: Any, axes: list[int] | None) -> Any:
    return x if axes is None else _usmarray.permuted_view(x, axes)


def _laid(x: Any, letters: str, order: str) -> Any:
    return _ordered(x, None if letters == order else [letters.index(c) for c in order])


def _shaped(x: Any, shape: tuple[int, ...]) -> Any:
    return x if x.shape == shape else dpt.reshape(x, shape)


def _spread(x: Any, shape: tuple[int, ...]) -> Any:
    return x if x.shape == shape else dpt.broadcast_to(x, shape)
