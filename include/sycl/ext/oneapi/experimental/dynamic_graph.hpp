// What may change between submissions of a graph (sycl_ext_oneapi_graph): arguments of its kernels, and command groups.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include <sycl/ext/oneapi/experimental/graph.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

WEFT_API std::shared_ptr<weft::sycl_api::DynamicParameter> make_dynamic_parameter(const kernel_argument &);
WEFT_API kernel_argument argument_of(const std::shared_ptr<weft::sycl_api::DynamicParameter> &);
WEFT_API void set_dynamic_parameter(weft::sycl_api::DynamicParameter &, const kernel_argument &);

} // namespace detail

namespace ext::oneapi::experimental {

/// A value that set_arg gives to kernels of a graph. Copies are the same parameter.
///
/// A kernel that is a plain function has it at its place. Of others, the captures must hold the value exactly once.
template <class T> class dynamic_parameter {
public:
  explicit dynamic_parameter(const T &value)
      : impl_(sycl::detail::make_dynamic_parameter(sycl::detail::make_argument(value))) {}
  dynamic_parameter(const command_graph<graph_state::modifiable> &, const T &value) : dynamic_parameter(value) {}

  /// The new value is that of the nodes; executable graphs take it with update(node), or when they are made.
  void update(const T &value) { sycl::detail::set_dynamic_parameter(*impl_, sycl::detail::make_argument(value)); }

private:
  template <class U> friend sycl::detail::kernel_argument sycl::detail::make_argument(const dynamic_parameter<U> &);
  std::shared_ptr<weft::sycl_api::DynamicParameter> impl_;
};

} // namespace ext::oneapi::experimental

template <class T>
detail::kernel_argument detail::make_argument(const ext::oneapi::experimental::dynamic_parameter<T> &p) {
  return argument_of(p.impl_);
}

} // namespace _V1
} // namespace sycl
