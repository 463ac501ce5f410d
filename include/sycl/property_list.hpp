// Properties, and lists of them that constructors take (SYCL 2020, 4.5.4).
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <sycl/exception.hpp>

namespace sycl {

namespace detail {

/// A property that carries a value says so; every other is a flag.
template <class Property> struct property_number;
inline constexpr int first_property_with_value = 16;
inline constexpr int property_values = 2;

} // namespace detail

// Every property has a number, below which it is told apart in a list.
#define WEFT_PROPERTY(Number, Name)                                                                                    \
  template <> struct detail::property_number<Name> {                                                                   \
    static constexpr int value = Number;                                                                               \
  };

namespace property::queue {
class in_order {};
class enable_profiling {};
} // namespace property::queue
WEFT_PROPERTY(0, property::queue::in_order)
WEFT_PROPERTY(1, property::queue::enable_profiling)

namespace property::reduction {
class initialize_to_identity {};
} // namespace property::reduction
WEFT_PROPERTY(2, property::reduction::initialize_to_identity)

namespace property {
/// The command writes all that it leaves in the memory: nothing is copied to its device.
class no_init {};
using noinit = no_init;
} // namespace property
WEFT_PROPERTY(3, property::no_init)
inline constexpr property::no_init no_init{};
inline constexpr property::no_init noinit{};

template <class T, class = void> struct is_property : std::false_type {};
template <class T> struct is_property<T, std::void_t<decltype(detail::property_number<T>::value)>> : std::true_type {};
template <class T> inline constexpr bool is_property_v = is_property<T>::value;

template <class Property, class Object> struct is_property_of : std::false_type {};
template <class Property, class Object>
inline constexpr bool is_property_of_v = is_property_of<Property, Object>::value;

/// A set of properties.
class property_list {
public:
  template <class... Properties, class = std::enable_if_t<(is_property_v<Properties> && ...)>>
  property_list(Properties... properties) {
    (add(properties), ...);
  }

  template <class Property> bool has_property() const noexcept { return (set_ & flag<Property>()) != 0; }

  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      throw exception(errc::invalid, "get_property: the property list does not hold that property");
    if constexpr (has_value<Property>)
      return *static_cast<const Property *>(values_[slot<Property>].get());
    else
      return Property();
  }

private:
  template <class Property>
  static constexpr bool has_value = detail::property_number<Property>::value >= detail::first_property_with_value;
  template <class Property>
  static constexpr int slot = detail::property_number<Property>::value - detail::first_property_with_value;

  template <class Property> static constexpr unsigned flag() {
    static_assert(is_property_v<Property>, "not a property that Weft knows");
    return 1u << detail::property_number<Property>::value;
  }

  template <class Property> void add(const Property &property) {
    set_ |= flag<Property>();
    if constexpr (has_value<Property>)
      values_[slot<Property>] = std::make_shared<Property>(property);
  }

  unsigned set_ = 0;
  std::shared_ptr<const void> values_[detail::property_values];
};

} // namespace sycl
