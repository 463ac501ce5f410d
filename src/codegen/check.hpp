// Compile-time errors of device code: what every device would refuse, said when the source is compiled.
#pragma once

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// Codegen::check.
Bytes check_device_code(Bytes bitcode, bool keep_lines);

} // namespace weft::codegen
