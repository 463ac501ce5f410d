// Names of FPGAs: selectors, which find none, so that programs that choose between devices compile; registers and
// load-store units, which say how and not what, so that kernels that use them run anywhere.
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

/// The value, which an FPGA would put a register behind.
template <class T> T fpga_reg(T value) {
  return value;
}

template <bool> struct burst_coalesce;
template <int> struct cache;
template <bool> struct prefetch;
template <bool> struct statically_coalesce;

/// Loads and stores. The parameters say which unit of an FPGA does them.
template <class...> class lsu {
public:
  template <class T, access::address_space Space, access::decorated Decorated>
  static T load(multi_ptr<T, Space, Decorated> from) {
    return *from;
  }
  template <class T, access::address_space Space, access::decorated Decorated>
  static void store(multi_ptr<T, Space, Decorated> to, T value) {
    *to = value;
  }
};

} // namespace ext::intel
namespace INTEL = ext::intel;
namespace intel = ext::intel;
} // namespace _V1
} // namespace sycl
