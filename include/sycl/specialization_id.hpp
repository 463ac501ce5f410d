// class specialization_id: names a constant whose value is fixed when a kernel is compiled for a device (SYCL 2020,
// 4.9.5).
#pragma once

#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct specialization_access;
} // namespace detail

template <class T> class specialization_id {
public:
  using value_type = T;

  template <class... Args, class = std::enable_if_t<std::is_constructible_v<T, Args...>>>
  explicit constexpr specialization_id(Args &&...args) : value_(std::forward<Args>(args)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  friend struct detail::specialization_access;
  T value_; ///< unless another is set
};

namespace detail {

struct specialization_access {
  template <class T> static constexpr const T &value(const specialization_id<T> &id) { return id.value_; }
};
template <auto &Id> using specialization_type = typename std::remove_reference_t<decltype(Id)>::value_type;

/// The constant in device code: code generators know it by this name and give it its value.
template <auto &Id> struct specialization_constant {
  static specialization_type<Id> value;
};
template <auto &Id> specialization_type<Id> specialization_constant<Id>::value = specialization_access::value(Id);

} // namespace detail
} // namespace _V1
} // namespace sycl
