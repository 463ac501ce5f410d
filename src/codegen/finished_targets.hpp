// The machines that code can be finished for before one of them is there, and what such code is called.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace weft::codegen {

/// A level of x86-64 (System V ABI, 3.1.1), by LLVM's name.
struct CpuLevel {
  std::string_view name;
  std::string_view vectors; ///< the features that vectors depend on, as LLVM writes them
  unsigned vector_bits;
};

inline constexpr std::array<CpuLevel, 2> cpu_levels{{
    {"x86-64-v3", "+avx2", 256},
    {"x86-64-v4", "+avx512f,+avx512bw,+avx512dq,+avx512vl", 512},
}};

/// Throws Error(invalid) for a name that no level has.
const CpuLevel &cpu_level(std::string_view name);

/// An architecture of NVIDIA's and the first version of PTX that has it, as in 90 for sm_90 and 78 for 7.8 (PTX ISA,
/// release notes).
struct GpuArchitecture {
  unsigned number, ptx;
};

inline constexpr std::array<GpuArchitecture, 15> gpu_architectures{{{70, 60},
                                                                    {72, 61},
                                                                    {75, 63},
                                                                    {80, 70},
                                                                    {86, 71},
                                                                    {87, 74},
                                                                    {88, 90},
                                                                    {89, 78},
                                                                    {90, 78},
                                                                    {100, 86},
                                                                    {101, 86},
                                                                    {103, 88},
                                                                    {110, 90},
                                                                    {120, 87},
                                                                    {121, 88}}};

/// What code finished for a level is called. Processors whose hardware gathers are slow have code of their own.
std::string finished_cpu_target(const CpuLevel &, bool gathers);

/// What code for a GPU is called, as a cubin or as PTX.
std::string finished_gpu_target(unsigned architecture, bool cubin);

} // namespace weft::codegen
