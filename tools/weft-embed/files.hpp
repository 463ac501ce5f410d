// Whole files as bytes.
#pragma once

#include <string>

#include "codegen/kernel_module.hpp"
#include "support/error.hpp"

namespace weft::embed {

/// Both throw Error(invalid) naming the file.
codegen::Bytes read_file(const std::string &path);
void write_file(const std::string &path, const codegen::Bytes &bytes);

} // namespace weft::embed
