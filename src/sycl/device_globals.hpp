// Where the values of device_globals lie: in memory of each device, from first use to the end of the process.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <sycl/detail/submit.hpp>

#include "runtime/executable.hpp"
#include "runtime/queue.hpp"

extern "C" {
/// Called by an object's constructors: where the host has the variables that the kernels of `tu` name; null for one
/// that the linker found nowhere.
__attribute__((visibility("default"))) void __weft_register_device_global(const char *tu, const char *symbol,
                                                                          const void *variable);
}

namespace weft::sycl_api {

/// Writes the pointers that end the arguments of a kernel of `tu`. Throws Error(kernel) for a variable that no object
/// defines.
void append_device_globals(std::string_view tu, const codegen::KernelInfo &kernel, const runtime::Queue &queue,
                           std::span<std::byte> arguments);

} // namespace weft::sycl_api
