// The header's name and namespace before SYCL 2020, which still has to offer both (SYCL 2020, 4.3), and names that only
// programs of that time use.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <sycl/ext/oneapi/group_algorithms.hpp>
#include <sycl/program.hpp>
#include <sycl/sycl.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class Result, class... Arguments> struct old_function {
  using type = std::function<Result(Arguments...)>;
};
template <class Result, class... Arguments> struct old_function<Result(Arguments...)> {
  using type = std::function<Result(Arguments...)>;
};
} // namespace detail

// SYCL 1.2.1, 3.9.1: classes of the C++ library that an implementation might have replaced.
template <class T, class Allocator = std::allocator<T>> using vector_class = std::vector<T, Allocator>;
template <class T, class Deleter = std::default_delete<T>> using unique_ptr_class = std::unique_ptr<T, Deleter>;
template <class T> using shared_ptr_class = std::shared_ptr<T>;
template <class T> using weak_ptr_class = std::weak_ptr<T>;
template <class T> using hash_class = std::hash<T>;
/// A function's result and arguments one by one, as SYCL 1.2.1 has it, or its type, as DPC++ had it.
template <class... Types> using function_class = typename detail::old_function<Types...>::type;
using string_class = std::string;
using mutex_class = std::mutex;
using exception_ptr_class = std::exception_ptr;

using opencl::cl_bool;
#if defined(__FLT16_MAX__)
using opencl::cl_half;
#endif

using detail::runtime_error;

namespace info { // SYCL 1.2.1, table 4.85, and DPC++'s extension for sub-groups
namespace kernel_work_group = kernel_device_specific;
namespace kernel_sub_group = kernel_device_specific;
} // namespace info

using ext::intel::device_ptr, ext::intel::host_ptr;
using ext::oneapi::group_local_memory, ext::oneapi::group_local_memory_for_overwrite;
using ext::oneapi::experimental::this_group, ext::oneapi::experimental::this_id, ext::oneapi::experimental::this_item,
    ext::oneapi::experimental::this_nd_item;

/// What DPC++ had as an extension before SYCL took it in.
namespace ext::oneapi {
using experimental::this_sub_group;
using sycl::atomic_fence, sycl::atomic_ref, sycl::memory_order, sycl::memory_scope, sycl::reduction;
} // namespace ext::oneapi

/// The extensions' first namespace. Programs open it beside sycl, so that it has no namespaces of names that sycl has,
/// too, such as info and property.
namespace ONEAPI {
using ext::oneapi::acq_rel_order, ext::oneapi::acquire_order, ext::oneapi::atomic_accessor, ext::oneapi::device_scope,
    ext::oneapi::order_tag_t, ext::oneapi::relaxed_order, ext::oneapi::release_order, ext::oneapi::scope_tag_t,
    ext::oneapi::seq_cst_order, ext::oneapi::sub_group_scope, ext::oneapi::system_scope, ext::oneapi::work_group_scope,
    ext::oneapi::work_item_scope;
using ext::oneapi::all_of, ext::oneapi::any_of, ext::oneapi::broadcast, ext::oneapi::exclusive_scan,
    ext::oneapi::inclusive_scan, ext::oneapi::leader, ext::oneapi::none_of, ext::oneapi::reduce;
using ext::oneapi::bit_and, ext::oneapi::bit_or, ext::oneapi::bit_xor, ext::oneapi::maximum, ext::oneapi::minimum,
    ext::oneapi::multiplies, ext::oneapi::plus;
using ext::oneapi::dot_acc, ext::oneapi::filter_selector, ext::oneapi::group_ballot, ext::oneapi::group_local_memory,
    ext::oneapi::group_local_memory_for_overwrite, ext::oneapi::sub_group_mask, ext::oneapi::this_sub_group;
using sycl::atomic_fence, sycl::atomic_ref, sycl::memory_order, sycl::memory_scope, sycl::reduction, sycl::sub_group;
namespace experimental = ext::oneapi::experimental;
} // namespace ONEAPI
} // namespace _V1
} // namespace sycl

namespace cl {
namespace sycl = ::sycl;
}
