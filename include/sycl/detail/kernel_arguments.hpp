// Arguments that handler::set_arg gives to a sycl::kernel by their place: of a program in another language, or a plain
// function.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/submit.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/nd_range.hpp>

namespace sycl {
inline namespace _V1 {

class kernel;
class kernel_id;
namespace ext::oneapi::experimental {
class raw_kernel_arg;
template <class T> class dynamic_parameter;
} // namespace ext::oneapi::experimental
template <class T, int Dimensions> class local_accessor;
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder> class accessor;

namespace detail {

/// A kernel of a bundle, whose class may be incomplete yet.
template <class Kernel> using if_kernel_object = std::enable_if_t<std::is_same_v<Kernel, kernel>>;

struct kernel_argument {
  enum class kind { unset, integer, floating, pointer, local, raw } of = kind::unset;
  std::vector<std::byte> bytes = {}; ///< of the value; local memory has none
  std::size_t local_bytes = 0;
  std::vector<std::byte> object = {}; ///< an accessor itself, as functions of the program take it
  std::shared_ptr<weft::sycl_api::DynamicParameter> dynamic = {}; ///< which the value may be changed through
};

/// Where a parameter of a kernel that is a function of the program lies among its captures.
struct kernel_parameter {
  std::size_t place, size;
};
struct kernel_signature {
  int dims = 0;         ///< of its nd_range; 0: a task
  std::size_t size = 0; ///< of all captures
  std::vector<kernel_parameter> parameters = {};
};

template <class T> std::vector<std::byte> bytes_of(const T &value) {
  const auto *first = reinterpret_cast<const std::byte *>(std::addressof(value));
  return {first, first + sizeof(T)};
}
template <class T> kernel_argument make_argument(const T &value) {
  static_assert(is_device_copyable_v<T>, "set_arg: an argument is a value that is device copyable, or an accessor");
  using kind = kernel_argument::kind;
  return {std::is_pointer_v<T>                         ? kind::pointer
          : std::is_integral_v<T> || std::is_enum_v<T> ? kind::integer
          : std::is_floating_point_v<T>                ? kind::floating
                                                       : kind::raw,
          bytes_of(value)};
}
template <class T, int D, access_mode Mode, target Target, sycl::access::placeholder P>
kernel_argument make_argument(const accessor<T, D, Mode, Target, P> &a) {
  return {kernel_argument::kind::pointer, bytes_of(region_access::region(a).data), 0, bytes_of(a)};
}
template <class T, int D> kernel_argument make_argument(const local_accessor<T, D> &a) {
  return {kernel_argument::kind::local, {}, a.byte_size(), bytes_of(a)};
}

kernel_argument make_argument(const ext::oneapi::experimental::raw_kernel_arg &);
template <class T> kernel_argument make_argument(const ext::oneapi::experimental::dynamic_parameter<T> &);

/// Ties dynamic parameters among these to the kernel that was recorded, by their values. Throws errc::invalid where it
/// was not, or has no such value or several.
WEFT_API void bind_captures(const event &launched, const std::vector<kernel_argument> &);

/// In the order of SYCL; without `local` the device chooses groups.
struct kernel_range {
  int dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {0, 0, 0};
};
template <int D> kernel_range range_of(const range<D> &r) {
  kernel_range made{D};
  for (int d = 0; d < D; ++d)
    made.global[d] = r[d];
  return made;
}
template <int D> kernel_range range_of(const nd_range<D> &r) {
  kernel_range made = range_of(r.get_global_range());
  for (int d = 0; d < D; ++d)
    made.local[d] = r.get_local_range()[d];
  return made;
}

/// Tells how the kernel takes arguments one by one.
WEFT_API void describe_parameters(const kernel_entry &, const kernel_signature &);
WEFT_API kernel_id id_of_entry(const kernel_entry &);

/// Throws errc::invalid for kernels that the program itself defines by a function object, and errc::kernel_argument
/// for arguments that are missing or of another type than the kernel's.
WEFT_API event launch_kernel(const queue &q, const kernel &k, const kernel_range &range,
                             const std::vector<kernel_argument> &arguments, event_list depends,
                             const launch_extras &extras);

} // namespace detail
} // namespace _V1
} // namespace sycl
