// class sub_group: the work-items that run in step with one work-item (SYCL 2020, 4.9.1.8).
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/detail/device.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, access::address_space Space, access::decorated Decorated> class multi_ptr;
template <class T, int N> class vec;

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const noexcept { return get_group_linear_id(); }
  id<1> get_local_id() const noexcept { return get_local_linear_id(); }
  range<1> get_local_range() const noexcept { return get_local_linear_range(); }
  range<1> get_group_range() const noexcept { return get_group_linear_range(); }
  range<1> get_max_local_range() const noexcept { WEFT_DEVICE_RETURN(__weft_sub_group_max_range()); }

  std::uint32_t get_group_linear_id() const noexcept { WEFT_DEVICE_RETURN(__weft_sub_group_id()); }
  std::uint32_t get_local_linear_id() const noexcept { WEFT_DEVICE_RETURN(__weft_sub_group_local_id()); }
  std::uint32_t get_local_linear_range() const noexcept { WEFT_DEVICE_RETURN(__weft_sub_group_range()); }
  std::uint32_t get_group_linear_range() const noexcept { WEFT_DEVICE_RETURN(__weft_sub_groups()); }
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  /// As group_barrier(); the names of SYCL 1.2.1, which programs still use.
  void barrier(access::fence_space = access::fence_space::global_and_local) const noexcept {
    WEFT_DEVICE_RETURN(__weft_barrier(static_cast<int>(memory_scope::sub_group)));
  }

  template <class T> T shuffle(T x, id<1> from) const;
  template <class T> T shuffle_down(T x, std::uint32_t delta) const;
  template <class T> T shuffle_down(T own, T next, std::uint32_t delta) const;
  template <class T> T shuffle_up(T x, std::uint32_t delta) const;
  template <class T> T shuffle_xor(T x, id<1> mask) const;
  template <class T> T broadcast(T x, id<1> from) const;

  // Blocks of memory that the sub-group loads and stores side by side, one element or N in each work-item.
  template <class T> std::remove_cv_t<T> load(T *from) const;
  template <int N, class T> vec<std::remove_cv_t<T>, N> load(T *from) const;
  template <class T> void store(T *to, const std::remove_cv_t<T> &value) const;
  template <int N, class T> void store(T *to, const vec<std::remove_cv_t<T>, N> &value) const;
  template <class T, access::address_space S, access::decorated D>
  std::remove_cv_t<T> load(multi_ptr<T, S, D> from) const {
    return load(from.get());
  }
  template <int N, class T, access::address_space S, access::decorated D>
  vec<std::remove_cv_t<T>, N> load(multi_ptr<T, S, D> from) const {
    return load<N>(from.get());
  }
  template <class T, access::address_space S, access::decorated D>
  void store(multi_ptr<T, S, D> to, const std::remove_cv_t<T> &value) const {
    store(to.get(), value);
  }
  template <int N, class T, access::address_space S, access::decorated D>
  void store(multi_ptr<T, S, D> to, const vec<std::remove_cv_t<T>, N> &value) const {
    store<N>(to.get(), value);
  }

  friend bool operator==(const sub_group &, const sub_group &) noexcept { return true; }
  friend bool operator!=(const sub_group &, const sub_group &) noexcept { return false; }

protected:
  constexpr sub_group() noexcept {} // not defaulted, or {} would make one
  friend struct detail::current;
};

} // namespace _V1
} // namespace sycl
