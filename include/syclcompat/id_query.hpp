// Where a work-item of a kernel in three dimensions is, by x, y and z (SYCLcompat).
#pragma once

#include <cstddef>

#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/group_algorithms.hpp>

namespace syclcompat {

inline void wg_barrier() {
  sycl::group_barrier(sycl::ext::oneapi::this_work_item::get_work_group<3>());
}

#define WEFT_SYCLCOMPAT_QUERY(name, query)                                                                             \
  namespace name {                                                                                                     \
  inline std::size_t x() {                                                                                             \
    return sycl::ext::oneapi::this_work_item::get_nd_item<3>().query(2);                                               \
  }                                                                                                                    \
  inline std::size_t y() {                                                                                             \
    return sycl::ext::oneapi::this_work_item::get_nd_item<3>().query(1);                                               \
  }                                                                                                                    \
  inline std::size_t z() {                                                                                             \
    return sycl::ext::oneapi::this_work_item::get_nd_item<3>().query(0);                                               \
  }                                                                                                                    \
  }
WEFT_SYCLCOMPAT_QUERY(local_id, get_local_id)
WEFT_SYCLCOMPAT_QUERY(local_range, get_local_range)
WEFT_SYCLCOMPAT_QUERY(work_group_id, get_group)
WEFT_SYCLCOMPAT_QUERY(work_group_range, get_group_range)
WEFT_SYCLCOMPAT_QUERY(global_id, get_global_id)
WEFT_SYCLCOMPAT_QUERY(global_range, get_global_range)
#undef WEFT_SYCLCOMPAT_QUERY

} // namespace syclcompat
