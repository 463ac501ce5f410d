// Properties, and lists of them that constructors take (SYCL 2020, 4.5.4).
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <sycl/exception.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

/// A property that carries a value says so; every other is a flag.
template <class Property> struct property_number;
inline constexpr int first_property_with_value = 32;
inline constexpr int property_values = 4;
struct property_flags;

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

/// Hints: queues keep them; priorities are those of streams.
namespace ext::oneapi::property::queue {
class discard_events {};
class priority_low {};
class priority_normal {};
class priority_high {};
} // namespace ext::oneapi::property::queue
WEFT_PROPERTY(5, ext::oneapi::property::queue::discard_events)
WEFT_PROPERTY(6, ext::oneapi::property::queue::priority_low)
WEFT_PROPERTY(7, ext::oneapi::property::queue::priority_normal)
WEFT_PROPERTY(8, ext::oneapi::property::queue::priority_high)
namespace ext::oneapi::property::usm {
class device_read_only {};
} // namespace ext::oneapi::property::usm
WEFT_PROPERTY(18, ext::oneapi::property::usm::device_read_only)
namespace ext::oneapi::cuda::property::queue {
class use_default_stream {};
} // namespace ext::oneapi::cuda::property::queue
WEFT_PROPERTY(9, ext::oneapi::cuda::property::queue::use_default_stream)
namespace ext::intel::property::queue {
class no_immediate_command_list {};
class immediate_command_list {};
/// Which of a device's queues for kernels: the only one (sycl_ext_intel_queue_index).
class compute_index {
public:
  compute_index(int index = 0) {
    if (index != 0)
      detail::throw_error(errc::invalid, "compute_index: no device has more than max_compute_queue_indices = 1");
  }
  int get_index() const { return 0; }
};
} // namespace ext::intel::property::queue
WEFT_PROPERTY(20, ext::intel::property::queue::compute_index)
WEFT_PROPERTY(16, ext::intel::property::queue::no_immediate_command_list)
WEFT_PROPERTY(17, ext::intel::property::queue::immediate_command_list)

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

/// Every class that takes properties specialises it.
template <class Property, class Object> struct is_property_of : std::false_type {};
namespace detail {
template <class Property, class... All> using is_one_of = std::bool_constant<(std::is_same_v<Property, All> || ...)>;
} // namespace detail
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
      detail::throw_error(errc::invalid, "get_property: the property list does not hold that property");
    if constexpr (has_value<Property>)
      return *static_cast<const Property *>(values_[slot<Property>].get());
    else
      return Property();
  }

private:
  friend struct detail::property_flags;

  template <class Property>
  static constexpr bool has_value = detail::property_number<Property>::value >= detail::first_property_with_value;
  template <class Property>
  static constexpr int slot = detail::property_number<Property>::value - detail::first_property_with_value;

  template <class Property> static constexpr std::uint64_t flag() {
    static_assert(is_property_v<Property>, "not a property that Weft knows");
    return std::uint64_t(1) << detail::property_number<Property>::value;
  }

  template <class Property> void add(const Property &property) {
    set_ |= flag<Property>();
    if constexpr (has_value<Property>)
      values_[slot<Property>] = std::make_shared<Property>(property);
  }

  std::uint64_t set_ = 0;
  std::shared_ptr<const void> values_[detail::property_values];
};

namespace detail {
/// A list of flags as a number and back.
struct property_flags {
  static std::uint64_t of(const property_list &list) noexcept {
    return list.set_ & ((std::uint64_t(1) << first_property_with_value) - 1);
  }
  static property_list list(std::uint64_t flags) {
    property_list made;
    made.set_ = flags;
    return made;
  }
  template <class Property> static void add(property_list &list, const Property &p) { list.add(p); }
};
} // namespace detail

} // namespace _V1
} // namespace sycl
