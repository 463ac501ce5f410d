// Compares what kernels are annotated with and what devices have.
#include "runtime/requirements.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "support/error.hpp"

namespace weft::runtime {

namespace {
const char *name_of(Aspect aspect) {
  switch (aspect) {
#define WEFT_ASPECT(name)                                                                                              \
  case Aspect::name:                                                                                                   \
    return #name;
#include <sycl/info/aspects.def>
#undef WEFT_ASPECT
  }
  return "of a later version";
}

std::string missing_group_size(const codegen::KernelInfo &kernel, const DeviceInfo &device) {
  std::size_t size = 1;
  bool fits = true;
  for (unsigned d = 0; d < kernel.dims; ++d) {
    size *= kernel.local[d];
    fits = fits && kernel.local[d] <= device.max_work_item_sizes[d] && size <= device.max_work_group_size;
  }
  return fits ? ""
              : fmt::format("work-groups of {} items, {} has up to {}", size, device.name, device.max_work_group_size);
}
} // namespace

std::string missing_requirement(const codegen::KernelInfo &kernel, const DeviceInfo &device) {
  for (const Aspect aspect : kernel.aspects)
    if (!device.has(aspect))
      return fmt::format("aspect {}, which {} lacks", name_of(aspect), device.name);
  if (kernel.sub_group_size != 0 && !device.takes_sub_groups(kernel.sub_group_size))
    return fmt::format("sub-groups of {} items, {} has {{{}}}", kernel.sub_group_size, device.name,
                       fmt::join(device.sub_group_sizes, ", "));
  return missing_group_size(kernel, device);
}

void check_requirements(const codegen::KernelInfo &kernel, const DeviceInfo &device) {
  if (const std::string missing = missing_requirement(kernel, device); !missing.empty())
    throw Error(Errc::kernel_not_supported, "launch {}: the kernel requires {}", kernel.pretty, missing);
}

} // namespace weft::runtime
