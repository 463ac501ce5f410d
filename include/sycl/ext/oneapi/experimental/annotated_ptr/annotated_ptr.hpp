// Pointers and kernel arguments of which a program tells properties (sycl_ext_oneapi_annotated_ptr,
// sycl_ext_oneapi_annotated_arg). An alignment is believed; all others are kept and have no effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/detail/config.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#define SYCL_EXT_ONEAPI_ANNOTATED_PTR 1
#define SYCL_EXT_ONEAPI_ANNOTATED_ARG 1
#define SYCL_EXT_ONEAPI_KERNEL_ARG_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct alignment_key {
  template <int Bytes> using value_t = property_value<alignment_key, std::integral_constant<int, Bytes>>;
};
template <int Bytes> inline constexpr alignment_key::value_t<Bytes> alignment;

#define WEFT_PLAIN_PROPERTY(name)                                                                                      \
  struct name##_key {                                                                                                  \
    using value_t = property_value<name##_key>;                                                                        \
  };                                                                                                                   \
  inline constexpr name##_key::value_t name;
WEFT_PLAIN_PROPERTY(restrict)
WEFT_PLAIN_PROPERTY(unaliased)
#undef WEFT_PLAIN_PROPERTY

} // namespace ext::oneapi::experimental
namespace detail {

template <class Properties> constexpr std::size_t told_alignment() {
  if constexpr (Properties::template has_property<ext::oneapi::experimental::alignment_key>())
    return static_cast<std::size_t>(
        decltype(std::declval<Properties>().template get_property<ext::oneapi::experimental::alignment_key>())::value);
  else
    return 1;
}

/// Those of both lists, each once.
template <class Pack, class... More> struct joined_properties {
  using type = ext::oneapi::experimental::properties<Pack>;
};
template <class... P, class First, class... More>
struct joined_properties<property_pack<P...>, First, More...>
    : joined_properties<
          std::conditional_t<(std::is_same_v<P, First> || ...), property_pack<P...>, property_pack<P..., First>>,
          More...> {
  static_assert(((std::is_same_v<P, First> || !has_key<typename key_of_property<First>::type, P>) && ...),
                "annotated_ptr: both lists have the property, with different values");
};
template <class A, class B> struct union_of_properties;
template <class... A, class... B>
struct union_of_properties<ext::oneapi::experimental::properties<property_pack<A...>>,
                           ext::oneapi::experimental::properties<property_pack<B...>>>
    : joined_properties<property_pack<A...>, B...> {};

} // namespace detail
namespace ext::oneapi::experimental {

/// What an annotated_ptr points to: reads and writes give and take values.
template <class T, class Properties = empty_properties_t> class annotated_ref {
public:
  explicit annotated_ref(T *place) noexcept : place_(place) {}
  annotated_ref(const annotated_ref &) = delete;

  operator T() const { return *place_; }
  template <class U, class = std::enable_if_t<!std::is_same_v<std::decay_t<U>, annotated_ref>>>
  T operator=(U &&value) const {
    return *place_ = std::forward<U>(value);
  }
  T operator=(const annotated_ref &other) const { return *place_ = static_cast<T>(other); }

#define WEFT_UPDATE(op)                                                                                                \
  template <class U, class V = T> auto operator op## = (U && value) const->decltype(std::declval<V>() op value, V()) { \
    return *place_ = static_cast<T>(*place_ op std::forward<U>(value));                                                \
  }
  WEFT_UPDATE(+)
  WEFT_UPDATE(-)
  WEFT_UPDATE(*)
  WEFT_UPDATE(/)
  WEFT_UPDATE(%)
  WEFT_UPDATE(<<)
  WEFT_UPDATE(>>)
  WEFT_UPDATE(&)
  WEFT_UPDATE(|)
  WEFT_UPDATE(^)
#undef WEFT_UPDATE
  T operator++() const { return ++*place_; }
  T operator++(int) const { return (*place_)++; }
  T operator--() const { return --*place_; }
  T operator--(int) const { return (*place_)--; }

private:
  T *place_;
};

