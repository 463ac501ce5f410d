"""Programs in OpenCL C for tests: made from source, with memory that kernels and NumPy share."""

import dpctl.memory as dpmem
import dpctl.program as dpprog
import numpy as np


def build(queue, source, options=""):
    return dpprog.create_program_from_source(queue, source, options)


def shared(queue, values):
    values = np.ascontiguousarray(values)
    memory = dpmem.MemoryUSMShared(max(values.nbytes, 1), queue=queue)
    np.asarray(memory)[: values.nbytes] = values.view(np.uint8).reshape(-1)
    return memory


def read(memory, dtype):
    return np.asarray(memory).view(dtype).copy()
