// How selectors choose: a selector scores every device and the highest non-negative score wins (SYCL 2020, 4.6.1).
#pragma once

#include <functional>
#include <memory>
#include <type_traits>

#include <sycl/detail/config.hpp>

namespace weft::runtime {
class Device;
class Platform;
} // namespace weft::runtime

namespace sycl {
inline namespace _V1 {

class device;
class platform;

namespace detail {

template <class Selector> using if_selector = std::enable_if_t<std::is_invocable_r_v<int, Selector &, const device &>>;

/// What a selector says of a device; a copy of it does where its call operator is not const.
template <class Selector> auto scores_of(const Selector &selector) {
  if constexpr (std::is_invocable_v<const Selector &, const device &>)
    return [&selector](const device &d) -> int { return selector(d); };
  else
    return [copy = selector](const device &d) mutable -> int { return copy(d); };
}

/// Throws errc::runtime if no device scores 0 or more.
WEFT_API std::shared_ptr<weft::runtime::Device> select_device(const std::function<int(const device &)> &score);
WEFT_API std::shared_ptr<weft::runtime::Platform> platform_of(const std::shared_ptr<weft::runtime::Device> &);

} // namespace detail
} // namespace _V1
} // namespace sycl
