// How a module says which device_globals a kernel uses: among its constants (KernelInfo::constants), whose value is a
// pointer that a launch puts behind the kernel's arguments. args_size ends in one for each, in their order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// A variable of the program that every device has a copy of.
struct DeviceGlobal {
  std::string symbol;
  bool internal = false; ///< to its translation unit

  /// What an object of that unit calls it where others see it.
  std::string link_name(std::string_view unit) const { return internal ? symbol + "." + std::string(unit) : symbol; }
};

namespace detail {
inline constexpr std::string_view visible_mark = "device_global ", internal_mark = "internal device_global ";
}

inline ConstantInfo constant_of(const DeviceGlobal &global) {
  return {std::string(global.internal ? detail::internal_mark : detail::visible_mark) + global.symbol, sizeof(void *)};
}

/// Those among constants, in the order of their pointers.
inline std::vector<DeviceGlobal> device_globals_of(std::span<const ConstantInfo> constants) {
  std::vector<DeviceGlobal> globals;
  for (const ConstantInfo &constant : constants)
    for (const std::string_view mark : {detail::visible_mark, detail::internal_mark})
      if (constant.name.starts_with(mark))
        globals.push_back({constant.name.substr(mark.size()), mark == detail::internal_mark});
  return globals;
}
inline std::vector<DeviceGlobal> device_globals_of(const KernelInfo &kernel) {
  return device_globals_of(kernel.constants);
}

/// What a constant of SYCL_EXTERNAL functions is called in kernels of other units.
inline ConstantInfo seen_by_others(const ConstantInfo &constant, std::string_view unit) {
  const std::vector<DeviceGlobal> global = device_globals_of(std::span(&constant, 1));
  return global.empty() ? constant : constant_of({global.front().link_name(unit), false});
}

} // namespace weft::codegen
