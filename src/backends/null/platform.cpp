// Brings the null device into the list of platforms, where WEFT_NULL=1 asks for it.
#include "runtime/platform.hpp"

#include "backends/null/device.hpp"
#include "support/env.hpp"
#include "support/version.hpp"

namespace weft::null {

namespace {

class NullPlatform final : public runtime::Platform {
public:
  std::string name() const override { return "Weft null"; }
  std::string vendor() const override { return "Weft"; }
  std::string version() const override { return "Weft " + version_string(); }
  const runtime::Backend &backend() const noexcept override { return this_backend; }

  void add_device() {
    devices_.push_back(std::make_shared<NullDevice>(weak_from_this(), env::flag("WEFT_NULL_FP64", true)));
  }
};

std::vector<std::shared_ptr<runtime::Platform>> discover() {
  if (!env::flag("WEFT_NULL"))
    return {};
  const auto platform = std::make_shared<NullPlatform>();
  platform->add_device();
  return {platform};
}

[[maybe_unused]] const bool registered = (runtime::register_backend(this_backend, discover), true);

} // namespace

} // namespace weft::null
