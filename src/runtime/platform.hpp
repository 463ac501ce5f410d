// The devices there are: platforms register themselves, programs select.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

/// The devices one driver offers.
class Platform : public std::enable_shared_from_this<Platform> {
public:
  virtual ~Platform() = default;
  virtual std::string name() const = 0;
  virtual std::string vendor() const = 0;
  virtual std::string version() const = 0;
  virtual const Backend &backend() const noexcept = 0;
  const std::vector<std::shared_ptr<Device>> &devices() const noexcept { return devices_; } ///< Root devices.
  std::shared_ptr<Context> default_context(); ///< One per platform, over all its devices.

  /// Drops the devices that are not wanted. Only discovery calls this, before anybody has seen the platform.
  void keep(const std::function<bool(const Device &)> &wanted);

protected:
  std::vector<std::shared_ptr<Device>> devices_;

private:
  Once made_;
  std::shared_ptr<Context> default_context_;
};

/// A backend's way in; called at most once, at first discovery. Returns the platforms found (none if its driver is
/// missing).
using DiscoverPlatforms = std::vector<std::shared_ptr<Platform>> (*)();
void register_backend(const Backend &, DiscoverPlatforms); ///< Platforms come in the order of the names.

/// Why something that users may expect is not among the platforms: a driver that is missing or too old, a GPU that is
/// not supported. Backends say so while they discover, --doctor and WEFT_EXPLAIN tell.
void remark(std::string what);
std::vector<std::string> remarks();

/// All platforms that ONEAPI_DEVICE_SELECTOR and WEFT_DEVICE let through; discovered on first call, kept for the
/// process.
const std::vector<std::shared_ptr<Platform>> &platforms();

/// Root devices of all platforms, in enumeration order.
std::vector<std::shared_ptr<Device>> devices();

/// GPU first, then CPU, then others; the score that SYCL's default selector gives (SYCL 2020, 4.6.1.1.1). -1: never.
int default_score(const Device &);
std::shared_ptr<Device> default_device(); ///< Throws Error(runtime) if no device is let through.

/// Filter selector: "backend:type:number", any part left out, several separated by commas
/// (sycl_ext_oneapi_filter_selector). Throws Error(runtime) naming the string if nothing matches, Error(invalid) for
/// bad syntax.
std::shared_ptr<Device> select(std::string_view filter);

/// Position among the devices of the same backend and type, -1 for sub-devices.
int relative_id(const Device &);
std::string filter_string(const Device &); ///< As "opencl:cpu:0".

} // namespace weft::runtime
