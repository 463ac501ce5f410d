// What a program asks about its kernels (SYCLcompat).
#pragma once

#include <syclcompat/device.hpp>

namespace syclcompat {

struct kernel_function_info {
  int max_work_group_size = 0;
};

/// The same of every function: what the current device takes.
inline kernel_function_info get_kernel_function_info(const void *) {
  return {static_cast<int>(get_current_device().get_max_work_group_size())};
}
inline void get_kernel_function_info(kernel_function_info *kernel_info, const void *function) {
  *kernel_info = get_kernel_function_info(function);
}

} // namespace syclcompat
