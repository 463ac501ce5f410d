// A platform with a CPU, a GPU that can be used and others that each lack something that Weft needs.
// Nothing runs there: contexts are refused.
#include <array>
#include <cstring>
#include <string_view>

#include "backends/opencl/driver.hpp"

using namespace weft::opencl;

namespace {

constexpr cl_int invalid_value = -30, invalid_operation = -59;

struct Device {
  const char *name;
  cl_ulong type;
  const char *il, *extensions;
  cl_uint generic_pointers = 1;
};

#define COMMON                                                                                                         \
  "cl_khr_int64_base_atomics cl_khr_subgroup_ballot cl_khr_subgroup_non_uniform_vote "                                 \
  "cl_khr_subgroup_non_uniform_arithmetic"                                                                             \
  " cl_khr_subgroup_shuffle"
constexpr const char *memory = "cl_khr_fp64 cl_intel_unified_shared_memory " COMMON;
constexpr const char *spirv = "SPIR-V_1.0 SPIR-V_1.5";
constexpr std::array<Device, 7> devices{
    {{"Fake CPU", type_cpu, "SPIR-V_1.3", memory},
     {"Fake GPU", type_gpu, spirv, "cl_intel_unified_shared_memory " COMMON},
     {"Fake GPU of buffers", type_gpu, "SPIR-V_1.3", "cl_khr_fp64 " COMMON},
     {"Fake GPU of sources", type_gpu, "SPIR-V_1.2", memory},
     {"Fake GPU of items", type_gpu, spirv,
      "cl_intel_unified_shared_memory cl_khr_int64_base_atomics cl_khr_subgroup_ballot"},
     {"Fake GPU of words", type_gpu, spirv, "cl_intel_unified_shared_memory"},
     {"Fake GPU of spaces", type_gpu, spirv, memory, 0}}};
#undef COMMON

cl_int answer(const void *value, std::size_t bytes, std::size_t room, void *to, std::size_t *needed) {
  if (needed != nullptr)
    *needed = bytes;
  if (to == nullptr)
    return success;
  if (room < bytes)
    return invalid_value;
  std::memcpy(to, value, bytes);
  return success;
}

cl_int answer(std::string_view text, std::size_t room, void *to, std::size_t *needed) {
  return answer(text.data(), text.size() + 1, room, to, needed); // literals, which end in 0
}

template <class T> cl_int number(T value, std::size_t room, void *to, std::size_t *needed) {
  return answer(&value, sizeof(value), room, to, needed);
}

} // namespace

extern "C" {

cl_int clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *found) {
  if (found != nullptr)
    *found = 1;
  if (count > 0 && platforms != nullptr)
    *platforms = reinterpret_cast<cl_platform_id>(std::uintptr_t(1));
  return success;
}

cl_int clGetPlatformInfo(cl_platform_id, cl_uint, std::size_t room, void *to, std::size_t *needed) {
  return answer("Fake OpenCL", room, to, needed);
}

cl_int clGetDeviceIDs(cl_platform_id, cl_ulong, cl_uint count, cl_device_id *to, cl_uint *found) {
  if (found != nullptr)
    *found = devices.size();
  for (std::size_t i = 0; to != nullptr && i < count; ++i)
    to[i] = reinterpret_cast<cl_device_id>(const_cast<Device *>(&devices[i]));
  return success;
}

cl_int clGetDeviceInfo(cl_device_id handle, cl_uint what, std::size_t room, void *to, std::size_t *needed) {
  const auto &device = *reinterpret_cast<const Device *>(handle);
  switch (what) {
  case 0x1000: // type
    return number(device.type, room, to, needed);
  case 0x100D: // address bits
    return number(cl_uint{64}, room, to, needed);
  case 0x1027: // available
    return number(cl_uint{1}, room, to, needed);
  case 0x102B:
    return answer(device.name, room, to, needed);
  case 0x1030:
    return answer(device.extensions, room, to, needed);
  case 0x105B:
    return answer(device.il, room, to, needed);
  case 0x1069:
    return number(device.generic_pointers, room, to, needed);
  case 0x4108: // sizes of sub-groups
    return number(std::array<std::size_t, 3>{8, 16, 32}, room, to, needed);
  default:
    return invalid_value;
  }
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char *) {
  return reinterpret_cast<void *>(&clGetPlatformIDs); // nobody gets as far as calling it
}

cl_context clCreateContext(const std::intptr_t *, cl_uint, const cl_device_id *,
                           void (*)(const char *, const void *, std::size_t, void *), void *, cl_int *result) {
  *result = invalid_operation;
  return nullptr;
}

} // extern "C"
