// An argument of a kernel as bytes (sycl_ext_oneapi_raw_kernel_arg).
#pragma once

#include <cstddef>

#include <sycl/detail/kernel_arguments.hpp>

#define SYCL_EXT_ONEAPI_RAW_KERNEL_ARG 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Says of bytes that they are a pointer.
struct pointer_arg_t {};
inline constexpr pointer_arg_t pointer_arg{};

/// Refers to the bytes, which handler::set_arg copies.
class raw_kernel_arg {
public:
  raw_kernel_arg(const void *pointer, pointer_arg_t) noexcept
      : bytes_(pointer), count_(sizeof(void *)), is_pointer_(true) {}
  raw_kernel_arg(const void *bytes, std::size_t count) noexcept : bytes_(bytes), count_(count) {}

private:
  friend sycl::detail::kernel_argument sycl::detail::make_argument(const raw_kernel_arg &);
  const void *bytes_;
  std::size_t count_;
  bool is_pointer_ = false;
};

} // namespace ext::oneapi::experimental
namespace detail {
inline kernel_argument make_argument(const ext::oneapi::experimental::raw_kernel_arg &a) {
  const auto *first = static_cast<const std::byte *>(a.bytes_);
  return {a.is_pointer_ ? kernel_argument::kind::pointer : kernel_argument::kind::raw, {first, first + a.count_}};
}
} // namespace detail
} // namespace _V1
} // namespace sycl
