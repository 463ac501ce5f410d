// Scopes by the names of SPIR-V, in which programs tell DPC++ that a class of theirs is a sub-group.
#pragma once

#include <cstdint>

// DPC++'s, with which programs declare functions of SPIR-V.
#define __SYCL_CONVERGENT__ __attribute__((convergent))
#define __SYCL_EXPORT

namespace __spv {

struct Scope {
  enum Flag : std::uint32_t { CrossDevice, Device, Workgroup, Subgroup, Invocation };
  constexpr Scope(Flag f) noexcept : flag_value(f) {}
  constexpr operator std::uint32_t() const noexcept { return flag_value; }
  Flag flag_value;
};

} // namespace __spv
