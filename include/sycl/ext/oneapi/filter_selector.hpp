// filter_selector: devices by a string such as "cuda:gpu:0" (sycl_ext_oneapi_filter_selector).
#pragma once

#include <string>

#include <sycl/device_selector.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
WEFT_API void check_filter(const std::string &filter); ///< Throws errc::invalid for bad syntax.
WEFT_API int score_by_filter(const device &d, const std::string &filter);
} // namespace detail

namespace ext::oneapi {

/// "backend:type:number", any part left out, several alternatives separated by commas.
class WEFT_API filter_selector : public device_selector {
public:
  explicit filter_selector(const std::string &filter) : filter_(filter) { sycl::detail::check_filter(filter); }
  int operator()(const device &d) const override { return sycl::detail::score_by_filter(d, filter_); }

private:
  std::string filter_;
};

} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl
