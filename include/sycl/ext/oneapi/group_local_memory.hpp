// Local memory that a kernel asks for where it runs (sycl_ext_oneapi_local_memory).
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// One object of the whole work-group, whose value is open. Every work-item of the group calls it.
template <class T, class Group>
WEFT_INLINE multi_ptr<T, access::address_space::local_space, access::decorated::legacy>
group_local_memory_for_overwrite(Group) {
  static_assert(std::is_trivially_destructible_v<T>, "nobody destroys what lies in the memory of a group");
  static_assert(!sycl::detail::is_sub_group_v<Group>, "memory is a work-group's, not a sub-group's");
#if WEFT_DEVICE_PASS
  return multi_ptr<T, access::address_space::local_space, access::decorated::legacy>(
      reinterpret_cast<T *>(__weft_group_memory(sizeof(T), alignof(T))));
#else
  __builtin_trap();
#endif
}

/// The same, made of these arguments.
template <class T, class Group, class... Args>
WEFT_INLINE multi_ptr<T, access::address_space::local_space, access::decorated::legacy>
group_local_memory(Group g, Args &&...args) {
  const auto place = group_local_memory_for_overwrite<T>(g);
  if (g.leader())
    new (static_cast<void *>(place.get_raw())) T{std::forward<Args>(args)...};
  group_barrier(g);
  return place;
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
