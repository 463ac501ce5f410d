// What groups that wait for each other count in, and how many may.
#include <sycl/ext/oneapi/experimental/root_group.hpp>

namespace sycl::inline _V1::detail {

ext::oneapi::experimental::device_global<root_barrier> root_barrier_state;

} // namespace sycl::inline _V1::detail
