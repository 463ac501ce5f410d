// Code loaded on an OpenCL device.
#pragma once

#include <array>
#include <memory>

#include "backends/opencl/driver.hpp"
#include "codegen/spirv/launched_by.hpp"
#include "runtime/executable.hpp"
#include "runtime/queue.hpp"
#include "runtime/streams/driver.hpp"
#include "support/lock.hpp"

namespace weft::opencl {

class OpenclDevice;

struct ReleaseProgram {
  void operator()(cl_program) const noexcept;
};
struct ReleaseKernel {
  void operator()(cl_kernel) const noexcept;
};

class OpenclExecutable final : public runtime::Executable {
public:
  OpenclExecutable(const OpenclDevice &, const codegen::Binary &);

  unsigned max_group_size() const noexcept { return max_group_size_; } ///< As the device's registers allow.

  /// Sets the arguments and puts the launch into the queue. Thread-safe.
  cl_int launch(cl_command_queue, const runtime::Launch &, const runtime::LaunchShape &, cl_event *) const;

private:
  void set_arguments(const runtime::Launch &) const;

  codegen::spirv::LaunchedBy launched_by_;
  std::unique_ptr<_cl_program, ReleaseProgram> program_;
  std::unique_ptr<_cl_kernel, ReleaseKernel> kernel_;
  unsigned max_group_size_ = 1;
  mutable Mutex mutex_; ///< a kernel object holds one launch's arguments at a time
};

} // namespace weft::opencl
