"""Reductions in the language of kernels that are not folds of folds: of all elements they are those of one long axis."""

import math

from .library import accumulator_of, mean_of


def ptp_of(x):
    least, most = x[0], x[0]
    for value in x:
        if value < least or value != value:
            least = value
        if value > most or value != value:
            most = value
    return most - least


def argmax_of(x):
    best, at = x[0], 0
    for k in range(x.shape[0]):
        if x[k] > best or (x[k] != x[k] and best == best):
            best, at = x[k], k
    return at


def argmin_of(x):
    best, at = x[0], 0
    for k in range(x.shape[0]):
        if x[k] < best or (x[k] != x[k] and best == best):
            best, at = x[k], k
    return at


def nanargmax_of(x):
    best, at = x[0], 0
    for k in range(x.shape[0]):
        if x[k] > best or (best != best and x[k] == x[k]):
            best, at = x[k], k
    return at


def nanargmin_of(x):
    best, at = x[0], 0
    for k in range(x.shape[0]):
        if x[k] < best or (best != best and x[k] == x[k]):
            best, at = x[k], k
    return at


def var_of(x, ddof, correction):
    middle, total = mean_of(x), 0.0
    for value in x:
        part = value - middle
        total += part.real * part.real + part.imag * part.imag
    return total / max(x.shape[0] - ddof - correction, 0)


def std_of(x, ddof, correction):
    return math.sqrt(var_of(x, ddof, correction))


def count_nonzero_of(x):
    count = 0
    for value in x:
        count += 1 if value != 0 else 0
    return count


def nansum_of(x):
    total = accumulator_of(x, 0)
    for value in x:
        if value == value:
            total += value
    return total


def nanprod_of(x):
    total = accumulator_of(x, 1)
    for value in x:
        if value == value:
            total *= value
    return total


def nanmean_of(x):
    total, count = 0.0, 0
    for value in x:
        if value == value:
            total += value
            count += 1
    return total / count


def nanmax_of(x):
    best = x[0]
    for value in x:
        if value > best or best != best:
            best = value
    return best


def nanmin_of(x):
    best = x[0]
    for value in x:
        if value < best or best != best:
            best = value
    return best


def nanvar_of(x, ddof, correction):
    middle, total, count = nanmean_of(x), 0.0, 0
    for value in x:
        if value == value:
            part = value - middle
            total += part.real * part.real + part.imag * part.imag
            count += 1
    count -= ddof + correction
    return total / count if count > 0 else math.nan


def nanstd_of(x, ddof, correction):
    return math.sqrt(nanvar_of(x, ddof, correction))


METHODS = {
    "ptp": ptp_of, "argmax": argmax_of, "argmin": argmin_of, "var": var_of, "std": std_of,
}  # fmt: skip
FUNCTIONS = {
    "count_nonzero": count_nonzero_of, "nansum": nansum_of, "nanprod": nanprod_of, "nanmean": nanmean_of, "nanmax": nanmax_of,
    "nanmin": nanmin_of, "nanvar": nanvar_of, "nanstd": nanstd_of,
    "nanargmax": nanargmax_of, "nanargmin": nanargmin_of,
}  # fmt: skip
