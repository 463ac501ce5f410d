// Compiler, then the code generator's reader.
#include "opencl/program.hpp"

#include "codegen/codegen.hpp"
#include "opencl/compiler.hpp"

namespace weft::opencl {

std::shared_ptr<const Program> program_from_source(std::string_view source, std::string_view options) {
  return codegen::codegen().opencl_program(compile_source(source, options));
}

std::shared_ptr<const Program> program_from_spirv(std::span<const std::byte> spirv, std::string_view options) {
  return codegen::codegen().opencl_program(translate_spirv(spirv, options));
}

runtime::Kernel Kernel::entry(codegen::LaunchForm form, int dims) const {
  return {program->module, &program->module->kernel(codegen::opencl::entry_symbol(info->name, form, dims))};
}

Kernel find_kernel(std::shared_ptr<const Program> program, std::string_view name) {
  for (const codegen::opencl::Kernel &kernel : program->kernels)
    if (kernel.name == name)
      return {std::move(program), &kernel};
  return {std::move(program), nullptr};
}

} // namespace weft::opencl
