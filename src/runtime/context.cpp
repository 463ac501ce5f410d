// Checks what a context is made of.
#include "runtime/context.hpp"

#include <algorithm>

#include "runtime/platform.hpp"
#include "support/error.hpp"

namespace weft::runtime {

Context::Context(std::vector<std::shared_ptr<Device>> devices, AsyncHandler handler)
    : devices_(std::move(devices)), handler_(std::move(handler)) {
  if (devices_.empty())
    throw Error(Errc::invalid, "context: made of no devices; give at least one");
  platform_ = devices_.front()->platform();
  for (const auto &device : devices_)
    if (device->platform() != platform_)
      throw Error(Errc::invalid, "context: {} and {} belong to different platforms; make one context for each",
                  devices_.front()->info().name, device->info().name);
}

bool Context::contains(const Device &device) const noexcept {
  const auto is_member = [&](const Device *candidate) {
    return std::ranges::any_of(devices_, [&](const auto &member) { return member.get() == candidate; });
  };
  if (is_member(&device))
    return true;
  for (auto ancestor = device.parent(); ancestor != nullptr; ancestor = ancestor->parent())
    if (is_member(ancestor.get()))
      return true;
  return false;
}

} // namespace weft::runtime
