"""Arrays on different queues: the error names the function, both arrays, and the way out."""

import re

import dpctl
import dpctl.tensor as dpt
import pytest
from dpctl.utils import ExecutionPlacementError

CALLS = {
    "add": lambda x, y, f: dpt.add(x, y),
    "sin": lambda x, y, f: dpt.sin(x, out=y),
    "max": lambda x, y, f: dpt.max(x, out=y[0]),
    "where": lambda x, y, f: dpt.where(x > 0, y, x),
    "clip": lambda x, y, f: dpt.clip(x, min=y),
    "concat": lambda x, y, f: dpt.concat([x, y]),
    "take": lambda x, y, f: dpt.take(x, dpt.astype(y, "i8")),
    "put": lambda x, y, f: dpt.put(x, dpt.astype(x, "i8"), y),
    "take_along_axis": lambda x, y, f: dpt.take_along_axis(x, dpt.astype(y, "i8")),
    "put_along_axis": lambda x, y, f: dpt.put_along_axis(x, dpt.astype(x, "i8"), y),
    "indexing": lambda x, y, f: x[y > 0],
    "assignment": lambda x, y, f: x.__setitem__(y > 0, 1),
    "extract": lambda x, y, f: dpt.extract(y, x),
    "place": lambda x, y, f: dpt.place(x, x > 0, y),
    "isin": lambda x, y, f: dpt.isin(x, y),
    "searchsorted": lambda x, y, f: dpt.searchsorted(x, y),
    "diff": lambda x, y, f: dpt.diff(x, prepend=y),
    "repeat": lambda x, y, f: dpt.repeat(x, dpt.astype(y, "i8")),
    "matmul": lambda x, y, f: x @ y,
    "vecdot": lambda x, y, f: dpt.vecdot(x, y),
    "tensordot": lambda x, y, f: dpt.tensordot(x, y, axes=1),
    "allclose": lambda x, y, f: dpt.allclose(x, y),
    "cumulative_sum": lambda x, y, f: dpt.cumulative_sum(x, out=y),
    "solve": lambda x, y, f: dpt.linalg.solve(f, y),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_error_names_function_and_arrays(device, name):
    queue = dpctl.SyclQueue(device)
    x = dpt.ones(3, dtype="f4", device=device)
    y = dpt.ones(3, dtype="f4", sycl_queue=queue)
    square = dpt.eye(3, dtype="f4", device=device)
    where = re.escape(queue.sycl_device.filter_string)
    shape = r"\w+ \(\d?(, ?\d*)*\)"
    with pytest.raises(
        (ExecutionPlacementError, ValueError),
        match=f"^{name}: arrays live on different queues: {shape} on {where}, {shape} on another queue of {where}; "
        r"copy one with to_device\(\)$",
    ):
        CALLS[name](x, y, square)
