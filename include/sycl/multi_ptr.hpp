// class multi_ptr and address spaces: on Weft every pointer is a generic one, so that these classes only say what a
// pointer points to (SYCL 2020, 4.7.7).
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include <sycl/detail/device.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, int Dimensions> class local_accessor;

/// Pointers and references are what they are: those that are decorated, too.
template <class T> struct remove_decoration {
  using type = T;
};
template <class T> using remove_decoration_t = typename remove_decoration<T>::type;

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
public:
  using value_type = T;
  using element_type = T;
  using pointer = T *;
  using reference = std::add_lvalue_reference_t<T>;
  using pointer_t = T *; // these four as SYCL 1.2.1 calls them
  using const_pointer_t = const T *;
  using reference_t = reference;
  using const_reference_t = std::add_lvalue_reference_t<const T>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;
  static constexpr access::address_space address_space = Space;
  static constexpr bool is_decorated = Decorated == access::decorated::yes;

  constexpr multi_ptr() noexcept = default;
  constexpr multi_ptr(std::nullptr_t) noexcept {}
  /// The legacy form is one that pointers turn into by themselves (SYCL 2020, 4.7.7.1).
  template <access::decorated D = Decorated, std::enable_if_t<D != access::decorated::legacy, int> = 0>
  constexpr explicit multi_ptr(T *pointer) noexcept : pointer_(pointer) {}
  template <access::decorated D = Decorated, std::enable_if_t<D == access::decorated::legacy, int> = 0>
  constexpr multi_ptr(T *pointer) noexcept : pointer_(pointer) {}
  /// To const, to void, to another decoration and to the generic space; into a named space only by address_space_cast.
  template <class U, access::address_space From, access::decorated D,
            class = std::enable_if_t<std::is_convertible_v<U *, T *> &&
                                     (From == Space || Space == access::address_space::generic_space)>>
  constexpr multi_ptr(const multi_ptr<U, From, D> &other) noexcept : pointer_(other.get_raw()) {}

  /// From void, when asked for.
  template <
      class U, access::decorated D,
      std::enable_if_t<std::is_void_v<U> && !std::is_void_v<T> && (std::is_const_v<T> || !std::is_const_v<U>), int> = 0>
  constexpr explicit multi_ptr(const multi_ptr<U, Space, D> &other) noexcept
      : pointer_(static_cast<T *>(other.get_raw())) {}

  /// To what an accessor stands for.
  template <class Accessor,
            class = std::enable_if_t<std::is_convertible_v<
                decltype(std::declval<const Accessor &>().template get_multi_ptr<Decorated>()), multi_ptr>>>
  multi_ptr(const Accessor &accessor) noexcept : pointer_(accessor.template get_multi_ptr<Decorated>().get_raw()) {}

  template <access::decorated D = Decorated, class = std::enable_if_t<D == access::decorated::legacy>>
  constexpr multi_ptr &operator=(T *pointer) noexcept {
    pointer_ = pointer;
    return *this;
  }
  constexpr multi_ptr &operator=(std::nullptr_t) noexcept { return *this = multi_ptr(); }

  constexpr T *get() const noexcept { return pointer_; }
  constexpr T *get_raw() const noexcept { return pointer_; }
  constexpr T *get_decorated() const noexcept { return pointer_; }
  constexpr operator T *() const noexcept { return pointer_; }

  /// A hint that elements of global memory will be needed soon; no device heeds it.
  template <access::address_space S = Space, class = std::enable_if_t<S == access::address_space::global_space>>
  void prefetch(std::size_t) const noexcept {}

  template <class U = T> constexpr std::add_lvalue_reference_t<U> operator*() const noexcept { return *pointer_; }
  constexpr T *operator->() const noexcept { return pointer_; }

  constexpr multi_ptr &operator++() noexcept { return ++pointer_, *this; }
  constexpr multi_ptr &operator--() noexcept { return --pointer_, *this; }
  constexpr multi_ptr operator++(int) noexcept { return multi_ptr(pointer_++); }
  constexpr multi_ptr operator--(int) noexcept { return multi_ptr(pointer_--); }
  constexpr multi_ptr &operator+=(difference_type n) noexcept { return pointer_ += n, *this; }
  constexpr multi_ptr &operator-=(difference_type n) noexcept { return pointer_ -= n, *this; }
  friend constexpr multi_ptr operator+(const multi_ptr &p, difference_type n) noexcept {
    return multi_ptr(p.pointer_ + n);
  }
  friend constexpr multi_ptr operator-(const multi_ptr &p, difference_type n) noexcept {
    return multi_ptr(p.pointer_ - n);
  }

  // Pointers into different allocations have an order, too.
