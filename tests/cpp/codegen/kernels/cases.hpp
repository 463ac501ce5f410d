// The kernels with data to run them on, for the tests (small) and for weft-kbench (large).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../run_kernel.hpp"

namespace weft::codegen::test {

/// One launch: arguments, ranges, and what it writes.
struct Case {
  std::string name;
  std::vector<std::byte> args;
  std::array<std::uint64_t, 3> global{1, 1, 1}, local{};
  std::size_t local_bytes = 0;
  std::vector<std::vector<double>> inputs; ///< owns memory that args point to
  std::vector<double> output;              ///< raw storage of what the kernel writes
  char element = 'f';                      ///< of the output: f float, d double, i int32, l int64
  double tolerance = 0;                    ///< relative, where another order of adding is legal

  std::size_t elements() const { return output.size() * 8 / (element == 'f' || element == 'i' ? 4 : 8); }
  double value(std::size_t i) const;
};

/// All cases; `scale` 1 is small.
std::vector<Case> cases(int scale);

/// The module of a file of device bitcode.
std::shared_ptr<const KernelModule> read_module(const char *path);

/// The module that the device pass made of kernels.cpp.
const KernelModule &kernel_module();

/// The specialisation that the runtime would choose: local size and small captured integers.
Specialization specialize(const Case &example);

/// Symbol of a case's kernel.
std::string symbol(const Case &example);

} // namespace weft::codegen::test
