// References that do not keep what they refer to alive (sycl_ext_oneapi_weak_object).
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <sycl/buffer.hpp>
#include <sycl/detail/objects.hpp>
#include <sycl/exception.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <class Object, class = void> inline constexpr bool shares = false;
template <class Object>
inline constexpr bool shares<Object, std::void_t<decltype(access::impl(std::declval<const Object &>()))>> = true;

/// What an object shares with its copies, and how an object is made of that again.
template <class Object> struct weak_parts {
  static_assert(shares<Object>,
                "weak_object: copies of accessors, streams and kernel_ids are plain values, which share "
                "nothing; refer to the buffer, queue or bundle");
  using owner = std::decay_t<decltype(access::impl(std::declval<const Object &>()))>;

  weak_parts() = default;
  explicit weak_parts(const Object &object) noexcept : shared(access::impl(object)) {}
  static const owner &owner_of(const Object &object) noexcept { return access::impl(object); }
  Object join(owner held) const { return access::make<Object>(std::move(held)); }

  typename owner::weak_type shared;
};

template <class T, int Dimensions, class AllocatorT> struct weak_parts<buffer<T, Dimensions, AllocatorT>> {
  using object = buffer<T, Dimensions, AllocatorT>;
  using owner = buffer_state;

  weak_parts() = default;
  explicit weak_parts(const object &b) : shared(owner_of(b)), rest(buffer_access::with_state(b, {})) {}
  static const owner &owner_of(const object &b) noexcept { return buffer_access::state(b); }
  object join(owner held) const { return buffer_access::with_state(*rest, std::move(held)); }

  owner::weak_type shared;
  std::optional<object> rest; ///< its extent, allocator and properties
};

} // namespace detail

namespace ext::oneapi {

/// Of an event that stands for no command it is expired from the start: nothing is shared there.
template <class Object> class weak_object {
  using parts = sycl::detail::weak_parts<Object>;

public:
  using object_type = Object;

  weak_object() noexcept = default;
  weak_object(const Object &object) noexcept : parts_(object) {}
  weak_object &operator=(const Object &object) noexcept {
    parts_ = parts(object);
    return *this;
  }

  void reset() noexcept { parts_ = parts(); }
  void swap(weak_object &other) noexcept { std::swap(parts_, other.parts_); }
  bool expired() const noexcept { return parts_.shared.expired(); }

  std::optional<Object> try_lock() const {
    auto held = parts_.shared.lock();
    return held ? std::optional<Object>(parts_.join(std::move(held))) : std::nullopt;
  }
  Object lock() const {
    if (std::optional<Object> object = try_lock())
      return *std::move(object);
    sycl::detail::throw_error(errc::invalid, "weak_object::lock: the object that it referred to is gone");
  }

  bool owner_before(const weak_object &other) const noexcept { return parts_.shared.owner_before(other.parts_.shared); }
  bool owner_before(const Object &other) const noexcept { return parts_.shared.owner_before(parts::owner_of(other)); }

private:
  parts parts_;
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
