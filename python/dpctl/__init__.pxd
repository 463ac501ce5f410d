# cython: language_level=3
"""The classes and C functions of dpctl, for ``cimport dpctl``."""

from dpctl._backend cimport *
from dpctl._sycl_context cimport *
from dpctl._sycl_device cimport *
from dpctl._sycl_device_factory cimport *
from dpctl._sycl_event cimport *
from dpctl._sycl_platform cimport *
from dpctl._sycl_queue cimport *
from dpctl._sycl_queue_manager cimport *
