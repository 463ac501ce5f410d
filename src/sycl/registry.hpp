// The kernel images that objects of weft-clang++ carry, registered while their program or library is loaded.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <sycl/detail/submit.hpp>

#include "runtime/device.hpp"
#include "runtime/executable.hpp"

extern "C" {
/// Called by an object's constructors: `tu` and the container stay valid until unregistered (codegen/kernel_module.hpp
/// has the container's format). Never throws; the container is read at the first launch.
__attribute__((visibility("default"))) void __weft_register_image(const char *tu, const void *container,
                                                                  std::size_t size);
__attribute__((visibility("default"))) void __weft_unregister_image(const void *container);
/// The same for code of the image's kernels that was finished with it (codegen/finished_code.hpp).
__attribute__((visibility("default"))) void __weft_register_finished(const void *code, std::size_t size);
__attribute__((visibility("default"))) void __weft_unregister_finished(const void *code);
}

namespace sycl::inline _V1::detail {

/// A kernel that was asked for. Opaque to programs, which keep references for ever: one per kernel and image.
class kernel_entry {
public:
  weft::runtime::Kernel kernel;
  std::string tu; ///< its translation unit
};

/// Throws errc::kernel_not_supported unless the bundle has the kernel.
void require_in_bundle(const kernel_entry &kernel, const weft::sycl_api::Bundle &);

} // namespace sycl::inline _V1::detail

namespace weft::sycl_api {

/// The kernel of any of these symbols in `tu`, else in any image; null if there is none.
const ::sycl::detail::kernel_entry *find_kernel(const char *tu, const char *const *symbols, std::size_t count);
std::vector<const ::sycl::detail::kernel_entry *> all_kernels();
/// Those of its device image: of the program, the translation unit or itself alone, as code was split, which require
/// the same of devices.
std::vector<const ::sycl::detail::kernel_entry *> kernels_of_image(const ::sycl::detail::kernel_entry &);
bool of_one_image(const ::sycl::detail::kernel_entry &, const ::sycl::detail::kernel_entry &);

/// A program is about to use this device: on a GPU, where compiling takes long, its kernels are made ahead, once for
/// each device, unless they are many.
void expect_launches(const std::shared_ptr<runtime::Device> &);

} // namespace weft::sycl_api
