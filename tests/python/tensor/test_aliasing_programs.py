"""Random programs over views that share memory: lazy arrays are to give what NumPy gives after every statement."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.usefixtures("few_at_once")

ROWS, COLUMNS = 6, 8
slices = st.builds(
    slice,
    st.none() | st.integers(-8, 8),
    st.none() | st.integers(-8, 8),
    st.sampled_from([None, 1, 2, 3, -1, -2]),
)
names = st.integers(0, 5)
binary = st.sampled_from(["add", "subtract", "multiply"])
statements = st.one_of(
    st.tuples(st.just("view"), names, names, slices, slices),
    st.tuples(st.just("transpose"), names, names),
    st.tuples(st.just("compute"), names, binary, names, names),
    st.tuples(st.just("scale"), names, names, st.integers(-3, 3)),
    st.tuples(st.just("in place"), names, binary, names),
    st.tuples(st.just("assign"), names, slices, slices, names),
    st.tuples(st.just("fill"), names, slices, slices, st.integers(-9, 9)),
    st.tuples(st.just("sum"), names, names, st.sampled_from([0, 1, None])),
    st.tuples(st.just("copy"), names, names),
    st.tuples(st.just("scan"), names, names, st.booleans()),
    st.tuples(st.just("sort"), names, names, st.booleans()),
    st.tuples(st.just("argsort"), names, names, st.booleans()),
    st.tuples(st.just("product"), names, names, names),
    st.tuples(st.just("read"), names),
)


def as_matrix(xp, x):
    return xp.reshape(x, (1, -1)) if x.ndim < 2 else x


def run(xp, arrays, statement):
    """One statement in either library; raises what the library raises."""
    kind, target, *rest = statement
    if kind == "view":
        arrays[target] = arrays[rest[0]][rest[1], rest[2]]
    elif kind == "transpose":
        arrays[target] = arrays[rest[0]].T
    elif kind == "compute":
        arrays[target] = getattr(xp, rest[0])(arrays[rest[1]], arrays[rest[2]])
    elif kind == "scale":
        arrays[target] = arrays[rest[0]] * rest[1] + 1
    elif kind == "in place":
        x = arrays[target]
        if rest[0] == "add":
            x += arrays[rest[1]]
        elif rest[0] == "subtract":
            x -= arrays[rest[1]]
        else:
            x *= arrays[rest[1]]
    elif kind == "assign":
        arrays[target][rest[0], rest[1]] = arrays[rest[2]]
    elif kind == "fill":
        arrays[target][rest[0], rest[1]] = rest[2]
    elif kind == "sum":
        arrays[target] = as_matrix(xp, xp.sum(arrays[rest[0]], axis=rest[1]))
    elif kind == "copy":
        arrays[target] = xp.copy(arrays[rest[0]]) if xp is dpt else arrays[rest[0]].copy()
    elif kind == "scan":
        arrays[target] = xp.cumulative_sum(arrays[rest[0]], axis=int(rest[1]))
    elif kind == "sort":
        arrays[target] = xp.sort(arrays[rest[0]], axis=int(rest[1]))
    elif kind == "argsort":
        order = {"kind": "stable"} if xp is np else {}
        arrays[target] = xp.argsort(arrays[rest[0]], axis=int(rest[1]), **order)
    elif kind == "product":
        arrays[target] = arrays[rest[0]] @ arrays[rest[1]].T


def attempt(xp, arrays, statement):
    try:
        run(xp, arrays, statement)
    except ValueError:
        return True
    return False


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(program=st.lists(statements, max_size=25))
def test_programs(device, program):
    queue = dpctl.SyclQueue(device)
    hosts = [(np.arange(ROWS * COLUMNS) * (i + 3) % 17).reshape(ROWS, COLUMNS) for i in range(6)]
    arrays = [dpt.asarray(h, sycl_queue=queue) for h in hosts]
    for statement in program:
        assert attempt(dpt, arrays, statement) == attempt(np, hosts, statement), statement
        if statement[0] == "read":
            np.testing.assert_array_equal(dpt.asnumpy(arrays[statement[1]]), hosts[statement[1]])
    for x, host in zip(arrays, hosts, strict=True):
        np.testing.assert_array_equal(dpt.asnumpy(x), host)
