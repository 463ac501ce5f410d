// Finds OpenCL devices.
#include "backends/opencl/platform.hpp"

#include <array>
#include <sstream>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::opencl {

namespace {

// CL_PLATFORM_*, CL_DEVICE_*.
constexpr cl_uint platform_version = 0x0901, platform_name = 0x0902, platform_vendor = 0x0903;
constexpr cl_uint device_type = 0x1000, device_address_bits = 0x100D, device_available = 0x1027, device_name = 0x102B,
                  device_extensions = 0x1030, device_il_version = 0x105B, device_generic_pointers = 0x1069;

/// What kernels ask of sub-groups: Weft's headers make all their operations of these.
constexpr std::array sub_group_extensions{"cl_khr_subgroup_ballot", "cl_khr_subgroup_non_uniform_vote",
                                          "cl_khr_subgroup_non_uniform_arithmetic", "cl_khr_subgroup_shuffle"};

bool lists_cpus() {
  const std::string chosen = env::text("WEFT_OPENCL").value_or("0");
  if (chosen != "all" && chosen != "gpu" && chosen != "0")
    throw Error(Errc::invalid,
                "WEFT_OPENCL='{}': write gpu for OpenCL's GPUs and accelerators, all for its CPUs, too, 0 for none",
                chosen);
  return chosen == "all";
}

/// --doctor tells them from those of other backends by how they begin.
void remark(const std::string &what) {
  runtime::remark("OpenCL: " + what);
}

/// "SPIR-V_1.0 SPIR-V_1.3 ..." has one from 1.3 on, which implies those before.
bool takes_spirv(const std::string &versions) {
  std::istringstream words(versions);
  for (std::string word; words >> word;) {
    int major = 0, minor = 0;
    if (std::sscanf(word.c_str(), "SPIR-V_%d.%d", &major, &minor) == 2 && (major > 1 || minor >= 3))
      return true;
  }
  return false;
}

bool has_word(const std::string &text, const std::string &wanted) {
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word == wanted)
      return true;
  return false;
}

} // namespace

OpenclPlatform::OpenclPlatform(cl_platform_id handle)
    : handle_(handle), name_(driver().text(handle, platform_name)), vendor_(driver().text(handle, platform_vendor)),
      version_(driver().text(handle, platform_version)) {
  memory_.load(driver(), handle);
}

std::string OpenclPlatform::why_left_out(cl_device_id device) const {
  const Driver &cl = driver();
  if (cl.ask<cl_uint>(device, device_available) == 0)
    return "it is not available";
  if (cl.ask<cl_uint>(device, device_address_bits) != 64)
    return "its addresses do not have 64 bits";
  if (!takes_spirv(cl.text(device, device_il_version)))
    return "it does not take SPIR-V 1.3";
  const std::string extensions = cl.text(device, device_extensions);
  if (!has_word(extensions, "cl_intel_unified_shared_memory") || memory_.free == nullptr)
    return "it has no unified shared memory (cl_intel_unified_shared_memory)";
  if (!has_word(extensions, "cl_khr_int64_base_atomics")) // for states of Weft's sorts and scans
    return "it has no atomics of 64 bits (cl_khr_int64_base_atomics)";
  for (const char *wanted : sub_group_extensions)
    if (!has_word(extensions, wanted))
      return fmt::format("its sub-groups lack operations ({})", wanted);
  if (cl.ask<cl_uint>(device, device_generic_pointers, 1) == 0) // a question of OpenCL 3.0, where it may say no
    return "it has no generic address space";
  return {};
}

void OpenclPlatform::find_devices() {
  const Driver &cl = driver();
  cl_uint count = 0;
  const cl_int result = cl.device_ids(handle_, type_all, 0, nullptr, &count);
  if (result == error_device_not_found || count == 0)
    return;
  cl.check(result, "clGetDeviceIDs");
  std::vector<cl_device_id> found(count);
  cl.check(cl.device_ids(handle_, type_all, count, found.data(), nullptr), "clGetDeviceIDs");
  for (const cl_device_id device : found) {
    const bool is_cpu = (cl.ask<cl_ulong>(device, device_type) & type_cpu) != 0;
    const std::string name = cl.text(device, device_name);
    if (is_cpu && !lists_cpus()) {
      remark(fmt::format("{} of {} is a CPU, which Weft runs itself; WEFT_OPENCL=all lists it", name, name_));
      continue;
    }
    if (const std::string why = why_left_out(device); !why.empty())
      remark(fmt::format("{} of {} is left out: {}", name, name_, why));
    else
      devices_.push_back(
          std::make_shared<OpenclDevice>(std::static_pointer_cast<OpenclPlatform>(shared_from_this()), device));
  }
}

std::vector<std::shared_ptr<runtime::Platform>> OpenclPlatform::discover() {
  lists_cpus();
  try {
    return find_usable();
  } catch (const Error &error) { // a driver that is broken must not take the other devices away
    remark(fmt::format("its devices are left out: {}", error.what()));
    return {};
  }
}

std::vector<std::shared_ptr<runtime::Platform>> OpenclPlatform::find_usable() {
  std::string why_not;
  const Driver *cl = find_driver(&why_not);
  if (cl == nullptr) {
    remark(why_not);
    return {};
  }
  cl_uint count = 0;
  const cl_int result = cl->platform_ids(0, nullptr, &count);
  if (result == error_platform_not_found || count == 0) {
    remark("the loader finds no implementation (/etc/OpenCL/vendors)");
    return {};
  }
  cl->check(result, "clGetPlatformIDs");
  std::vector<cl_platform_id> handles(count);
  cl->check(cl->platform_ids(count, handles.data(), nullptr), "clGetPlatformIDs");
  std::vector<std::shared_ptr<runtime::Platform>> platforms;
  for (const cl_platform_id handle : handles) {
    auto platform = std::make_shared<OpenclPlatform>(handle);
    platform->find_devices();
    if (!platform->devices_.empty())
      platforms.push_back(std::move(platform));
  }
  return platforms;
}

namespace {
[[maybe_unused]] const bool registered = (runtime::register_backend(this_backend, OpenclPlatform::discover), true);
} // namespace

} // namespace weft::opencl
