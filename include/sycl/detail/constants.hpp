// Specialization constants on the host: how handlers and kernel bundles set and read them.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include <sycl/detail/config.hpp>
#include <sycl/specialization_id.hpp>

namespace weft::sycl_api {
struct Bundle;
class Constants;
} // namespace weft::sycl_api

namespace sycl {
inline namespace _V1 {
namespace detail {

struct constant_name {
  const char *tu, *name;
};

WEFT_API void set_constant(std::shared_ptr<weft::sycl_api::Constants> &, const constant_name &, const void *value,
                           std::size_t bytes);
/// False where it was not set.
WEFT_API bool get_constant(const weft::sycl_api::Constants *, const constant_name &, void *value, std::size_t bytes);
WEFT_API const weft::sycl_api::Constants *bundle_constants(const weft::sycl_api::Bundle &);

#if WEFT_HAS_KERNELS
template <auto &Id> constant_name constant_key() {
  return {unit(), __builtin_sycl_unique_stable_name(specialization_constant<Id>)};
}

template <auto &Id> specialization_type<Id> constant_or_default(const weft::sycl_api::Constants *set) {
  using T = specialization_type<Id>;
  alignas(T) unsigned char room[sizeof(T)];
  if (get_constant(set, constant_key<Id>(), room, sizeof(T)))
    return *std::launder(reinterpret_cast<T *>(room));
  return specialization_access::value(Id);
}
#endif

} // namespace detail
} // namespace _V1
} // namespace sycl
