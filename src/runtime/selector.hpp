// Which devices a program gets to see: the environment's selectors.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/platform.hpp"

namespace weft::runtime {

/// Platforms without the devices that ONEAPI_DEVICE_SELECTOR and WEFT_DEVICE exclude, and without platforms that have
/// none left.
std::vector<std::shared_ptr<Platform>> let_through(std::vector<std::shared_ptr<Platform>>);

/// Indices, in order, of the devices that a filter "backend:type:number,..." names; best match first. Throws
/// Error(invalid) for bad syntax.
std::vector<std::size_t> matches(std::string_view filter, const std::vector<std::shared_ptr<Device>> &);

/// The same for ONEAPI_DEVICE_SELECTOR's grammar, "[!]backend:devices;...".
std::vector<bool> oneapi_matches(std::string_view selector, const std::vector<std::shared_ptr<Device>> &);

/// The values of both variables, for messages.
std::string what_lets_through();

std::string_view name_of(ToldBackend) noexcept; ///< "opencl", "cuda", "null"
std::string_view name_of(DeviceType) noexcept;  ///< "cpu", "gpu", "accelerator", "custom"

} // namespace weft::runtime