template <class T, class Properties = empty_properties_t> class annotated_ptr {
public:
  using reference = annotated_ref<T, Properties>;

  annotated_ptr() noexcept = default;
  explicit annotated_ptr(T *pointer, const std::common_type_t<Properties> & = Properties()) noexcept
      : pointer_(pointer) {}
  template <class First, class... Rest, class = std::enable_if_t<!is_property_list_v<First>>>
  explicit annotated_ptr(T *pointer, First, Rest...) noexcept : pointer_(pointer) {}
  template <class U, class P, class = std::enable_if_t<std::is_convertible_v<U *, T *>>>
  explicit annotated_ptr(const annotated_ptr<U, P> &other) noexcept : pointer_(other.get()) {}
  template <class U, class P, class Q, class = std::enable_if_t<std::is_convertible_v<U *, T *>>>
  explicit annotated_ptr(const annotated_ptr<U, P> &other, properties<Q>) noexcept : pointer_(other.get()) {}
  annotated_ptr(const annotated_ptr &) noexcept = default;
  annotated_ptr &operator=(const annotated_ptr &) noexcept = default;

  operator T *() const noexcept = delete;
  explicit operator bool() const noexcept { return pointer_ != nullptr; }
  T *get() const noexcept { return pointer_; }
  reference operator*() const noexcept { return reference(aligned()); }
  reference operator[](std::ptrdiff_t i) const noexcept { return reference(aligned() + i); }

  annotated_ptr operator+(std::size_t n) const noexcept { return annotated_ptr(pointer_ + n); }
  std::ptrdiff_t operator-(annotated_ptr other) const noexcept { return pointer_ - other.pointer_; }
  annotated_ptr &operator++() noexcept {
    ++pointer_;
    return *this;
  }
  annotated_ptr operator++(int) noexcept { return annotated_ptr(pointer_++); }
  annotated_ptr &operator--() noexcept {
    --pointer_;
    return *this;
  }
  annotated_ptr operator--(int) noexcept { return annotated_ptr(pointer_--); }

  template <class Key> static constexpr bool has_property() { return Properties::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return Properties().template get_property<Key>(); }

private:
  T *aligned() const noexcept {
    return static_cast<T *>(__builtin_assume_aligned(pointer_, sycl::detail::told_alignment<Properties>()));
  }

  T *pointer_ = nullptr;
};
template <class T> annotated_ptr(T *) -> annotated_ptr<T>;
template <class T, class First, class... Rest, class = std::enable_if_t<!is_property_list_v<First>>>
annotated_ptr(T *, First, Rest...) -> annotated_ptr<T, decltype(properties{First(), Rest()...})>;
template <class T, class P> annotated_ptr(T *, properties<P>) -> annotated_ptr<T, properties<P>>;
template <class T, class P, class Q>
annotated_ptr(annotated_ptr<T, P>, properties<Q>)
    -> annotated_ptr<T, typename sycl::detail::union_of_properties<P, properties<Q>>::type>;

/// A kernel's argument: a value, or a pointer.
template <class T, class Properties = empty_properties_t> class annotated_arg {
public:
  annotated_arg() noexcept = default;
  annotated_arg(const T &value, const std::common_type_t<Properties> & = Properties()) noexcept : value_(value) {}
  template <class First, class... Rest, class = std::enable_if_t<!is_property_list_v<First>>>
  annotated_arg(const T &value, First, Rest...) noexcept : value_(value) {}
  template <class U, class P, class = std::enable_if_t<std::is_convertible_v<U, T>>>
  explicit annotated_arg(const annotated_arg<U, P> &other) noexcept : value_(static_cast<U>(other)) {}
  template <class U, class P, class Q, class = std::enable_if_t<std::is_convertible_v<U, T>>>
  explicit annotated_arg(const annotated_arg<U, P> &other, properties<Q>) noexcept : value_(static_cast<U>(other)) {}

  operator T() noexcept { return get(); }
  operator T() const noexcept { return get(); }
  template <class U = T> auto operator[](std::ptrdiff_t i) const -> decltype(std::declval<const U &>()[i]) {
    return get()[i];
  }
  template <class U = T> U operator->() const noexcept {
    static_assert(std::is_pointer_v<U>, "annotated_arg: -> is for pointers");
    return get();
  }

  template <class Key> static constexpr bool has_property() { return Properties::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return Properties().template get_property<Key>(); }

private:
  T get() const noexcept {
    if constexpr (std::is_pointer_v<T>)
      return static_cast<T>(__builtin_assume_aligned(value_, sycl::detail::told_alignment<Properties>()));
    else
      return value_;
  }

  T value_{};
};
template <class T> annotated_arg(T) -> annotated_arg<T>;
template <class T, class First, class... Rest, class = std::enable_if_t<!is_property_list_v<First>>>
annotated_arg(T, First, Rest...) -> annotated_arg<T, decltype(properties{First(), Rest()...})>;
template <class T, class P> annotated_arg(T, properties<P>) -> annotated_arg<T, properties<P>>;
template <class T, class P, class Q>
annotated_arg(annotated_arg<T, P>, properties<Q>)
    -> annotated_arg<T, typename sycl::detail::union_of_properties<P, properties<Q>>::type>;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
