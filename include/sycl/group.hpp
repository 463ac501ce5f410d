// class group: the work-group of a work-item (SYCL 2020, 4.9.1.7).
#pragma once

#include <sycl/detail/device.hpp>
#include <sycl/device_event.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct hierarchical_access;
} // namespace detail

/// Knows which group of which ranges it is, so that groups kept in memory can be told apart (SYCL 2020, 4.5.3); what
/// belongs to the work-item that asks is asked of the device.
template <int Dimensions = 1> class group {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  id<Dimensions> get_group_id() const noexcept { return id_; }
  std::size_t get_group_id(int d) const noexcept { return id_[d]; }
  std::size_t operator[](int d) const noexcept { return get_group_id(d); }
  id<Dimensions> get_local_id() const noexcept { return detail::whole_local_id<id<Dimensions>>(); }
  std::size_t get_local_id(int d) const noexcept { return detail::local_id<Dimensions>(d); }

  range<Dimensions> get_local_range() const noexcept { return local_range_; }
  std::size_t get_local_range(int d) const noexcept { return local_range_[d]; }
  range<Dimensions> get_group_range() const noexcept { return group_range_; }
  std::size_t get_group_range(int d) const noexcept { return group_range_[d]; }
  range<Dimensions> get_global_range() const noexcept { return group_range_ * local_range_; }
  std::size_t get_global_range(int d) const noexcept { return group_range_[d] * local_range_[d]; }
  range<Dimensions> get_max_local_range() const noexcept { return get_local_range(); }

  std::size_t get_group_linear_id() const noexcept {
    return detail::linearize<Dimensions>(get_group_id(), get_group_range());
  }
  std::size_t get_local_linear_id() const noexcept {
    return detail::linearize<Dimensions>(get_local_id(), get_local_range());
  }
  std::size_t get_group_linear_range() const noexcept { return get_group_range().size(); }
  std::size_t get_local_linear_range() const noexcept { return get_local_range().size(); }
  /// The names of SYCL 1.2.1, which programs still use.
  id<Dimensions> get_id() const noexcept { return get_group_id(); }
  std::size_t get_id(int d) const noexcept { return get_group_id(d); }
  std::size_t get_linear_id() const noexcept { return get_group_linear_id(); }

  bool leader() const noexcept { return get_local_linear_id() == 0; }

  // In a hierarchical kernel alone (defined in hierarchical.hpp): over the group's range or another.
  template <class F> void parallel_for_work_item(const F &f) const;
  template <class F> void parallel_for_work_item(range<Dimensions> logical, const F &f) const;

  /// All work-items of the group copy together; the copy is there for those who waited for its event.
  template <class To, class From>
  device_event async_work_group_copy(To to, From from, std::size_t count, std::size_t stride = 1) const {
    return detail::copy_together(*this, to, from, count, stride);
  }
  template <class... Events> void wait_for(Events... events) const noexcept { (events.wait(), ...); }

  friend bool operator==(const group &a, const group &b) noexcept { return a.id_ == b.id_; }
  friend bool operator!=(const group &a, const group &b) noexcept { return a.id_ != b.id_; }

private:
  group() noexcept
      : id_(detail::whole_group_id<id<Dimensions>>()), group_range_(detail::whole_group_range<range<Dimensions>>()),
        local_range_(detail::whole_local_range<range<Dimensions>>()) {}
  constexpr group(const id<Dimensions> &where, const range<Dimensions> &groups, const range<Dimensions> &local) noexcept
      : id_(where), group_range_(groups), local_range_(local) {}
  friend struct detail::current;
  friend struct detail::hierarchical_access;

  id<Dimensions> id_;
  range<Dimensions> group_range_, local_range_;
};

} // namespace _V1
} // namespace sycl
