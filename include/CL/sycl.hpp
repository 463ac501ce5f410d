// The header's name and namespace before SYCL 2020, which still has to offer both (SYCL 2020, 4.3), and names that only
// programs of that time use.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

namespace sycl {
// SYCL 1.2.1, 3.9.1: classes of the C++ library that an implementation might have replaced.
template <class T, class Allocator = std::allocator<T>> using vector_class = std::vector<T, Allocator>;
template <class T, class Deleter = std::default_delete<T>> using unique_ptr_class = std::unique_ptr<T, Deleter>;
template <class T> using shared_ptr_class = std::shared_ptr<T>;
template <class T> using weak_ptr_class = std::weak_ptr<T>;
template <class T> using hash_class = std::hash<T>;
template <class Result, class... Arguments> using function_class = std::function<Result(Arguments...)>;
using string_class = std::string;
using mutex_class = std::mutex;
using exception_ptr_class = std::exception_ptr;

using opencl::cl_bool, opencl::cl_char, opencl::cl_uchar, opencl::cl_short, opencl::cl_ushort, opencl::cl_int,
    opencl::cl_uint, opencl::cl_long, opencl::cl_ulong, opencl::cl_float, opencl::cl_double;
#if defined(__FLT16_MAX__)
using opencl::cl_half;
#endif

/// Where atomic references were before they came into SYCL.
namespace ext::oneapi {
using sycl::atomic_fence, sycl::atomic_ref, sycl::memory_order, sycl::memory_scope;
}
} // namespace sycl

namespace cl {
namespace sycl = ::sycl;
}
