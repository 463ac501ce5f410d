// Finds the kernel behind a launch: by translation unit and name, since internal names of several units may be equal
// (facts/clang22-sycl.md, T8).
#include "sycl/registry.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/kernel_module.hpp"
#include "runtime/executable.hpp"
#include "sycl/bridge.hpp"

namespace sycl::detail {

/// Opaque to programs.
class kernel_entry {
public:
  weft::runtime::Kernel kernel;
};

} // namespace sycl::detail

namespace weft::sycl_api {
namespace {

struct Image {
  std::string tu;
  std::span<const std::byte> container;
  std::shared_ptr<const codegen::KernelModule> module; ///< Read on first use.
};

class Registry {
public:
  void add(const char *tu, std::span<const std::byte> container) {
    std::lock_guard lock(mutex_);
    images_.push_back({tu, container, nullptr});
  }

  void remove(const void *container) {
    std::lock_guard lock(mutex_);
    std::erase_if(images_, [=](const Image &i) { return i.container.data() == container; });
  }

  const ::sycl::detail::kernel_entry &find(std::string_view tu, std::string_view name, std::size_t args_size) {
    std::lock_guard lock(mutex_);
    for (Image &image : images_)
      if (image.tu == tu)
        return entry(image, name, args_size);
    throw Error(Errc::kernel,
                "launch of {}: no device code of its translation unit is loaded; was the object made by weft-clang++ "
                "without -fsycl, or stripped of its constructors?",
                name);
  }

private:
  const ::sycl::detail::kernel_entry &entry(Image &image, std::string_view name, std::size_t args_size) {
    if (!image.module)
      image.module = codegen::KernelModule::parse(image.container);
    const codegen::KernelInfo &info = image.module->kernel(name);
    if (info.args_size != args_size)
      throw Error(
          Errc::kernel_argument,
          "launch of {}: its captures take {} bytes on the host and {} on the device; do not capture by #ifdef of "
          "__SYCL_DEVICE_ONLY__",
          info.pretty, args_size, info.args_size);
    return entries_.emplace_back(::sycl::detail::kernel_entry{{image.module, &info}});
  }

  std::mutex mutex_;
  std::vector<Image> images_;
  std::deque<::sycl::detail::kernel_entry> entries_; ///< Callers keep references for ever.
};

/// Never destroyed: objects unregister from destructors that may run after ours.
Registry &registry() {
  static Registry *const instance = new Registry;
  return *instance;
}

} // namespace
} // namespace weft::sycl_api

void __weft_register_image(const char *tu, const void *container, std::size_t size) {
  weft::sycl_api::registry().add(tu, {static_cast<const std::byte *>(container), size});
}

void __weft_unregister_image(const void *container) {
  weft::sycl_api::registry().remove(container);
}

namespace sycl::detail {

using namespace weft;
using namespace weft::sycl_api;

const kernel_entry &find_kernel(const char *tu, const char *name, std::size_t args_size) {
  return translated([&]() -> const kernel_entry & { return registry().find(tu, name, args_size); });
}

event launch(const queue &q, const kernel_entry &entry, const launch_shape &shape, const void *args,
             std::size_t args_size, std::uint32_t local_bytes, event_list depends,
             const std::shared_ptr<const void> &keep_alive) {
  runtime::Launch launch;
  launch.kernel = entry.kernel;
  std::copy_n(shape.global, 3, launch.range.global.begin());
  std::copy_n(shape.local, 3, launch.range.local.begin());
  std::copy_n(shape.offset, 3, launch.range.offset.begin());
  launch.range.dims = shape.dims;
  launch.args = {static_cast<const std::byte *>(args), args_size};
  launch.local_bytes = local_bytes;
  launch.keep_alive = keep_alive;
  return translated([&] { return make(queue_of(q)->launch(launch, Depends(depends.data, depends.size))); });
}

} // namespace sycl::detail
