// Which kernels of a program one device image holds, as -fsycl-device-code-split asks for.
#pragma once

#include <string_view>

namespace weft {

/// The last letter of a translation unit's name, which the driver gives and the runtime reads.
enum class DeviceCodeSplit : char { per_source = 's', per_kernel = 'k', off = 'o' };

constexpr DeviceCodeSplit split_of(std::string_view unit) {
  return unit.empty() ? DeviceCodeSplit::per_source : DeviceCodeSplit{unit.back()};
}

} // namespace weft
