// class platform over runtime::Platform (SYCL 2020, 4.6.2).
#include <algorithm>

#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

namespace {

bool is_of_type(const device &d, info::device_type type) {
  return type == info::device_type::all || d.get_info<info::device::device_type>() == type;
}

} // namespace

platform::platform() : platform(translated([] { return runtime::default_device()->platform(); })) {}

backend platform::get_backend() const noexcept {
  return backend_of(impl_->backend().told);
}

std::vector<device> platform::ext_oneapi_get_composite_devices() const {
  return {};
}

std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> devices = make(impl_->devices());
  if (type == info::device_type::automatic) // what a program that does not care should take
    return devices.empty() ? devices : std::vector{*std::ranges::max_element(devices, {}, detail::default_score)};
  std::erase_if(devices, [=](const device &d) { return !is_of_type(d, type); });
  return devices;
}

bool platform::has(aspect a) const {
  return std::ranges::all_of(impl_->devices(), [=](const auto &d) { return d->has(aspect_of(a)); });
}

bool platform::has_extension(const std::string &name) const {
  return std::ranges::all_of(get_devices(), [&](const device &d) { return d.has_extension(name); });
}

device platform::ext_oneapi_device_at_index(std::size_t index) const {
  const std::vector<device> all = get_devices();
  if (index >= all.size())
    detail::throw_error(errc::invalid, "ext_oneapi_device_at_index: " + std::to_string(index) + " is asked of " +
                                           std::to_string(all.size()) + " devices");
  return all[index];
}

std::vector<platform> platform::get_platforms() {
  return translated([] {
    std::vector<platform> made;
    for (const auto &p : runtime::platforms())
      made.push_back(make(p));
    return made;
  });
}

context platform::ext_oneapi_get_default_context() const {
  return translated([&] { return make(impl_->default_context()); });
}
context platform::khr_get_default_context() const {
  return ext_oneapi_get_default_context();
}

template <> WEFT_API std::string platform::query<info::platform::name>() const {
  return impl_->name();
}
template <> WEFT_API std::string platform::query<info::platform::vendor>() const {
  return impl_->vendor();
}
template <> WEFT_API std::string platform::query<info::platform::version>() const {
  return impl_->version();
}
template <> WEFT_API std::string platform::query<info::platform::profile>() const {
  return "FULL_PROFILE";
}
template <> WEFT_API std::vector<std::string> platform::query<info::platform::extensions>() const {
  std::vector<std::string> names = get_devices().front().get_info<info::device::extensions>();
  std::erase_if(names, [this](const std::string &name) { return !has_extension(name); });
  return names;
}

} // namespace sycl::inline _V1
