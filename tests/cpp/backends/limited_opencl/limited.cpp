// An implementation's devices as if they were small GPUs: without double precision, with groups of 256
// work-items, sub-groups of 8 unless WEFT_LIMITED_SUB_GROUPS says otherwise, and 64 KiB of local memory. Code that
// asks for what they lack is refused, as GPUs do.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include "backends/opencl/driver.hpp"

using namespace weft::opencl;

extern "C" {
extern void *real_clGetDeviceInfo, *real_clGetKernelWorkGroupInfo, *real_clCreateProgramWithIL,
    *real_clEnqueueNDRangeKernel;
}

namespace {

constexpr cl_int invalid_value = -30, invalid_group_size = -54;
constexpr std::size_t largest_group = 256;

template <class Function> Function *real(void *function, Function *) {
  return reinterpret_cast<Function *>(function);
}
#define WEFT_REAL(symbol) real(real_##symbol, &symbol)

cl_int answer(const void *value, std::size_t bytes, std::size_t room, void *to, std::size_t *needed) {
  if (needed != nullptr)
    *needed = bytes;
  if (to != nullptr && room < bytes)
    return invalid_value;
  if (to != nullptr)
    std::memcpy(to, value, bytes);
  return success;
}

std::string without(const std::string &extensions) {
  std::istringstream words(extensions);
  std::string left;
  for (std::string word; words >> word;)
    if (word != "cl_khr_fp64")
      left += word + " ";
  return left;
}

/// The SPIR-V specification, 2.3 and 3.31.
bool asks_for_too_much(const void *code, std::size_t bytes) {
  constexpr std::uint32_t op_capability = 17, float64 = 10;
  const auto *words = static_cast<const std::uint32_t *>(code);
  for (std::size_t i = 5; i < bytes / 4 && (words[i] & 0xffff) == op_capability; i += words[i] >> 16)
    if (words[i + 1] == float64)
      return true;
  return false;
}

} // namespace

extern "C" {

cl_int clGetDeviceInfo(cl_device_id device, cl_uint what, std::size_t room, void *to, std::size_t *needed) {
  const auto ask = WEFT_REAL(clGetDeviceInfo);
  const auto number = [&](auto value) { return answer(&value, sizeof(value), room, to, needed); };
  switch (what) {
  case 0x1000: // type
    return number(type_gpu);
  case 0x1004: // the largest group
    return number(largest_group);
  case 0x1023: // local memory
    return number(cl_ulong{64 << 10});
  case 0x1030: { // extensions
    std::size_t size = 0;
    if (const cl_int result = ask(device, what, 0, nullptr, &size); result != success)
      return result;
    std::string text(size, '\0');
    if (const cl_int result = ask(device, what, size, text.data(), nullptr); result != success)
      return result;
    text = without(text.c_str());
    return answer(text.c_str(), text.size() + 1, room, to, needed);
  }
  case 0x4108: { // sizes of sub-groups
    const char *chosen = std::getenv("WEFT_LIMITED_SUB_GROUPS");
    return number(std::size_t(chosen != nullptr ? std::atoi(chosen) : 8));
  }
  case 0x4194: // the system's memory
    return number(cl_ulong{0});
  default:
    return ask(device, what, room, to, needed);
  }
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_uint what, std::size_t room, void *to,
                                std::size_t *needed) {
  const cl_int result = WEFT_REAL(clGetKernelWorkGroupInfo)(kernel, device, what, room, to, needed);
  if (what == 0x11B0 && result == success && to != nullptr)
    *static_cast<std::size_t *>(to) = std::min(*static_cast<std::size_t *>(to), largest_group);
  return result;
}

cl_program clCreateProgramWithIL(cl_context context, const void *code, std::size_t bytes, cl_int *result) {
  if (asks_for_too_much(code, bytes)) {
    *result = invalid_value;
    return nullptr;
  }
  return WEFT_REAL(clCreateProgramWithIL)(context, code, bytes, result);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const std::size_t *offset,
                              const std::size_t *global, const std::size_t *local, cl_uint count,
                              const cl_event *events, cl_event *event) {
  std::size_t items = 1;
  for (cl_uint d = 0; d < dims; ++d)
    items *= local[d];
  if (items > largest_group)
    return invalid_group_size;
  return WEFT_REAL(clEnqueueNDRangeKernel)(queue, kernel, dims, offset, global, local, count, events, event);
}

} // extern "C"
