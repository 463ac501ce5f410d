// SYCL 2020 on Weft: everything there is. What is not here yet is not declared, so that using it does not compile.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/backend.hpp>
#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/filter_selector.hpp>
#include <sycl/handler.hpp>
#include <sycl/id.hpp>
#include <sycl/info.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/platform.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>
#include <sycl/usm.hpp>
#include <sycl/usm_allocator.hpp>
#include <sycl/version.hpp>
