// class context over runtime::Context (SYCL 2020, 4.6.3).
#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

context::context(const std::vector<device> &devices, async_handler handler, const property_list &)
    : context(translated([&] {
        std::vector<std::shared_ptr<runtime::Device>> members;
        for (const device &d : devices)
          members.push_back(device_of(d));
        return std::make_shared<runtime::Context>(std::move(members), handler_of(std::move(handler)));
      })) {}

context::context(const device &d, async_handler handler, const property_list &properties)
    : context(std::vector<device>{d}, std::move(handler), properties) {}
context::context(const platform &p, async_handler handler, const property_list &properties)
    : context(p.get_devices(), std::move(handler), properties) {}

backend context::get_backend() const noexcept {
  return backend_of(impl_->platform()->backend().told);
}
platform context::get_platform() const {
  return make(impl_->platform());
}
std::vector<device> context::get_devices() const {
  return make(impl_->devices());
}

} // namespace sycl::inline _V1
