"""Derives the polynomial coefficients of src/libdevice/math: near-minimax fits at Chebyshev nodes, rounded one by one.

Usage: minimax.py [NAME...] prints the coefficients of those entries of FITS as C++ hexadecimal literals, lowest degree first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import mpmath as mp

mp.mp.prec = 240


@dataclass(frozen=True)
class Fit:
    """Polynomial of `degree` close to `function` on [low, high]; the error is weighed by `weight`.

    The first `wide` coefficients are printed as a high and a low part, for evaluation in double-double.
    """

    function: Callable[[mp.mpf], mp.mpf]
    low: mp.mpf | str
    high: mp.mpf | str
    degree: int
    bits: int = 53
    weight: Callable[[mp.mpf], mp.mpf] | None = None
    wide: int = 0


@dataclass(frozen=True)
class Quotient:
    """Quotient of two polynomials close to `function` on [low, high]; `over` and `under` are their degrees.

    Their first coefficients are given, those of a Taylor series.
    """

    function: Callable[[mp.mpf], mp.mpf]
    low: mp.mpf | str
    high: mp.mpf | str
    over: int
    under: int
    first: tuple[int, int]
    weight: Callable[[mp.mpf], mp.mpf]
    bits: int = 53


def chebyshev_nodes(a: mp.mpf, b: mp.mpf, count: int) -> list[mp.mpf]:
    return [
        (a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)
    ]


def least_squares(
    nodes: list[mp.mpf], values: list[mp.mpf], weights: list[mp.mpf], first: int, last: int
) -> mp.matrix:
    """Coefficients of x**first ... x**last that fit the values best."""
    matrix = mp.matrix(len(nodes), last - first + 1)
    right = mp.matrix(len(nodes), 1)
    for i, (x, value, weight) in enumerate(zip(nodes, values, weights, strict=True)):
        for j in range(first, last + 1):
            matrix[i, j - first] = weight * x**j
        right[i] = weight * value
    return mp.lu_solve(matrix, right)


def rounded(x: mp.mpf, bits: int) -> mp.mpf:
    if x == 0:
        return x
    mantissa, exponent = mp.frexp(x)
    return mp.ldexp(mp.nint(mp.ldexp(mantissa, bits)), exponent - bits)


def solve(fit: Fit) -> tuple[list[mp.mpf], mp.mpf]:
    """Rounds the lowest coefficient, fits the rest again, and so on; gives the coefficients and the largest weighed error."""
    a, b = mp.mpf(fit.low), mp.mpf(fit.high)
    weight = fit.weight or (lambda x: 1 / fit.function(x))
    nodes = chebyshev_nodes(a, b, 6 * (fit.degree + 1))
    weights = [weight(x) for x in nodes]
    rest = [fit.function(x) for x in nodes]
    fixed: list[mp.mpf] = []
    for done in range(fit.degree + 1):
        first = least_squares(nodes, rest, weights, done, fit.degree)[0]
        fixed.append(rounded(first, fit.bits * 2 if done < fit.wide else fit.bits))
        rest = [value - fixed[-1] * x**done for x, value in zip(nodes, rest, strict=True)]
    grid = chebyshev_nodes(a, b, 1000)
    worst = max(abs((fit.function(x) - mp.polyval(fixed[::-1], x)) * weight(x)) for x in grid)
    return fixed, worst


def solve_quotient(fit: Quotient) -> tuple[list[mp.mpf], list[mp.mpf], mp.mpf]:
    """Linear least squares for over - function * under, weighed by the last denominator, a few times."""
    a, b = mp.mpf(fit.low), mp.mpf(fit.high)
    nodes = chebyshev_nodes(a, b, 8 * (fit.over + fit.under + 1))
    over, under = [mp.mpf(fit.first[0])], [mp.mpf(fit.first[1])]
    for _ in range(4):
        matrix = mp.matrix(len(nodes), fit.over + fit.under)
        right = mp.matrix(len(nodes), 1)
        for i, x in enumerate(nodes):
            weight, value = fit.weight(x) / mp.polyval(under[::-1], x), fit.function(x)
            for j in range(fit.over):
                matrix[i, j] = weight * x ** (j + 1)
            for j in range(fit.under):
                matrix[i, fit.over + j] = -weight * value * x ** (j + 1)
            right[i] = weight * (value * fit.first[1] - fit.first[0])
        solution = list(mp.lu_solve(matrix, right))
        over, under = over[:1] + solution[: fit.over], under[:1] + solution[fit.over :]
    over, under = [rounded(c, fit.bits) for c in over], [rounded(c, fit.bits) for c in under]

    def error(x: mp.mpf) -> mp.mpf:
        quotient = mp.polyval(over[::-1], x) / mp.polyval(under[::-1], x)
        return abs((quotient - fit.function(x)) * fit.weight(x))

    return over, under, max(map(error, chebyshev_nodes(a, b, 1000)))


def hexadecimal(x: mp.mpf) -> str:
    mantissa, exponent = float(x).hex().split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}"


def main() -> None:
    from fits import FITS

    for name in sys.argv[1:] or FITS:
        fit = FITS[name]
        if isinstance(fit, Quotient):
            over, under, worst = solve_quotient(fit)
            print(f"{name}: error 2^{mp.nstr(mp.log(worst, 2), 4)}")
            print(
                "  "
                + ", ".join(map(hexadecimal, over))
                + " over "
                + ", ".join(map(hexadecimal, under))
            )
            continue
        coefficients, worst = solve(fit)
        suffix = "f" if fit.bits == 24 else ""
        print(f"{name}: error 2^{mp.nstr(mp.log(worst, 2), 4)}")
        print("  " + ", ".join(hexadecimal(rounded(c, fit.bits)) + suffix for c in coefficients))
        if fit.wide:
            low = [c - rounded(c, fit.bits) for c in coefficients[: fit.wide]]
            print("  low parts: " + ", ".join(hexadecimal(c) + suffix for c in low))


if __name__ == "__main__":
    import minimax  # fits.py knows the classes by this name

    minimax.main()
