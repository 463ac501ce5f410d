// class atomic_ref: atomic operations on an object in USM or local memory (SYCL 2020, 4.15.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <sycl/detail/atomic.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

/// Order of the reading and of the writing half of a read-modify-write (SYCL 2020, table of default orders).
constexpr memory_order read_order(memory_order o) {
  return o == memory_order::acq_rel ? memory_order::acquire : o == memory_order::release ? memory_order::relaxed : o;
}
constexpr memory_order write_order(memory_order o) {
  return o == memory_order::acq_rel ? memory_order::release : o;
}

/// What every atomic_ref has.
template <class T, memory_order DefaultOrder, memory_scope DefaultScope> class atomic_ref_base {
  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "an atomic_ref's default order is relaxed, acq_rel or seq_cst");

public:
  using value_type = T;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = read_order(DefaultOrder);
  static constexpr memory_order default_write_order = write_order(DefaultOrder);
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  explicit atomic_ref_base(T &object) noexcept : object_(&object) {}
  atomic_ref_base(const atomic_ref_base &) noexcept = default;
  atomic_ref_base &operator=(const atomic_ref_base &) = delete;

  bool is_lock_free() const noexcept { return true; }

  void store(T value, memory_order order = default_write_order, memory_scope scope = DefaultScope) const noexcept {
    atomic_store(object_, value, order, scope);
  }
  T load(memory_order order = default_read_order, memory_scope scope = DefaultScope) const noexcept {
    return atomic_load(object_, order, scope);
  }
  operator T() const noexcept { return load(); }
  T exchange(T value, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept {
    return atomic_exchange(object_, value, order, scope);
  }

  bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure,
                               memory_scope scope = DefaultScope) const noexcept {
    const T old = atomic_compare_exchange(object_, expected, desired, success, failure, scope);
    const bool same = std::memcmp(&old, &expected, sizeof(T)) == 0;
    expected = old;
    return same;
  }
  bool compare_exchange_strong(T &expected, T desired, memory_order order = DefaultOrder,
                               memory_scope scope = DefaultScope) const noexcept {
    return compare_exchange_strong(expected, desired, order, read_order(order), scope);
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure,
                             memory_scope scope = DefaultScope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure, scope);
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order order = DefaultOrder,
                             memory_scope scope = DefaultScope) const noexcept {
    return compare_exchange_strong(expected, desired, order, scope);
  }

protected:
  T *object_;
};

} // namespace detail

#define WEFT_FETCH(op)                                                                                                 \
  T fetch_##op(T value, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept {         \
    return detail::atomic_fetch_##op(this->object_, value, order, scope);                                              \
  }

/// Integers and floating-point types of 32 and 64 bits; pointers have their own form below.
template <class T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref : public detail::atomic_ref_base<T, DefaultOrder, DefaultScope> {
  static_assert(detail::is_atomic<T>,
                "atomic_ref is for integers and floating-point types of 32 or 64 bits, and pointers");
  static_assert(Space == access::address_space::generic_space || Space == access::address_space::global_space ||
                    Space == access::address_space::local_space,
                "an atomic_ref refers to global or local memory");
  using base = detail::atomic_ref_base<T, DefaultOrder, DefaultScope>;

public:
  using difference_type = T;
  static constexpr access::address_space address_space = Space;

  explicit atomic_ref(T &object) noexcept : base(object) {}
  atomic_ref(const atomic_ref &) noexcept = default;

  T operator=(T value) const noexcept {
    this->store(value);
    return value;
  }

  WEFT_FETCH(add)
  WEFT_FETCH(sub)
  WEFT_FETCH(min)
  WEFT_FETCH(max)
  T operator+=(T value) const noexcept { return fetch_add(value) + value; }
  T operator-=(T value) const noexcept { return fetch_sub(value) - value; }

  // Bits and counting exist for integers only.
#define WEFT_FETCH_BITS(op)                                                                                            \
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>>                                              \
  T fetch_##op(T value, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept {         \
    return detail::atomic_fetch_##op(this->object_, value, order, scope);                                              \
  }
  WEFT_FETCH_BITS(and)
  WEFT_FETCH_BITS(or)
  WEFT_FETCH_BITS(xor)
#undef WEFT_FETCH_BITS
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator&=(T value) const noexcept {
    return fetch_and(value) & value;
  }
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator|=(T value) const noexcept {
    return fetch_or(value) | value;
  }
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator^=(T value) const noexcept {
    return fetch_xor(value) ^ value;
  }
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator++() const noexcept {
    return fetch_add(1) + 1;
  }
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator++(int) const noexcept {
    return fetch_add(1);
  }
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator--() const noexcept {
    return fetch_sub(1) - 1;
  }
  template <class U = T, class = std::enable_if_t<std::is_integral_v<U>>> T operator--(int) const noexcept {
    return fetch_sub(1);
  }
};

#undef WEFT_FETCH

template <class T, memory_order DefaultOrder, memory_scope DefaultScope, access::address_space Space>
class atomic_ref<T *, DefaultOrder, DefaultScope, Space>
    : public detail::atomic_ref_base<T *, DefaultOrder, DefaultScope> {
  using base = detail::atomic_ref_base<T *, DefaultOrder, DefaultScope>;

public:
  using difference_type = std::ptrdiff_t;
  static constexpr access::address_space address_space = Space;

  explicit atomic_ref(T *&object) noexcept : base(object) {}
  atomic_ref(const atomic_ref &) noexcept = default;

  T *operator=(T *value) const noexcept {
    this->store(value);
    return value;
  }
  T *fetch_add(difference_type n, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept {
    return detail::atomic_fetch_add(this->object_, n, order, scope);
  }
  T *fetch_sub(difference_type n, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept {
    return detail::atomic_fetch_add(this->object_, -n, order, scope);
  }
  T *operator+=(difference_type n) const noexcept { return fetch_add(n) + n; }
  T *operator-=(difference_type n) const noexcept { return fetch_sub(n) - n; }
  T *operator++() const noexcept { return fetch_add(1) + 1; }
  T *operator++(int) const noexcept { return fetch_add(1); }
  T *operator--() const noexcept { return fetch_sub(1) - 1; }
  T *operator--(int) const noexcept { return fetch_sub(1); }
};

} // namespace _V1
} // namespace sycl
