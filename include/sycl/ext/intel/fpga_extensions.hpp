// Selectors of FPGA devices, which no machine of Weft's has: programs that choose between devices compile and find
// none.
#pragma once

#include <sycl/device_selector.hpp>
#include <sycl/sycl.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel {

inline int fpga_selector_v(const device &d) {
  return accelerator_selector_v(d);
}
inline int fpga_emulator_selector_v(const device &d) {
  return accelerator_selector_v(d);
}
inline int fpga_simulator_selector_v(const device &d) {
  return accelerator_selector_v(d);
}
using fpga_selector = accelerator_selector;
using fpga_emulator_selector = accelerator_selector;
using fpga_simulator_selector = accelerator_selector;

} // namespace ext::intel
namespace INTEL = ext::intel;
} // namespace _V1
} // namespace sycl
