// Code loaded on a GPU.
#pragma once

#include <atomic>

#include "backends/cuda/driver.hpp"
#include "runtime/executable.hpp"

namespace weft::cuda {

class CudaDevice;

class CudaExecutable final : public runtime::Executable {
public:
  CudaExecutable(const CudaDevice &, const codegen::Binary &);
  ~CudaExecutable() override;
  CudaExecutable(const CudaExecutable &) = delete;
  CudaExecutable &operator=(const CudaExecutable &) = delete;

  CUfunction function() const noexcept { return function_; }
  unsigned max_group_size() const noexcept { return max_group_size_; }     ///< As registers allow.
  unsigned range_group_size() const noexcept { return range_group_size_; } ///< Work-group size for range launches.

  /// Lets the kernel use this much dynamic local memory. Throws Error(nd_range) naming what the device has.
  void reserve_local(std::size_t bytes) const;

private:
  void spill_less();

  const CudaDevice &device_;
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  unsigned max_group_size_ = 0;
  unsigned range_group_size_ = 0;
  mutable std::atomic<std::size_t> reserved_ = 48 * 1024;
};

} // namespace weft::cuda
