# cython: language_level=3
"""One cached queue per context and device, for cimport."""


cpdef object get_device_cached_queue(object key)
cpdef object default_queue()
