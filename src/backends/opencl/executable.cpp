// Has the device's compiler take SPIR-V, and launches what comes of it.
#include "backends/opencl/executable.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "backends/opencl/device.hpp"
#include "support/error.hpp"

namespace weft::opencl {

namespace {

constexpr cl_uint program_build_log = 0x1183, kernel_work_group_size = 0x11B0;
// CL_KERNEL_EXEC_INFO_INDIRECT_{HOST,DEVICE,SHARED}_ACCESS_INTEL: pointers among the arguments' bytes.
constexpr std::array<cl_uint, 3> indirect_access{0x4200, 0x4201, 0x4202};

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (driver().build_info(program, device, program_build_log, 0, nullptr, &size) != success || size == 0)
    return {};
  std::string log(size, '\0');
  driver().build_info(program, device, program_build_log, size, log.data(), nullptr);
  log.resize(std::min(log.find('\0'), log.size()));
  return log;
}

} // namespace

void ReleaseProgram::operator()(cl_program program) const noexcept {
  if (const Driver *cl = find_driver())
    cl->release_program(program);
}

void ReleaseKernel::operator()(cl_kernel kernel) const noexcept {
  if (const Driver *cl = find_driver())
    cl->release_kernel(kernel);
}

OpenclExecutable::OpenclExecutable(const OpenclDevice &device, const codegen::Binary &binary)
    : Executable(binary), launched_by_(binary_.get_launched_by<codegen::spirv::LaunchedBy>()) {
  const auto require = [&](bool uses, runtime::Aspect aspect, const char *what) {
    if (uses && !device.info().has(aspect))
      throw Error(Errc::kernel_not_supported, "{} does not have {}, which this computes in", device.info().name, what);
  };
  require(launched_by_.uses_double, runtime::Aspect::fp64, "double precision (aspect fp64)");
  require(launched_by_.uses_half, runtime::Aspect::fp16, "half precision (aspect fp16)");
  const Driver &cl = driver();
  const cl_device_id handle = device.handle();
  cl_int result = success;
  program_.reset(cl.make_program(device.context(), binary_.image.data(), binary_.image.size(), &result));
  if (result != success)
    throw Error(Errc::build, "{} takes no SPIR-V of kernel {}: {}", device.info().name, binary_.entry,
                describe(result));
  result = cl.build_program(program_.get(), 1, &handle, device.build_options().c_str(), nullptr, nullptr);
  if (result != success)
    throw Error(Errc::build, "{} rejects the code of kernel {}: {}\n{}", device.info().name, binary_.entry,
                describe(result), build_log(program_.get(), handle));
  kernel_.reset(cl.make_kernel(program_.get(), binary_.entry.c_str(), &result));
  cl.check(result, "clCreateKernel");
  const cl_uint yes = 1;
  for (const cl_uint memory : indirect_access)
    cl.check(cl.set_execution(kernel_.get(), memory, sizeof(yes), &yes), "clSetKernelExecInfo");
  std::size_t most = 1;
  cl.check(cl.group_info(kernel_.get(), handle, kernel_work_group_size, sizeof(most), &most, nullptr),
           "clGetKernelWorkGroupInfo");
  max_group_size_ = static_cast<unsigned>(most);
  binary_.image = {};
}

void OpenclExecutable::set_arguments(const runtime::Launch &launch) const {
  const Driver &cl = driver();
  const auto set = [&](cl_uint index, std::size_t bytes, const void *value) {
    cl.check(cl.set_argument(kernel_.get(), index, bytes, value), "clSetKernelArg");
  };
  if (launch.args.size() == launched_by_.args_size) {
    set(0, launched_by_.args_size, launch.args.data());
  } else {
    std::vector<std::byte> whole(launched_by_.args_size);
    std::copy_n(launch.args.begin(), std::min(launch.args.size(), whole.size()), whole.begin());
    set(0, whole.size(), whole.data());
  }
  std::array<std::uint64_t, codegen::spirv::launch_words> words;
  std::ranges::copy(launch.range.global, words.begin());
  set(1, sizeof(words), words.data());
  set(2, std::max<std::size_t>(launch.local_bytes, 8), nullptr);
}

cl_int OpenclExecutable::launch(cl_command_queue queue, const runtime::Launch &launch,
                                const runtime::LaunchShape &shape, cl_event *event) const {
  std::array<std::size_t, 3> global{}, local{};
  for (int d = 0; d < 3; ++d) {
    local[d] = shape.items[d];
    global[d] = std::size_t(shape.groups[d]) * shape.items[d];
  }
  const std::lock_guard lock(mutex_);
  set_arguments(launch);
  return driver().launch(queue, kernel_.get(), 3, launch.range.offset.data(), global.data(), local.data(), 0, nullptr,
                         event);
}

} // namespace weft::opencl
