// Atomic operations on what pointers point to, and class atomic (SYCLcompat).
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/multi_ptr.hpp>
#include <syclcompat/traits.hpp>

namespace syclcompat {

namespace detail {
using sycl::memory_order;
using sycl::memory_scope;
using address_space = sycl::access::address_space;

/// f with an atomic_ref of the order, which is known when the kernel runs.
template <address_space Space, memory_scope Scope, class T, class F>
auto with_order(T *address, memory_order order, F f) {
  switch (order) {
  case memory_order::relaxed:
    return f(sycl::atomic_ref<T, memory_order::relaxed, Scope, Space>(*address));
  case memory_order::seq_cst:
    return f(sycl::atomic_ref<T, memory_order::seq_cst, Scope, Space>(*address));
  default:
    return f(sycl::atomic_ref<T, memory_order::acq_rel, Scope, Space>(*address));
  }
}

/// Replaces the value by next(value) as one step; what it was before.
template <class Reference, class Next> unsigned replaced(Reference reference, Next next) {
  unsigned old = reference.load();
  while (!reference.compare_exchange_strong(old, next(old))) {
  }
  return old;
}

} // namespace detail

#define WEFT_SYCLCOMPAT_ATOMIC(name, Operand, ...)                                                                     \
  template <sycl::access::address_space Space = sycl::access::address_space::generic_space,                            \
            sycl::memory_order Order = sycl::memory_order::relaxed,                                                    \
            sycl::memory_scope Scope = sycl::memory_scope::device, class T>                                            \
  T name(T *addr, Operand<T> operand) {                                                                                \
    sycl::atomic_ref<T, Order, Scope, Space> reference(*addr);                                                         \
    return __VA_ARGS__;                                                                                                \
  }                                                                                                                    \
  template <sycl::access::address_space Space = sycl::access::address_space::generic_space,                            \
            sycl::memory_scope Scope = sycl::memory_scope::device, class T>                                            \
  T name(T *addr, Operand<T> operand, sycl::memory_order order) {                                                      \
    return detail::with_order<Space, Scope>(addr, order, [&](auto reference) -> T { return __VA_ARGS__; });            \
  }
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_add, arith_t, reference.fetch_add(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_sub, arith_t, reference.fetch_sub(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_and, type_identity_t, reference.fetch_and(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_or, type_identity_t, reference.fetch_or(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_xor, type_identity_t, reference.fetch_xor(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_min, type_identity_t, reference.fetch_min(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_fetch_max, type_identity_t, reference.fetch_max(operand))
WEFT_SYCLCOMPAT_ATOMIC(atomic_exchange, type_identity_t, reference.exchange(operand))
#undef WEFT_SYCLCOMPAT_ATOMIC

/// Counting up to `operand` and beginning again at 0 (inc), or down from it (dec).
#define WEFT_SYCLCOMPAT_COUNTER(name, next)                                                                            \
  template <sycl::access::address_space Space = sycl::access::address_space::generic_space,                            \
            sycl::memory_order Order = sycl::memory_order::relaxed,                                                    \
            sycl::memory_scope Scope = sycl::memory_scope::device>                                                     \
  unsigned name(unsigned *addr, unsigned operand) {                                                                    \
    return detail::replaced(sycl::atomic_ref<unsigned, Order, Scope, Space>(*addr),                                    \
                            [=](unsigned old) { return next; });                                                       \
  }                                                                                                                    \
  template <sycl::access::address_space Space = sycl::access::address_space::generic_space,                            \
            sycl::memory_scope Scope = sycl::memory_scope::device>                                                     \
  unsigned name(unsigned *addr, unsigned operand, sycl::memory_order order) {                                          \
    return detail::with_order<Space, Scope>(                                                                           \
        addr, order, [=](auto reference) { return detail::replaced(reference, [=](unsigned old) { return next; }); }); \
  }
WEFT_SYCLCOMPAT_COUNTER(atomic_fetch_compare_inc, old >= operand ? 0 : old + 1)
WEFT_SYCLCOMPAT_COUNTER(atomic_fetch_compare_dec, old == 0 || old > operand ? operand : old - 1)
#undef WEFT_SYCLCOMPAT_COUNTER

/// What the value was before.
template <sycl::access::address_space Space = sycl::access::address_space::generic_space,
          sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device,
          class T>
T atomic_compare_exchange_strong(T *addr, type_identity_t<T> expected, type_identity_t<T> desired,
                                 sycl::memory_order success = sycl::memory_order::relaxed,
                                 sycl::memory_order fail = sycl::memory_order::relaxed) {
  sycl::atomic_ref<T, Order, Scope, Space>(*addr).compare_exchange_strong(expected, desired, success, fail);
  return expected;
}
template <sycl::access::address_space Space = sycl::access::address_space::generic_space,
          sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device,
          class T, sycl::access::decorated Decorated>
T atomic_compare_exchange_strong(sycl::multi_ptr<T, Space, Decorated> addr, type_identity_t<T> expected,
                                 type_identity_t<T> desired, sycl::memory_order success = sycl::memory_order::relaxed,
                                 sycl::memory_order fail = sycl::memory_order::relaxed) {
  return atomic_compare_exchange_strong<Space, Order, Scope>(addr.get_raw(), expected, desired, success, fail);
}

/// A value that is there itself, not only a reference to one.
template <class T, sycl::memory_scope DefaultScope = sycl::memory_scope::system,
          sycl::memory_order DefaultOrder = sycl::memory_order::seq_cst,
          sycl::access::address_space Space = sycl::access::address_space::generic_space>
class atomic {
  using reference = sycl::atomic_ref<T, DefaultOrder, DefaultScope, Space>;

public:
  static constexpr sycl::memory_order default_read_order = reference::default_read_order;
  static constexpr sycl::memory_order default_write_order = reference::default_write_order;
  static constexpr sycl::memory_scope default_scope = DefaultScope;
  static constexpr sycl::memory_order default_read_modify_write_order = DefaultOrder;

  constexpr atomic() noexcept = default;
  constexpr atomic(T d) noexcept : value_(d) {}

  void store(T operand, sycl::memory_order order = default_write_order,
             sycl::memory_scope scope = default_scope) noexcept {
    reference(value_).store(operand, order, scope);
  }
  T load(sycl::memory_order order = default_read_order, sycl::memory_scope scope = default_scope) const noexcept {
    return reference(const_cast<T &>(value_)).load(order, scope);
  }
  T exchange(T operand, sycl::memory_order order = default_read_modify_write_order,
             sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).exchange(operand, order, scope);
  }
  bool compare_exchange_weak(T &expected, T desired, sycl::memory_order success, sycl::memory_order failure,
                             sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).compare_exchange_weak(expected, desired, success, failure, scope);
  }
  bool compare_exchange_weak(T &expected, T desired, sycl::memory_order order = default_read_modify_write_order,
                             sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).compare_exchange_weak(expected, desired, order, scope);
  }
  bool compare_exchange_strong(T &expected, T desired, sycl::memory_order success, sycl::memory_order failure,
                               sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).compare_exchange_strong(expected, desired, success, failure, scope);
  }
  bool compare_exchange_strong(T &expected, T desired, sycl::memory_order order = default_read_modify_write_order,
                               sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).compare_exchange_strong(expected, desired, order, scope);
  }
  T fetch_add(arith_t<T> operand, sycl::memory_order order = default_read_modify_write_order,
              sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).fetch_add(operand, order, scope);
  }
  T fetch_sub(arith_t<T> operand, sycl::memory_order order = default_read_modify_write_order,
              sycl::memory_scope scope = default_scope) noexcept {
    return reference(value_).fetch_sub(operand, order, scope);
  }

private:
  T value_ = T();
};

} // namespace syclcompat
