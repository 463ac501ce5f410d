"""Arrays of dpnp that were made of plain ones give these back, not others with the same elements."""

import dpctl.tensor as dpt
import dpnp
import pytest
from dpnp.dpnp_array import dpnp_array

CALLS = [
    lambda x, out: dpnp.add(x, x, out=out),
    lambda x, out: dpnp.sum(x, axis=0, out=out),
    lambda x, out: dpnp.cumsum(x[0], out=out),
    lambda x, out: dpnp.around(x[0], out=out),
    lambda x, out: dpnp.median(x, axis=0, out=out),
    lambda x, out: dpnp.take(x, dpnp.asarray([0, 1, 2]), out=out),
    lambda x, out: dpnp.fft.fftn(x, out=out),
    lambda x, out: dpnp.matmul(x, x.T[:, :1], out=out),
]
OUTPUTS = [((2, 3), "f8"), *[((3,), "f8")] * 5, ((2, 3), "c16"), ((2, 1), "f8")]


@pytest.mark.parametrize(("call", "place"), list(zip(CALLS, OUTPUTS, strict=True)))
def test_results_give_the_very_array_that_was_given_as_out(call, place):
    shape, dtype = place
    out = dpt.empty(shape, dtype=dtype)
    made = call(dpnp.ones((2, 3)), out)
    assert type(made) is dpnp.ndarray
    assert made.get_array() is out
    made += 1
    assert dpt.asnumpy(out).tolist() == made.tolist()


def test_arrays_that_are_made_of_plain_ones_give_these():
    plain = dpt.ones(3)
    assert dpnp_array._create_from_usm_ndarray(plain).get_array() is plain


def test_what_is_computed_of_such_an_array_is_another():
    plain = dpt.ones(3)
    made = dpnp_array._create_from_usm_ndarray(plain) + 1
    assert made.get_array() is not plain
    assert dpt.asnumpy(made.get_array()).tolist() == [2, 2, 2]
