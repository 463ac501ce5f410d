"""np.bincount: how often each integer is among those of an array, or the sums of what belongs to them."""

from .array_functions import make_known, of_arrays
from .array_values import is_array, read_elsewhere
from .errors import TypingError, UnsupportedError
from .known import named
from .types import F64, STRONG, WEAK_INT, is_integer
from .values import Const, Elements, Scalar, describe

# In the language of kernels.


def extent_of_counts(x, least):
    extent = least
    for value in x:
        extent = max(extent, int(value) + 1)
    return extent


def count_into(x, counts):
    for k in range(len(counts)):
        counts[k] = 0
    for value in x:
        if 0 <= value < len(counts):
            counts[value] += 1


def sum_into(x, weights, sums):
    for k in range(len(sums)):
        sums[k] = 0
    for k in range(len(x)):
        if 0 <= x[k] < len(sums):
            sums[x[k]] += weights[k]


def count_of_integer(x, k):
    found = 0
    for value in x:
        found += 1 if value == k else 0
    return found


def sum_of_integer(x, weights, k):
    total = 0.0
    for n in range(len(x)):
        total += weights[n] if x[n] == k else 0.0
    return total


@named("x", "weights", "minlength", required=1)
def _bincount(low, node, x, weights, least):
    for given in (x, weights):
        if given is not None and (not is_array(given) or len(given.shape) != 1):
            words = f"bincount goes along arrays of one axis, not {describe(given)}"
            raise low.fail(UnsupportedError, words, node)
    if not is_integer(low.dtype_of_elements(x)):
        raise low.fail(TypingError, f"bincount counts integers, not {describe(x)}", node)
    given = [x] if weights is None else [x, weights]
    least = Const(0) if least is None else least
    extent = low.cast(low.inlined(extent_of_counts, None, [x, least], {}, node), WEAK_INT, node)

    def element(at):
        one = count_of_integer if weights is None else sum_of_integer
        return low.inlined(one, None, [*given, *at], {}, node)

    def into(place):
        low.mark_written(place)
        low.inlined(count_into if weights is None else sum_into, None, [*given, place], {}, node)

    size = low.position(Scalar(WEAK_INT, extent.number, True), 0, node)
    made = Elements([size], element, [v for g in given for v in read_elsewhere(g)])
    made.dtype, made.into = STRONG[WEAK_INT] if weights is None else F64, into
    return made


make_known(bincount=of_arrays("bincount", _bincount))
