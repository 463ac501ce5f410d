// Hierarchical parallelism (SYCL 2020, 4.9.4.2.3, deprecated there): h_item, private_memory and their kernel.
//
// One work-item runs the work-group function, so that its variables are the group's and its code runs once. On a CPU it
// goes through the work-items of parallel_for_work_item in turn; on an NVIDIA GPU others join it there.
#pragma once

#include <cstddef>

#include <sycl/detail/kernel.hpp>
#include <sycl/group.hpp>
#include <sycl/item.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
/// The largest group that private_memory has room for.
inline constexpr std::size_t largest_hierarchical_group = 1024;
struct hierarchical_access;
} // namespace detail

/// A work-item of parallel_for_work_item: one of the range that was asked for, which one of the group's stands for.
/// Its global id is that of the one that stands for it.
template <int Dimensions> class h_item {
public:
  static constexpr int dimensions = Dimensions;
  h_item() = delete;

  item<Dimensions, false> get_global() const { return make(get_global_id(), get_global_range()); }
  item<Dimensions, false> get_local() const { return get_logical_local(); }
  item<Dimensions, false> get_logical_local() const { return make(logical_, logical_range_); }
  item<Dimensions, false> get_physical_local() const { return make(get_physical_local_id(), physical_range_); }

  range<Dimensions> get_global_range() const { return groups_ * physical_range_; }
  std::size_t get_global_range(int d) const { return get_global_range()[d]; }
  id<Dimensions> get_global_id() const { return group_ * physical_range_ + get_physical_local_id(); }
  std::size_t get_global_id(int d) const { return get_global_id()[d]; }
  range<Dimensions> get_local_range() const { return logical_range_; }
  std::size_t get_local_range(int d) const { return logical_range_[d]; }
  id<Dimensions> get_local_id() const { return logical_; }
  std::size_t get_local_id(int d) const { return logical_[d]; }
  range<Dimensions> get_logical_local_range() const { return logical_range_; }
  std::size_t get_logical_local_range(int d) const { return logical_range_[d]; }
  id<Dimensions> get_logical_local_id() const { return logical_; }
  std::size_t get_logical_local_id(int d) const { return logical_[d]; }
  range<Dimensions> get_physical_local_range() const { return physical_range_; }
  std::size_t get_physical_local_range(int d) const { return physical_range_[d]; }
  id<Dimensions> get_physical_local_id() const { return logical_ % id<Dimensions>(physical_range_); }
  std::size_t get_physical_local_id(int d) const { return logical_[d] % physical_range_[d]; }

  friend bool operator==(const h_item &a, const h_item &b) {
    return a.group_ == b.group_ && a.logical_ == b.logical_ && a.logical_range_ == b.logical_range_;
  }
  friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }

private:
  friend struct detail::hierarchical_access;
  constexpr h_item(const group<Dimensions> &g, const id<Dimensions> &logical, const range<Dimensions> &logical_range)
      : group_(g.get_group_id()), groups_(g.get_group_range()),
        physical_range_(physical(g.get_local_range(), logical_range)), logical_(logical),
        logical_range_(logical_range) {}
  /// Where groups were given no size, each logical work-item has one of its own.
  static const range<Dimensions> &physical(const range<Dimensions> &local, const range<Dimensions> &logical) {
    return local.size() == 1 && logical.size() <= detail::largest_hierarchical_group ? logical : local;
  }
  static item<Dimensions, false> make(const id<Dimensions> &at, const range<Dimensions> &extent) {
    return detail::make_item::without_offset(detail::make_item::at(at, extent));
  }

  id<Dimensions> group_;
  range<Dimensions> groups_, physical_range_;
  id<Dimensions> logical_;
  range<Dimensions> logical_range_;
};

/// A variable of which each work-item of the group has its own, from one parallel_for_work_item to the next.
template <class T, int Dimensions = 1> class private_memory {
public:
  private_memory(const group<Dimensions> &) {}
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;

  T &operator()(const h_item<Dimensions> &it) {
    return values_[detail::linearize<Dimensions>(it.get_physical_local_id(), it.get_physical_local_range())];
  }

private:
  T values_[detail::largest_hierarchical_group];
};

namespace detail {

struct hierarchical_access {
  template <int D> static group<D> make_group(const range<D> &groups, const range<D> &local) {
    return group<D>(current::make<group<D>>().get_group_id(), groups, local);
  }
  template <int D> static h_item<D> make_item(const group<D> &g, const id<D> &logical, const range<D> &logical_range) {
    return h_item<D>(g, logical, logical_range);
  }
};

#if WEFT_DEVICE_PASS
/// Loops without divisions where items are gone through one by one.
template <int D, class F> void for_work_items(const group<D> &g, const range<D> &r, const F &f) {
  const auto run = [&](const id<D> &place) { f(hierarchical_access::make_item<D>(g, place, r)); };
  const std::size_t step = __weft_items_step();
  std::size_t i = __weft_items_begin(&f);
  if (D == 1 || step != 1) {
    for (; i < r.size(); i += step)
      run(delinearize<id<D>>(i, r));
  } else if constexpr (D == 2) {
    for (; i < r[0]; ++i)
      for (std::size_t j = 0; j < r[1]; ++j)
        run(id<D>(i, j));
  } else if constexpr (D == 3) {
    for (; i < r[0]; ++i)
      for (std::size_t j = 0; j < r[1]; ++j)
        for (std::size_t k = 0; k < r[2]; ++k)
          run(id<D>(i, j, k));
  }
  __weft_items_end();
}
#else
template <int D, class F> void for_work_items(const group<D> &, const range<D> &, const F &) {
  __builtin_trap();
}
#endif

/// The kernel function of parallel_for_work_group.
template <class F, int D> struct work_group_function {
  F f;
  range<D> groups, local;

  void operator()(const nd_item<D> &) const {
    group<D> g = hierarchical_access::make_group(groups, local);
    call(f, g);
  }
};

template <class Name, int D, class F>
event launch_work_groups(const queue &q, const range<D> &groups, const range<D> &local, const F &f, event_list depends,
                         const launch_extras &extras) {
  if (local.size() == 0 || local.size() > largest_hierarchical_group) {
    using payload = nd_range_payload<work_group_function<F, D>, D>;
    require_supported(q, registered_kernel<nd_range_kernel<D, kernel_name<Name, F>>, payload>());
    detail::throw_error(errc::nd_range, "parallel_for_work_group: groups of " + std::to_string(local.size()) +
                                            " work-items; they have 1 to " +
                                            std::to_string(largest_hierarchical_group));
  }
  range<D> ones = groups;
  WEFT_UNROLL
  for (int d = 0; d < D; ++d)
    ones[d] = 1;
  return launch_nd_range<kernel_name<Name, F>>(q, nd_range<D>(groups, ones),
                                               work_group_function<F, D>{f, groups, local}, depends, extras);
}

} // namespace detail

template <int Dimensions> template <class F> void group<Dimensions>::parallel_for_work_item(const F &f) const {
  detail::for_work_items(*this, get_local_range(), f);
}
template <int Dimensions>
template <class F>
void group<Dimensions>::parallel_for_work_item(range<Dimensions> logical, const F &f) const {
  detail::for_work_items(*this, logical, f);
}

} // namespace _V1
} // namespace sycl
