// usm_allocator: host or shared USM for standard containers (SYCL 2020, 4.8.4).
#pragma once

#include <cstddef>
#include <new>

#include <sycl/usm.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, usm::alloc Kind, std::size_t Alignment = 0> class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "containers need memory that the host can use: usm::alloc::host or usm::alloc::shared");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator() = delete;
  usm_allocator(const context &c, const device &d, const property_list & = {}) : context_(c), device_(d) {}
  usm_allocator(const queue &q, const property_list & = {}) : context_(q.get_context()), device_(q.get_device()) {}
  template <class U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &other) noexcept
      : context_(other.context_), device_(other.device_) {}

  T *allocate(std::size_t count) {
    constexpr std::size_t alignment = Alignment > alignof(T) ? Alignment : alignof(T);
    T *pointer = aligned_alloc<T>(alignment, count, device_, context_, Kind);
    if (pointer == nullptr && count > 0)
      detail::throw_error(errc::memory_allocation, "usm_allocator: out of memory");
    return pointer;
  }
  void deallocate(T *pointer, std::size_t) { free(pointer, context_); }

  template <class U, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator==(const usm_allocator &a, const usm_allocator<U, OtherKind, OtherAlignment> &b) {
    return Kind == OtherKind && a.same_place(b);
  }
  template <class U, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator!=(const usm_allocator &a, const usm_allocator<U, OtherKind, OtherAlignment> &b) {
    return !(a == b);
  }

private:
  template <class U, usm::alloc K, std::size_t A> friend class usm_allocator;
  template <class Other> bool same_place(const Other &other) const {
    return context_ == other.context_ && device_ == other.device_;
  }

  context context_;
  device device_;
};

} // namespace _V1
} // namespace sycl
