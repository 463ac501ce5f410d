// What alignment wide loads and stores need.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dpctl::tensor::kernels::alignment_utils {

inline constexpr std::size_t required_alignment = 64UL;

template <std::uintptr_t alignment, typename Ptr> bool is_aligned(Ptr p) {
  return reinterpret_cast<std::uintptr_t>(p) % alignment == 0;
}

/// The name of a kernel's form without such loads.
template <typename KernelName> class disabled_sg_loadstore_wrapper_krn;

} // namespace dpctl::tensor::kernels::alignment_utils
