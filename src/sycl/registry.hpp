// The kernel images that objects of weft-clang++ carry, registered while their program or library is loaded.
#pragma once

#include <cstddef>

extern "C" {
/// Called by an object's constructors: `tu` and the container stay valid until unregistered (codegen/kernel_module.hpp
/// has the container's format). Never throws; the container is read at the first launch.
__attribute__((visibility("default"))) void __weft_register_image(const char *tu, const void *container,
                                                                  std::size_t size);
__attribute__((visibility("default"))) void __weft_unregister_image(const void *container);
}
