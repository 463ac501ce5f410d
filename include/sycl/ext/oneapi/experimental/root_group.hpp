// class root_group: all work-items of a launch, which may wait for each other where the launch has use_root_sync
// (sycl_ext_oneapi_root_group).
#pragma once

#include <cstddef>

#include <sycl/atomic_ref.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/group_algorithms.hpp>

#define SYCL_EXT_ONEAPI_ROOT_GROUP 1

namespace sycl {
inline namespace _V1 {

namespace detail {

/// Groups that came to the barrier, and how often all had come. A device has one, since such launches follow each
/// other there.
struct root_barrier {
  unsigned arrived = 0, turn = 0;
};
extern WEFT_API ext::oneapi::experimental::device_global<root_barrier> root_barrier_state;

} // namespace detail

namespace ext::oneapi::experimental {

template <int Dimensions> class root_group {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::device;

  id<Dimensions> get_group_id() const noexcept { return {}; }
  id<Dimensions> get_local_id() const noexcept { return sycl::detail::whole_global_id<id<Dimensions>>(); }
  range<Dimensions> get_group_range() const noexcept {
    return sycl::detail::gather<range<Dimensions>>([](int) { return std::size_t(1); });
  }
  range<Dimensions> get_local_range() const noexcept { return sycl::detail::whole_global_range<range<Dimensions>>(); }
  range<Dimensions> get_max_local_range() const noexcept { return get_local_range(); }
  std::size_t get_group_linear_id() const noexcept { return 0; }
  std::size_t get_local_linear_id() const noexcept {
    return sycl::detail::linearize<Dimensions>(get_local_id(), get_local_range());
  }
  std::size_t get_group_linear_range() const noexcept { return 1; }
  std::size_t get_local_linear_range() const noexcept { return get_local_range().size(); }
  bool leader() const noexcept { return get_local_linear_id() == 0; }

private:
  root_group() noexcept {} // not defaulted, or {} would make one
  friend struct sycl::detail::current;
};

template <int Dimensions> group<Dimensions> get_child_group(root_group<Dimensions>) {
  return this_work_item::get_work_group<Dimensions>();
}
template <int Dimensions> sub_group get_child_group(group<Dimensions>) {
  return this_work_item::get_sub_group();
}

namespace this_kernel {
template <int Dimensions> root_group<Dimensions> get_root_group() {
  return sycl::detail::current::make<root_group<Dimensions>>();
}
} // namespace this_kernel

} // namespace ext::oneapi::experimental

namespace ext::oneapi::this_work_item {
template <int Dimensions> experimental::root_group<Dimensions> get_root_group() {
  return experimental::this_kernel::get_root_group<Dimensions>();
}
} // namespace ext::oneapi::this_work_item

template <int Dimensions>
ext::oneapi::experimental::root_group<Dimensions> nd_item<Dimensions>::ext_oneapi_get_root_group() const noexcept {
  return ext::oneapi::experimental::this_kernel::get_root_group<Dimensions>();
}

/// All groups of the launch come here before one goes on; orders their memory. Only in a launch with use_root_sync.
template <int Dimensions>
WEFT_INLINE void group_barrier(ext::oneapi::experimental::root_group<Dimensions>, memory_scope = memory_scope::device) {
#if WEFT_DEVICE_PASS
  using counter = atomic_ref<unsigned, memory_order::acq_rel, memory_scope::device>;
  const auto g = detail::current::make<group<Dimensions>>();
  __weft_barrier(static_cast<int>(memory_scope::work_group));
  if (g.leader()) {
    detail::root_barrier &state = detail::root_barrier_state.get();
    counter arrived(state.arrived), turn(state.turn);
    atomic_fence(memory_order::acq_rel, memory_scope::device);
    const unsigned before = turn.load(memory_order::acquire);
    if (arrived.fetch_add(1) == g.get_group_linear_range() - 1) {
      arrived.store(0, memory_order::relaxed);
      turn.store(before + 1, memory_order::release);
    } else {
      while (turn.load(memory_order::acquire) == before) {
      }
    }
    atomic_fence(memory_order::acq_rel, memory_scope::device);
  }
  __weft_barrier(static_cast<int>(memory_scope::work_group));
#else
  __builtin_trap();
#endif
}

} // namespace _V1
} // namespace sycl
