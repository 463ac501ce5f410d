// The one door between SYCL objects and the runtime objects that they share (pimpl by std::shared_ptr).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <sycl/detail/config.hpp>

namespace weft::runtime {
class Context;
class Device;
class EventState;
class Platform;
class Queue;
} // namespace weft::runtime

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {
template <class Object> class weak_object; // <sycl/ext/oneapi/weak_object.hpp>
} // namespace ext::oneapi

namespace detail {

/// Base of every SYCL class with common reference semantics (SYCL 2020, 4.5.2): copies share, equality is identity.
template <class Derived, class Impl> class shared_object {
public:
  friend bool operator==(const Derived &a, const Derived &b) noexcept { return a.identity() == b.identity(); }
  friend bool operator!=(const Derived &a, const Derived &b) noexcept { return a.identity() != b.identity(); }

  bool ext_oneapi_owner_before(const Derived &other) const noexcept { return impl_.owner_before(other.impl_); }
  template <class Object> bool ext_oneapi_owner_before(const ext::oneapi::weak_object<Object> &other) const noexcept {
    return ext::oneapi::weak_object<Object>(static_cast<const Derived &>(*this)).owner_before(other);
  }

protected:
  shared_object() = default;
  explicit shared_object(std::shared_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}

  std::uintptr_t identity() const noexcept { return reinterpret_cast<std::uintptr_t>(impl_.get()); }

  std::shared_ptr<Impl> impl_;
  friend struct access;
};

/// Reaches the runtime object of a SYCL object, and makes a SYCL object of a runtime object.
struct access {
  template <class Object> static const auto &impl(const Object &object) noexcept { return object.impl_; }
  template <class Object> static std::uintptr_t identity(const Object &object) noexcept { return object.identity(); }
  template <class Object, class Impl> static Object make(std::shared_ptr<Impl> impl) { return Object(std::move(impl)); }
};

template <class Object> struct hash_by_identity {
  std::size_t operator()(const Object &object) const noexcept {
    return std::hash<std::uintptr_t>()(access::identity(object));
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
