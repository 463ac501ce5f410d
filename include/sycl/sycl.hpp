// SYCL 2020 on Weft: everything there is. What is not here yet is not declared, so that using it does not compile.
#pragma once

// Programs for DPC++ rely on its header for these.
#include <cassert>
#include <chrono>
#include <cmath>
#include <iostream>

#include <sycl/aspects.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/backend.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/builtins.hpp>
#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/ext/oneapi/filter_selector.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/handler.hpp>
#include <sycl/id.hpp>
#include <sycl/info.hpp>
#include <sycl/interop_handle.hpp>
#include <sycl/item.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/platform.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>
#include <sycl/reduction.hpp>
#include <sycl/span.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/usm.hpp>
#include <sycl/usm_allocator.hpp>
#include <sycl/version.hpp>
