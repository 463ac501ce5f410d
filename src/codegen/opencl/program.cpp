// Names of entries.
#include "codegen/opencl/program.hpp"

#include <fmt/format.h>

namespace weft::codegen::opencl {

std::string entry_symbol(std::string_view kernel, LaunchForm form, int dims) {
  return fmt::format("weft_opencl_{}{}_{}", form == LaunchForm::range ? "range" : "nd_range", dims, kernel);
}

} // namespace weft::codegen::opencl
