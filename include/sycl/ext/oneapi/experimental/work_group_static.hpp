// Local memory that is a variable's (sycl_ext_oneapi_work_group_static), or a launch's
// (sycl_ext_oneapi_work_group_scratch_memory).
#pragma once

#include <type_traits>

#include <sycl/detail/device.hpp>
#include <sycl/detail/kernel.hpp>

#define SYCL_EXT_ONEAPI_WORK_GROUP_STATIC 1
#define SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// One object of each work-group for each variable, whose value is open.
template <class T> class work_group_static final {
  static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>,
                "work_group_static: nobody makes or destroys what lies in the memory of a group");

public:
  work_group_static() = default;
  work_group_static(const work_group_static &) = delete;
  work_group_static &operator=(const work_group_static &) = delete;

  operator T &() const noexcept { return *&*this; }
  template <class U = T, class = std::enable_if_t<!std::is_array_v<U>>>
  const work_group_static &operator=(const T &value) const noexcept {
    *&*this = value;
    return *this;
  }
  WEFT_INLINE T *operator&() const noexcept {
    WEFT_DEVICE_RETURN(static_cast<T *>(__weft_group_variable(this, sizeof(T), alignof(T))));
  }

private:
  [[maybe_unused]] char name_; ///< so that it has an address, by which device code is compiled
};

/// What the launch's work_group_scratch_size asks for: the same memory for all that call it.
WEFT_INLINE void *get_work_group_scratch_memory() {
  WEFT_DEVICE_RETURN(__weft_scratch_memory());
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
