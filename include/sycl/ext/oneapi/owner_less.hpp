// Orders objects, and weak references to them, by what they share (sycl_ext_oneapi_weak_object).
#pragma once

#include <sycl/ext/oneapi/weak_object.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

template <class Object> struct owner_less {
  bool operator()(const Object &a, const Object &b) const noexcept { return a.ext_oneapi_owner_before(b); }
  bool operator()(const Object &a, const weak_object<Object> &b) const noexcept { return a.ext_oneapi_owner_before(b); }
  bool operator()(const weak_object<Object> &a, const Object &b) const noexcept { return a.owner_before(b); }
  bool operator()(const weak_object<Object> &a, const weak_object<Object> &b) const noexcept {
    return a.owner_before(b);
  }
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
