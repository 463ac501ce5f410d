// Choosing devices: scores of the standard selectors and of filter strings (SYCL 2020, 4.6.1).
#include <sycl/device_selector.hpp>
#include <sycl/ext/oneapi/filter_selector.hpp>

#include "runtime/selector.hpp"
#include "sycl/bridge.hpp"

namespace sycl::inline _V1::detail {

using namespace weft;
using namespace weft::sycl_api;

std::shared_ptr<runtime::Device> select_device(const std::function<int(const device &)> &score) {
  std::shared_ptr<runtime::Device> best;
  int best_score = -1;
  for (const auto &candidate : translated([] { return runtime::devices(); })) {
    const int s = score(make(candidate));
    if (s > best_score || (s == best_score && s >= 0 && default_score(make(candidate)) > default_score(make(best)))) {
      best = candidate;
      best_score = s;
    }
  }
  if (!best)
    detail::throw_error(errc::runtime, "device selection: no device of this machine fits the selector; " +
                                           runtime::what_lets_through());
  return best;
}

std::shared_ptr<runtime::Platform> platform_of(const std::shared_ptr<runtime::Device> &d) {
  return d->platform();
}

int default_score(const device &d) {
  return runtime::default_score(*device_of(d));
}

int score_by_type(const device &d, info::device_type type) {
  return d.get_info<info::device::device_type>() == type ? 1000 : -1;
}

int score_by_aspects(const device &d, const std::vector<aspect> &required, const std::vector<aspect> &denied) {
  for (aspect a : required)
    if (!d.has(a))
      return -1;
  for (aspect a : denied)
    if (d.has(a))
      return -1;
  return default_score(d);
}

void check_filter(const std::string &filter) {
  translated([&] {
    try {
      runtime::select(filter);
    } catch (const Error &e) {
      if (e.code() != Errc::runtime) // a good filter may match nothing
        throw;
    }
  });
}

int score_by_filter(const device &d, const std::string &filter) {
  try {
    return runtime::select(filter) == device_of(d) ? default_score(d) + 1000 : -1;
  } catch (const Error &) {
    return -1;
  }
}

} // namespace sycl::inline _V1::detail

sycl::device sycl::device_selector::select_device() const {
  return device(*this);
}
