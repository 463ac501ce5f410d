// Properties of accessors that the compiler knows (SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES): hints, which change nothing.
#pragma once

#include <type_traits>

#include <sycl/property_list.hpp>

#define SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace ext {

namespace oneapi {
namespace property {
struct no_offset {
  template <bool Value = true> struct instance {
    constexpr bool operator==(const instance &) const noexcept { return true; }
  };
};
struct no_alias {
  template <bool Value = true> struct instance {
    constexpr bool operator==(const instance &) const noexcept { return true; }
  };
};
} // namespace property
inline constexpr property::no_offset::instance<> no_offset;
inline constexpr property::no_alias::instance<> no_alias;
} // namespace oneapi

namespace intel {
namespace property {
struct buffer_location {
  template <int Number> struct instance {
    static constexpr int get_location() noexcept { return Number; }
    constexpr bool operator==(const instance &) const noexcept { return true; }
  };
};
} // namespace property
template <int Number> inline constexpr property::buffer_location::instance<Number> buffer_location;
} // namespace intel

} // namespace ext
namespace detail {

/// Is `Given` the property `Asked`, which may be a family of them?
template <class Asked, class Given> inline constexpr bool is_instance = std::is_same_v<Asked, Given>;
template <bool Value>
inline constexpr bool is_instance<ext::oneapi::property::no_offset, ext::oneapi::property::no_offset::instance<Value>> =
    true;
template <bool Value>
inline constexpr bool is_instance<ext::oneapi::property::no_alias, ext::oneapi::property::no_alias::instance<Value>> =
    true;
template <int Number>
inline constexpr bool
    is_instance<ext::intel::property::buffer_location, ext::intel::property::buffer_location::instance<Number>> = true;

} // namespace detail
namespace ext::oneapi {

/// Any of these beside properties of SYCL's own; for an accessor it is the list of the latter.
template <class... Properties> class accessor_property_list {
public:
  constexpr accessor_property_list(const Properties &...) noexcept {}

  template <class Property> static constexpr bool has_property() noexcept {
    return (sycl::detail::is_instance<Property, Properties> || ...);
  }
  template <class Property, class = std::enable_if_t<has_property<Property>()>>
  static constexpr auto get_property() noexcept {
    return find<Property, Properties...>();
  }

  operator property_list() const {
    property_list list;
    (keep<Properties>(list), ...);
    return list;
  }

private:
  template <class Property, class First, class... Rest> static constexpr auto find() noexcept {
    if constexpr (sycl::detail::is_instance<Property, First>)
      return First();
    else
      return find<Property, Rest...>();
  }
  template <class Property> static void keep(property_list &list) {
    if constexpr (is_property_v<Property>)
      sycl::detail::property_flags::add(list, Property());
  }
};
template <class... Properties> accessor_property_list(const Properties &...) -> accessor_property_list<Properties...>;

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
