// class properties: lists that the compiler knows (sycl_ext_oneapi_properties).
#pragma once

#include <type_traits>

#define SYCL_EXT_ONEAPI_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace detail {
/// Of the one value that a property has, where that is a number rather than a type.
template <class Value, class = void> struct value_of_property {};
template <class Value> struct value_of_property<Value, std::void_t<decltype(Value::value)>> {
  static constexpr auto value = Value::value;
};
} // namespace detail
namespace ext::oneapi::experimental {

/// A property that is known when the program is compiled: its key and its values.
template <class Key, class... Values> struct property_value {
  using key_t = Key;
};
template <class Key, class Value> struct property_value<Key, Value> : sycl::detail::value_of_property<Value> {
  using key_t = Key;
  using value_t = Value;
};
template <class Key, class... A, class... B>
constexpr bool operator==(property_value<Key, A...>, property_value<Key, B...>) noexcept {
  return std::is_same_v<property_value<Key, A...>, property_value<Key, B...>>;
}
template <class Key, class... A, class... B>
constexpr bool operator!=(property_value<Key, A...> a, property_value<Key, B...> b) noexcept {
  return !(a == b);
}

} // namespace ext::oneapi::experimental
namespace detail {

template <class... Properties> struct property_pack {};

/// A property with a value of run time is its own key.
template <class Property> struct key_of_property {
  using type = Property;
};
template <class Key, class... Values>
struct key_of_property<ext::oneapi::experimental::property_value<Key, Values...>> {
  using type = Key;
};

template <class Key, class Property>
inline constexpr bool has_key = std::is_same_v<Key, typename key_of_property<Property>::type>;

// Lists are of one type in whatever order their properties are given: they lie by the names of their keys.
template <class Key> constexpr const char *name_of_key() {
  return __PRETTY_FUNCTION__;
}
template <class A, class B>
inline constexpr bool lies_before = __builtin_strcmp(name_of_key<typename key_of_property<A>::type>(),
                                                     name_of_key<typename key_of_property<B>::type>()) < 0;

template <class Property, class Sorted> struct inserted_property {
  using type = property_pack<Property>;
};
template <class First, class Pack> struct property_before;
template <class First, class... Rest> struct property_before<First, property_pack<Rest...>> {
  using type = property_pack<First, Rest...>;
};
template <class Property, class First, class... Rest>
struct inserted_property<Property, property_pack<First, Rest...>>
    : std::conditional_t<lies_before<Property, First>, property_before<Property, property_pack<First, Rest...>>,
                         property_before<First, typename inserted_property<Property, property_pack<Rest...>>::type>> {};

template <class... Properties> struct sorted_properties {
  using type = property_pack<>;
};
template <class First, class... Rest>
struct sorted_properties<First, Rest...> : inserted_property<First, typename sorted_properties<Rest...>::type> {};

/// The first of the values that is of type `Property`.
template <class Property, class First, class... Rest>
constexpr Property property_among(const First &first, const Rest &...rest) noexcept {
  if constexpr (std::is_same_v<Property, First> || sizeof...(Rest) == 0)
    return first;
  else
    return property_among<Property>(rest...);
}

} // namespace detail
namespace ext::oneapi::experimental {

template <class Pack = sycl::detail::property_pack<>> class properties;

template <class... Properties> class properties<sycl::detail::property_pack<Properties...>> : private Properties... {
public:
  constexpr properties() = default;
  template <class... Given,
            class = std::enable_if_t<sizeof...(Given) != 0 && sizeof...(Given) == sizeof...(Properties)>>
  constexpr properties(Given... given) noexcept : Properties(sycl::detail::property_among<Properties>(given...))... {}

  template <class Key> static constexpr bool has_property() noexcept {
    return (sycl::detail::has_key<Key, Properties> || ...);
  }
  template <class Key, class = std::enable_if_t<has_property<Key>()>> constexpr auto get_property() const noexcept {
    return get<Key, Properties...>();
  }

private:
  template <class Key, class First, class... Rest> constexpr auto get() const noexcept {
    if constexpr (sycl::detail::has_key<Key, First>)
      return static_cast<const First &>(*this);
    else
      return get<Key, Rest...>();
  }
};
template <class... Properties>
properties(Properties...) -> properties<typename sycl::detail::sorted_properties<Properties...>::type>;

using empty_properties_t = properties<>;

template <class T> struct is_property_list : std::false_type {};
template <class Pack> struct is_property_list<properties<Pack>> : std::true_type {};
template <class T> inline constexpr bool is_property_list_v = is_property_list<T>::value;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
