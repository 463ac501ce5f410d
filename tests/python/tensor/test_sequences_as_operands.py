"""Lists, tuples and texts are no operands, not even of products, where Python would repeat them as often as an array says."""

import operator

import dpctl.tensor as dpt
import dpnp
import pytest

SEQUENCES = [[1.0, 2.0], (1, 2), "text", b"bytes", bytearray(b"bytes"), []]


@pytest.mark.parametrize("module", [dpt, dpnp])
@pytest.mark.parametrize("sequence", SEQUENCES, ids=repr)
@pytest.mark.parametrize("count", [1, 2])
def test_products_with_sequences_are_refused(module, sequence, count):
    x = module.ones(count, dtype="int64")
    kind = type(sequence).__name__
    for left, right in [(x, sequence), (sequence, x)]:
        with pytest.raises(TypeError, match=f"multiply: .*{kind}"):
            operator.mul(left, right)
    with pytest.raises(TypeError, match=kind):
        x *= sequence


@pytest.mark.parametrize("module", [dpt, dpnp])
def test_products_of_arrays_with_lists_of_arrays_are_refused(module):
    x = module.ones(1, dtype="int64")
    with pytest.raises(TypeError, match="multiply: .*list"):
        x * [x, x]


def test_other_classes_may_still_answer_to_products():
    class Other:
        def __rmul__(self, left):
            return "theirs"

    assert dpt.ones(2) * Other() == "theirs"
