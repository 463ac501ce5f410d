// What decides a GPU kernel's code beside the kernel and the GPU: known without LLVM, so that caches can name it.
#pragma once

#include <string>

namespace weft::codegen {

/// NVIDIA's math bitcode: WEFT_LIBDEVICE, else an installed toolkit's; empty if there is none or Weft's own is wanted.
std::string libdevice_path();

/// As on the CPU, float32 denormals are flushed unless WEFT_DENORMALS=keep.
bool gpus_keep_denormals();

/// Both, as a part of a target's name.
std::string gpu_options();

} // namespace weft::codegen
