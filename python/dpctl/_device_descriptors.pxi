# What a device says of itself: one property per descriptor.

cdef class _SyclDevice:
    """Holds the reference to a ``sycl::device``, and says what the device is and can do."""

    def __dealloc__(self):
        DPCTLDevice_Delete(self._device_ref)
        DPCTLCString_Delete(self._name)
        DPCTLCString_Delete(self._vendor)
        DPCTLCString_Delete(self._driver_version)
        DPCTLSize_t_Array_Delete(self._max_work_item_sizes)

    @property
    def has_aspect_cpu(self):
        """Whether it is a CPU."""
        return DPCTLDevice_HasAspect(self._device_ref, _cpu)

    @property
    def has_aspect_gpu(self):
        """Whether it is a GPU."""
        return DPCTLDevice_HasAspect(self._device_ref, _gpu)

    @property
    def has_aspect_accelerator(self):
        """Whether it is an accelerator."""
        return DPCTLDevice_HasAspect(self._device_ref, _accelerator)

    @property
    def has_aspect_custom(self):
        """Whether it is of a custom kind."""
        return DPCTLDevice_HasAspect(self._device_ref, _custom)

    @property
    def has_aspect_fp16(self):
        """Whether it computes in half precision."""
        return DPCTLDevice_HasAspect(self._device_ref, _fp16)

    @property
    def has_aspect_fp64(self):
        """Whether it computes in double precision."""
        return DPCTLDevice_HasAspect(self._device_ref, _fp64)

    @property
    def has_aspect_atomic64(self):
        """Whether it has atomic operations on 64 bits."""
        return DPCTLDevice_HasAspect(self._device_ref, _atomic64)

    @property
    def has_aspect_image(self):
        """Whether it has images."""
        return DPCTLDevice_HasAspect(self._device_ref, _image)

    @property
    def has_aspect_online_compiler(self):
        """Whether it compiles programs when they run."""
        return DPCTLDevice_HasAspect(self._device_ref, _online_compiler)

    @property
    def has_aspect_online_linker(self):
        """Whether it links programs when they run."""
        return DPCTLDevice_HasAspect(self._device_ref, _online_linker)

    @property
    def has_aspect_queue_profiling(self):
        """Whether it times the tasks of queues."""
        return DPCTLDevice_HasAspect(self._device_ref, _queue_profiling)

    @property
    def has_aspect_usm_device_allocations(self):
        """Whether it has USM device allocations."""
        return DPCTLDevice_HasAspect(self._device_ref, _usm_device_allocations)

    @property
    def has_aspect_usm_host_allocations(self):
        """Whether it has USM host allocations."""
        return DPCTLDevice_HasAspect(self._device_ref, _usm_host_allocations)

    @property
    def has_aspect_usm_shared_allocations(self):
        """Whether it has USM shared allocations."""
        return DPCTLDevice_HasAspect(self._device_ref, _usm_shared_allocations)

    @property
    def has_aspect_usm_system_allocations(self):
        """Whether it reaches memory of the system's own allocator."""
        return DPCTLDevice_HasAspect(self._device_ref, _usm_system_allocations)

    @property
    def has_aspect_usm_atomic_host_allocations(self):
        """Whether it has atomic operations on USM host allocations."""
        return DPCTLDevice_HasAspect(self._device_ref, _usm_atomic_host_allocations)

    @property
    def has_aspect_usm_atomic_shared_allocations(self):
        """Whether it has atomic operations on USM shared allocations."""
        return DPCTLDevice_HasAspect(self._device_ref, _usm_atomic_shared_allocations)

    @property
    def has_aspect_host_debuggable(self):
        """Whether it can be debugged as the host's code is."""
        return DPCTLDevice_HasAspect(self._device_ref, _host_debuggable)

    @property
    def has_aspect_emulated(self):
        """Whether it is emulated."""
        return DPCTLDevice_HasAspect(self._device_ref, _emulated)

    @property
    def has_aspect_is_component(self):
        """Whether it is a component of a composite device."""
        return DPCTLDevice_HasAspect(self._device_ref, _is_component)

    @property
    def has_aspect_is_composite(self):
        """Whether it is a composite device."""
        return DPCTLDevice_HasAspect(self._device_ref, _is_composite)

    @property
    def max_work_item_dims(self):
        """How many dimensions a range may have."""
        return DPCTLDevice_GetMaxWorkItemDims(self._device_ref)

    @property
    def max_work_item_sizes1d(self):
        """The largest local range of one dimension."""
        return _work_item_sizes(DPCTLDevice_GetMaxWorkItemSizes1d(self._device_ref), 1)

    @property
    def max_work_item_sizes2d(self):
        """The largest local range of two dimensions."""
        return _work_item_sizes(DPCTLDevice_GetMaxWorkItemSizes2d(self._device_ref), 2)

    @property
    def max_work_item_sizes3d(self):
        """The largest local range of three dimensions."""
        return (
            self._max_work_item_sizes[0],
            self._max_work_item_sizes[1],
            self._max_work_item_sizes[2],
        )

    @property
    def max_work_item_sizes(self):
        """Deprecated name of :attr:`max_work_item_sizes3d`."""
        warnings.warn(
            "dpctl.SyclDevice.max_work_item_sizes is deprecated, "
            "use dpctl.SyclDevice.max_work_item_sizes3d instead",
            DeprecationWarning,
            stacklevel=2,
        )
        return self.max_work_item_sizes3d

    @property
    def sub_group_sizes(self):
        """The sizes that sub-groups can have."""
        cdef size_t count = 0
        cdef size_t *sizes = DPCTLDevice_GetSubGroupSizes(self._device_ref, &count)
        if sizes is NULL or count == 0:
            return []
        result = [sizes[i] for i in range(count)]
        DPCTLSize_t_Array_Delete(sizes)
        return result

    @property
    def sub_group_independent_forward_progress(self):
        """Whether sub-groups of a work-group make progress independently of each other."""
        return DPCTLDevice_GetSubGroupIndependentForwardProgress(self._device_ref)

    @property
    def max_compute_units(self):
        """How many compute units it has."""
        return DPCTLDevice_GetMaxComputeUnits(self._device_ref)

    @property
    def max_work_group_size(self):
        """The largest number of work-items of a work-group."""
        return DPCTLDevice_GetMaxWorkGroupSize(self._device_ref)

    @property
    def max_num_sub_groups(self):
        """The largest number of sub-groups of a work-group."""
        return DPCTLDevice_GetMaxNumSubGroups(self._device_ref)

    @property
    def global_mem_size(self):
        """The size of its global memory, in bytes."""
        return DPCTLDevice_GetGlobalMemSize(self._device_ref)

    @property
    def local_mem_size(self):
        """The size of a work-group's local memory, in bytes."""
        return DPCTLDevice_GetLocalMemSize(self._device_ref)

    @property
    def max_mem_alloc_size(self):
        """The largest allocation, in bytes."""
        return DPCTLDevice_GetMaxMemAllocSize(self._device_ref)

    @property
    def global_mem_cache_size(self):
        """The size of the cache of its global memory, in bytes."""
        return DPCTLDevice_GetGlobalMemCacheSize(self._device_ref)

    @property
    def global_mem_cache_line_size(self):
        """The size of a line of that cache, in bytes."""
        return DPCTLDevice_GetGlobalMemCacheLineSize(self._device_ref)

    @property
    def max_clock_frequency(self):
        """Its highest clock frequency in MHz, 0 if unknown."""
        return DPCTLDevice_GetMaxClockFrequency(self._device_ref)

    @property
    def partition_max_sub_devices(self):
        """How many sub-devices it can be split into."""
        return DPCTLDevice_GetPartitionMaxSubDevices(self._device_ref)

    @property
    def max_read_image_args(self):
        """How many images a kernel can read."""
        return DPCTLDevice_GetMaxReadImageArgs(self._device_ref)

    @property
    def max_write_image_args(self):
        """How many images a kernel can write."""
        return DPCTLDevice_GetMaxWriteImageArgs(self._device_ref)

    @property
    def image_2d_max_width(self):
        """The largest width of a two-dimensional image."""
        return DPCTLDevice_GetImage2dMaxWidth(self._device_ref)

    @property
    def image_2d_max_height(self):
        """The largest height of a two-dimensional image."""
        return DPCTLDevice_GetImage2dMaxHeight(self._device_ref)

    @property
    def image_3d_max_width(self):
        """The largest width of a three-dimensional image."""
        return DPCTLDevice_GetImage3dMaxWidth(self._device_ref)

    @property
    def image_3d_max_height(self):
        """The largest height of a three-dimensional image."""
        return DPCTLDevice_GetImage3dMaxHeight(self._device_ref)

    @property
    def image_3d_max_depth(self):
        """The largest depth of a three-dimensional image."""
        return DPCTLDevice_GetImage3dMaxDepth(self._device_ref)

    @property
    def preferred_vector_width_char(self):
        """The preferred width of vectors of char."""
        return DPCTLDevice_GetPreferredVectorWidthChar(self._device_ref)

    @property
    def preferred_vector_width_short(self):
        """The preferred width of vectors of short."""
        return DPCTLDevice_GetPreferredVectorWidthShort(self._device_ref)

    @property
    def preferred_vector_width_int(self):
        """The preferred width of vectors of int."""
        return DPCTLDevice_GetPreferredVectorWidthInt(self._device_ref)

    @property
    def preferred_vector_width_long(self):
        """The preferred width of vectors of long."""
        return DPCTLDevice_GetPreferredVectorWidthLong(self._device_ref)

    @property
    def preferred_vector_width_float(self):
        """The preferred width of vectors of float."""
        return DPCTLDevice_GetPreferredVectorWidthFloat(self._device_ref)

    @property
    def preferred_vector_width_double(self):
        """The preferred width of vectors of double."""
        return DPCTLDevice_GetPreferredVectorWidthDouble(self._device_ref)

    @property
    def preferred_vector_width_half(self):
        """The preferred width of vectors of half."""
        return DPCTLDevice_GetPreferredVectorWidthHalf(self._device_ref)

    @property
    def native_vector_width_char(self):
        """The native width of vectors of char."""
        return DPCTLDevice_GetNativeVectorWidthChar(self._device_ref)

    @property
    def native_vector_width_short(self):
        """The native width of vectors of short."""
        return DPCTLDevice_GetNativeVectorWidthShort(self._device_ref)

    @property
    def native_vector_width_int(self):
        """The native width of vectors of int."""
        return DPCTLDevice_GetNativeVectorWidthInt(self._device_ref)

    @property
    def native_vector_width_long(self):
        """The native width of vectors of long."""
        return DPCTLDevice_GetNativeVectorWidthLong(self._device_ref)

    @property
    def native_vector_width_float(self):
        """The native width of vectors of float."""
        return DPCTLDevice_GetNativeVectorWidthFloat(self._device_ref)

    @property
    def native_vector_width_double(self):
        """The native width of vectors of double."""
        return DPCTLDevice_GetNativeVectorWidthDouble(self._device_ref)

    @property
    def native_vector_width_half(self):
        """The native width of vectors of half."""
        return DPCTLDevice_GetNativeVectorWidthHalf(self._device_ref)

    @property
    def global_mem_cache_type(self):
        """The :class:`dpctl.global_mem_cache_type` of its cache."""
        cdef _global_mem_cache_type kind = DPCTLDevice_GetGlobalMemCacheType(self._device_ref)
        if kind == _MEM_CACHE_TYPE_READ_WRITE:
            return global_mem_cache_type.read_write
        if kind == _MEM_CACHE_TYPE_READ_ONLY:
            return global_mem_cache_type.read_only
        if kind == _MEM_CACHE_TYPE_NONE:
            return global_mem_cache_type.none
        return global_mem_cache_type.indeterminate