#define WEFT_POINTER_COMPARISON(op, function)                                                                          \
  friend constexpr bool operator op(const multi_ptr &a, const multi_ptr &b) noexcept {                                 \
    return std::function<T *>()(a.pointer_, b.pointer_);                                                               \
  }                                                                                                                    \
  friend constexpr bool operator op(const multi_ptr &a, std::nullptr_t) noexcept { return a op multi_ptr(); }          \
  friend constexpr bool operator op(std::nullptr_t, const multi_ptr &b) noexcept { return multi_ptr() op b; }
  WEFT_POINTER_COMPARISON(==, equal_to)
  WEFT_POINTER_COMPARISON(!=, not_equal_to)
  WEFT_POINTER_COMPARISON(<, less)
  WEFT_POINTER_COMPARISON(>, greater)
  WEFT_POINTER_COMPARISON(<=, less_equal)
  WEFT_POINTER_COMPARISON(>=, greater_equal)
#undef WEFT_POINTER_COMPARISON

private:
  T *pointer_ = nullptr;
};

template <class T, int Dimensions>
multi_ptr(local_accessor<T, Dimensions>) -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

template <class T, access::decorated D = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <class T, access::decorated D = access::decorated::no>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
template <class T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T> using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <class T> using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <class T> using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T> using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <class T> using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <class T> using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

namespace ext::intel {
template <class T, access::decorated D = access::decorated::legacy> using device_ptr = global_ptr<T, D>;
template <class T, access::decorated D = access::decorated::legacy> using host_ptr = global_ptr<T, D>;
template <class T> using raw_device_ptr = raw_global_ptr<T>;
template <class T> using raw_host_ptr = raw_global_ptr<T>;
template <class T> using decorated_device_ptr = decorated_global_ptr<T>;
template <class T> using decorated_host_ptr = decorated_global_ptr<T>;
} // namespace ext::intel

namespace detail {
/// Is the object in that memory? The host does not know, and a work-item where it can access it.
template <sycl::access::address_space Space>
constexpr bool points_to([[maybe_unused]] const volatile void *pointer) noexcept {
#if WEFT_DEVICE_PASS
  if constexpr (Space != sycl::access::address_space::generic_space) {
    constexpr unsigned kind = Space == sycl::access::address_space::local_space     ? 1
                              : Space == sycl::access::address_space::private_space ? 2
                                                                                    : 0;
    return __weft_memory_kind(const_cast<const void *>(pointer)) == kind;
  }
#endif
  return true;
}
} // namespace detail

/// Null where the object is in other memory.
template <access::address_space Space, access::decorated Decorated, class T>
constexpr multi_ptr<T, Space, Decorated> address_space_cast(T *pointer) noexcept {
  return multi_ptr<T, Space, Decorated>(detail::points_to<Space>(pointer) ? pointer : nullptr);
}
template <access::address_space Space, access::decorated Decorated, class T>
constexpr multi_ptr<T, Space, Decorated> make_ptr(T *pointer) noexcept {
  return multi_ptr<T, Space, Decorated>(pointer);
}
template <class T, access::address_space Space, access::decorated D = access::decorated::legacy>
constexpr multi_ptr<T, Space, D> make_ptr(T *pointer) noexcept {
  return multi_ptr<T, Space, D>(pointer);
}

} // namespace _V1
} // namespace sycl
