// Takes what is the host's out of a device module, so that only scalar work-item functions are left.
#pragma once

#include <span>
#include <string>

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// Drops linkage details, target attributes, exceptions and inline hints that mean nothing on a device; every function
/// but `kernel` becomes internal and is inlined always. Throws Error(build) naming kernel and symbol for what no device
/// can do.
void clean(llvm::Module &module, llvm::Function &kernel);

/// Whether what kernels call of libdevice is in their module already.
enum class Libdevice { linked, to_be_linked };

/// After optimisation: throws Error(build) for undefined symbols that the host does not provide, mutable globals,
/// thread-local storage, long double and inline assembly in `function`. `imports` are functions of other modules.
void require_supported(const llvm::Function &function, llvm::StringRef kernel,
                       std::span<const std::string> imports = {}, Libdevice = Libdevice::linked);

/// Does every device have it without a definition: math, strings, output?
bool is_library_function(llvm::StringRef name);

} // namespace weft::codegen::ir
