// From an index of any integer type to one within an axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/sycl.hpp>

#include "kernels/dpctl_tensor_types.hpp"

namespace dpctl::tensor::indexing_utils {

using dpctl::tensor::ssize_t;

namespace detail {

/// The index, no less than `lowest` and no more than `highest` (not negative), whatever the integer type.
template <typename IndT> ssize_t clamped(IndT ind, ssize_t lowest, ssize_t highest) {
  if constexpr (std::is_signed_v<IndT>) {
    const auto index = static_cast<std::intmax_t>(ind);
    return index < lowest ? lowest : index > highest ? highest : static_cast<ssize_t>(index);
  } else {
    return ind > static_cast<std::uintmax_t>(highest) ? highest : static_cast<ssize_t>(ind);
  }
}

} // namespace detail

/// Negative indices count from the end; what lies beyond an end means that end.
template <typename IndT> struct WrapIndex {
  static_assert(std::is_integral_v<IndT>);

  ssize_t operator()(ssize_t max_item, IndT ind) const {
    max_item = max_item > 1 ? max_item : 1;
    const ssize_t index = detail::clamped(ind, -max_item, max_item - 1);
    return index < 0 ? index + max_item : index;
  }
};

/// Negative indices mean the first element; what lies beyond the last means the last.
template <typename IndT> struct ClipIndex {
  static_assert(std::is_integral_v<IndT>);

  ssize_t operator()(ssize_t max_item, IndT ind) const {
    return detail::clamped(ind, 0, max_item > 1 ? max_item - 1 : 0);
  }
};

} // namespace dpctl::tensor::indexing_utils
