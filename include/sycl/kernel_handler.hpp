// class kernel_handler: the specialization constants of the kernel that runs (SYCL 2020, 4.9.5.3).
#pragma once

#include <sycl/detail/device.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl {
inline namespace _V1 {

class kernel_handler {
public:
  template <auto &Id> detail::specialization_type<Id> get_specialization_constant() const noexcept {
    WEFT_DEVICE_RETURN(detail::specialization_constant<Id>::value);
  }

private:
  kernel_handler() noexcept {}
  friend struct detail::current;
};

} // namespace _V1
} // namespace sycl
