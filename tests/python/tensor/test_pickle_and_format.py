"""Arrays as bytes, and numbers of arrays in texts."""

import copy
import pickle

import dpctl.tensor as dpt
import numpy as np
import pytest


@pytest.mark.parametrize("dtype", ["bool", "int16", "float32", "complex64"])
@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_pickles_keep_values_memory_and_device(queue, dtype, usm_type):
    values = (np.arange(12) % 5).reshape(3, 4).astype(dtype)
    x = dpt.asarray(values, usm_type=usm_type, sycl_queue=queue)
    for original in (x, x.T, x[::2, 1:], x[1, 1], x[:0], x + x):
        again = pickle.loads(pickle.dumps(original))
        assert np.array_equal(dpt.asnumpy(again), dpt.asnumpy(original))
        assert (again.dtype, again.shape, again.usm_type) == (
            original.dtype,
            original.shape,
            usm_type,
        )
        assert again.sycl_device == queue.sycl_device
        assert again.flags.f_contiguous == original.flags.f_contiguous or not original.flags.forc


@pytest.mark.parametrize("gone", ["cuda:gpu:77", "level_zero:gpu:0", "theirs:gpu:0", "fpga", ""])
def test_a_pickle_of_a_device_that_is_not_there_comes_to_the_default_one(gone):
    from dpctl.tensor._pickle import rebuild

    x = rebuild(np.arange(3), "device", gone)
    assert dpt.asnumpy(x).tolist() == [0, 1, 2]


def test_copies_stay_on_the_device(queue):
    x = dpt.arange(4, sycl_queue=queue)
    for made in (copy.copy(x), copy.deepcopy(x)):
        made[0] = 9
        assert int(x[0]) == 0 and made.sycl_queue == x.sycl_queue


def test_formats(queue):
    x = dpt.asarray(1.23456, dtype="float32", sycl_queue=queue)
    assert format(x, ".3f") == "1.235" and f"{x:>8.2f}" == "    1.23"
    assert f"{dpt.asarray(7, sycl_queue=queue):03d}" == "007"
    vector = dpt.ones(2, sycl_queue=queue)
    assert f"{vector}" == str(vector)
    with pytest.raises(TypeError, match=r"shape \(2,\) takes no format '.3f'"):
        format(vector, ".3f")
