// What the processor says about itself.
#pragma once

#include <cstdint>
#include <string>

#include "codegen/finished_targets.hpp"

namespace weft::cpu {

struct CpuModel {
  std::string name, vendor;
  std::uint32_t vendor_id = 0;     ///< PCI vendor
  std::uint32_t signature = 0;     ///< family, model and stepping, as CPUID tells them
  std::uint32_t vector_bytes = 16; ///< widest register that the operating system saves
  bool native_half = false;        ///< arithmetic on half, not only conversion
  std::uint32_t clock_mhz = 0;     ///< highest known; 0 where the kernel does not say
  bool fast_gathers = true;        ///< hardware gathers beat scalar loads
  std::string features;            ///< family, model and every feature bit, in hexadecimal: equal for equal machines
};

const CpuModel &cpu_model();

/// The level of x86-64 that code for this processor may be finished for: one that has its widest vectors, as
/// WEFT_VECTOR_BITS leaves them. Null where none has.
const codegen::CpuLevel *finished_level();

} // namespace weft::cpu
