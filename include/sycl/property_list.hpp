// Property lists of queues, contexts and USM (SYCL 2020, 4.5.4).
#pragma once

#include <type_traits>

#include <sycl/exception.hpp>

namespace sycl {

namespace property::queue {
class in_order {};
class enable_profiling {};
} // namespace property::queue

namespace property::reduction {
class initialize_to_identity {};
} // namespace property::reduction

template <class T> struct is_property : std::false_type {};
template <> struct is_property<property::queue::in_order> : std::true_type {};
template <> struct is_property<property::queue::enable_profiling> : std::true_type {};
template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};
template <class T> inline constexpr bool is_property_v = is_property<T>::value;

template <class Property, class Object> struct is_property_of : std::false_type {};
template <class Property, class Object>
inline constexpr bool is_property_of_v = is_property_of<Property, Object>::value;

/// A set of properties; every one of Weft's is a flag.
class property_list {
public:
  template <class... Properties, class = std::enable_if_t<(is_property_v<Properties> && ...)>>
  property_list(Properties...) : flags_((0u | ... | flag<Properties>())) {}

  template <class Property> bool has_property() const noexcept { return (flags_ & flag<Property>()) != 0; }

  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      throw exception(errc::invalid, "get_property: the property list does not hold that property");
    return Property();
  }

private:
  template <class Property> static constexpr unsigned flag() {
    static_assert(is_property_v<Property>, "not a property that Weft knows");
    if constexpr (std::is_same_v<Property, property::queue::in_order>)
      return 1;
    else if constexpr (std::is_same_v<Property, property::queue::enable_profiling>)
      return 2;
    else
      return 4;
  }

  unsigned flags_;
};

} // namespace sycl
