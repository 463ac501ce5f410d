// NVIDIA's assembler, where a toolkit has it.
#pragma once

#include <optional>
#include <string>

#include "codegen/kernel_module.hpp"

namespace weft::embed {

/// The assembler of PATH, CUDA_HOME, CUDA_PATH or /usr/local/cuda; empty where there is none.
std::string find_ptxas();

/// The cubin of some PTX for sm_`architecture`; nothing where the assembler does not take it.
std::optional<codegen::Bytes> assemble(const std::string &ptxas, const codegen::Bytes &ptx, unsigned architecture);

} // namespace weft::embed
