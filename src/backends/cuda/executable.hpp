// Code loaded on a GPU.
#pragma once

#include <atomic>
#include <memory>

#include "backends/cuda/driver.hpp"
#include "runtime/executable.hpp"

namespace weft::cuda {

class CudaDevice;

struct Unload {
  void operator()(CUmodule) const noexcept;
  const CudaDevice *device;
};
using Module = std::unique_ptr<CUmod_st, Unload>;

class CudaExecutable final : public runtime::Executable {
public:
  CudaExecutable(const CudaDevice &, const codegen::Binary &);

  CUfunction function() const noexcept { return function_; }
  unsigned max_group_size() const noexcept { return max_group_size_; }     ///< As registers allow.
  unsigned range_group_size() const noexcept { return range_group_size_; } ///< Work-group size for range launches.
  unsigned fixed_group_size() const noexcept { return fixed_group_size_; } ///< Whatever the launch says; 0 for none.
  unsigned registers() const;                                              ///< Of each work-item.

  /// Lets the kernel use what a launch asks for beside local memory of its own, and gives what the driver shall be
  /// asked for, in bytes. Throws Error(nd_range) naming what the device has.
  unsigned reserve_local(std::size_t asked) const;

private:
  void spill_less();

  const CudaDevice &device_;
  Module module_{nullptr, Unload{nullptr}};
  CUfunction function_ = nullptr;
  unsigned max_group_size_ = 0;
  unsigned fixed_group_size_ = 0;
  unsigned range_group_size_ = 0;
  std::size_t static_local_ = 0; ///< bytes of local memory that the kernel wants of each launch
  std::size_t variables_ = 0;    ///< bytes of its local memory that the driver counts itself
  mutable std::atomic<std::size_t> reserved_ = 0;
};

} // namespace weft::cuda
