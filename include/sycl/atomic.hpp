// class atomic: SYCL 1.2.1's atomic operations, which atomic_ref replaced (SYCL 2020, 4.15.4).
#pragma once

#include <cstring>

#include <sycl/detail/atomic.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, access::address_space Space = access::address_space::global_space> class atomic {
public:
  template <class U, access::decorated D> atomic(multi_ptr<U, Space, D> p) noexcept : object_(p.get_raw()) {
    static_assert(sizeof(U) == sizeof(T), "an atomic is made of a pointer to an object of its size");
  }

  void store(T v, memory_order o = memory_order::relaxed) { detail::atomic_store(object_, v, o, scope); }
  T load(memory_order o = memory_order::relaxed) const { return detail::atomic_load(object_, o, scope); }
  bool compare_exchange_strong(T &expected, T desired, memory_order success = memory_order::relaxed,
                               memory_order failure = memory_order::relaxed) {
    const T old = detail::atomic_compare_exchange(object_, expected, desired, success, failure, scope);
    const bool same = std::memcmp(&old, &expected, sizeof(T)) == 0;
    expected = old;
    return same;
  }
#define WEFT_ATOMIC_MEMBER(name, function)                                                                             \
  T name(T v, memory_order o = memory_order::relaxed) { return detail::function(object_, v, o, scope); }
  WEFT_ATOMIC_MEMBER(exchange, atomic_exchange)
  WEFT_ATOMIC_MEMBER(fetch_add, atomic_fetch_add)
  WEFT_ATOMIC_MEMBER(fetch_sub, atomic_fetch_sub)
  WEFT_ATOMIC_MEMBER(fetch_and, atomic_fetch_and)
  WEFT_ATOMIC_MEMBER(fetch_or, atomic_fetch_or)
  WEFT_ATOMIC_MEMBER(fetch_xor, atomic_fetch_xor)
  WEFT_ATOMIC_MEMBER(fetch_min, atomic_fetch_min)
  WEFT_ATOMIC_MEMBER(fetch_max, atomic_fetch_max)
#undef WEFT_ATOMIC_MEMBER

private:
  static constexpr memory_scope scope =
      Space == access::address_space::local_space ? memory_scope::work_group : memory_scope::device;

  T *object_;
};

// The same as functions.
template <class T, access::address_space S>
void atomic_store(atomic<T, S> object, T v, memory_order o = memory_order::relaxed) {
  object.store(v, o);
}
template <class T, access::address_space S> T atomic_load(atomic<T, S> object, memory_order o = memory_order::relaxed) {
  return object.load(o);
}
template <class T, access::address_space S>
bool atomic_compare_exchange_strong(atomic<T, S> object, T &expected, T desired,
                                    memory_order success = memory_order::relaxed,
                                    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}
#define WEFT_ATOMIC_FUNCTION(name)                                                                                     \
  template <class T, access::address_space S>                                                                          \
  T atomic_##name(atomic<T, S> object, T v, memory_order o = memory_order::relaxed) {                                  \
    return object.name(v, o);                                                                                          \
  }
WEFT_ATOMIC_FUNCTION(exchange)
WEFT_ATOMIC_FUNCTION(fetch_add)
WEFT_ATOMIC_FUNCTION(fetch_sub)
WEFT_ATOMIC_FUNCTION(fetch_and)
WEFT_ATOMIC_FUNCTION(fetch_or)
WEFT_ATOMIC_FUNCTION(fetch_xor)
WEFT_ATOMIC_FUNCTION(fetch_min)
WEFT_ATOMIC_FUNCTION(fetch_max)
#undef WEFT_ATOMIC_FUNCTION

} // namespace _V1
} // namespace sycl
