// Kernels that may have what no device has are taken through the scalar half of a finalizer, and asked what is left.
#include "codegen/check.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MemoryBuffer.h>

#include "codegen/cpu/pipelines.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/clean.hpp"
#include "codegen/ir/context.hpp"
#include "codegen/ir/device_globals.hpp"
#include "codegen/ir/externals.hpp"
#include "codegen/ir/extract.hpp"
#include "codegen/ir/group_variables.hpp"
#include "codegen/ir/index_checks.hpp"
#include "codegen/ir/libdevice.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/place.hpp"
#include "codegen/ir/private_memory.hpp"
#include "codegen/ir/read_module.hpp"
#include "codegen/ir/specialization_constants.hpp"
#include "support/error.hpp"
#include "support/side_by_side.hpp"

namespace weft::codegen {

using namespace llvm;

namespace {
constexpr const char *bottom_up =
    "cgscc(inline<only-mandatory>,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)),globaldce";

void require_no_meetings(const Function &function, const KernelInfo &kernel) {
  for (const Instruction &instruction : instructions(function))
    if (ir::builtin_of(instruction).effect == ir::Effect::convergent)
      throw Error(Errc::build,
                  "{}kernel {}: a barrier or group operation in a range kernel; launch it over an nd_range",
                  ir::place_of(instruction), kernel.pretty);
}

void check_kernel(std::span<const std::byte> bitcode, const KernelInfo &kernel) {
  ir::Context context(kernel.pretty);
  const auto module = ir::extract_kernel(*context, bitcode, kernel.name);
  module->setModuleIdentifier(kernel.pretty);
  ir::bake_constants(*module, {});
  const std::vector<std::string> imports = ir::imports_of(*module);
  Function &function = *module->getFunction(kernel.name);
  ir::drop_index_checks(*module);
  ir::clean(*module, function);
  ir::lower_device_globals(*module, function);
  ir::Passes passes(ir::Divergence::spmd);
  passes.run_inlining(function, cpu::inline_pipeline);
  passes.run(*module, cpu::loop_pipeline);
  ir::place_private_memory(function, kernel.pretty);
  ir::lower_group_variables(function, kernel.pretty);
  ir::link_math(*module, ir::RarePaths::in_process);
  ir::clean(*module, function);
  passes.run(*module, cpu::scalar_pipeline);
  ir::require_supported(function, kernel.pretty, imports);
  if (kernel.form == LaunchForm::range)
    require_no_meetings(function, kernel);
}

struct Piece {
  Bytes bitcode;
  std::span<const KernelInfo> kernels;
  std::string errors = {};
};

void check_piece(Piece &piece) {
  for (const KernelInfo &kernel : piece.kernels)
    try {
      check_kernel(piece.bitcode, kernel);
    } catch (const Error &error) {
      piece.errors += (piece.errors.empty() ? "" : "\n") + std::string(error.what());
    }
}

std::unique_ptr<Module> parsed(std::span<const std::byte> bitcode, LLVMContext &context) {
  const StringRef bytes(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto module = parseBitcodeFile(MemoryBufferRef(bytes, "device code"), context);
  if (!module)
    throw Error(Errc::build, "device code: {}; compile it with clang-22", toString(module.takeError()));
  return std::move(*module);
}

/// The functions that kernels call or refer to, themselves or by others. A module of a Python extension has thousands
/// besides.
SmallPtrSet<Function *, 32> reached_by_kernels(Module &module) {
  SmallPtrSet<Function *, 32> functions;
  SmallPtrSet<Constant *, 32> seen;
  SmallVector<Constant *, 32> rest;
  const auto look_at = [&](User &user) {
    for (Value *operand : user.operands())
      if (auto *constant = dyn_cast<Constant>(operand); constant != nullptr && seen.insert(constant).second)
        rest.push_back(constant);
  };
  const auto enter = [&](Function &function) {
    functions.insert(&function);
    for (Instruction &instruction : instructions(function))
      look_at(instruction);
  };
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL)
      enter(function);
  while (!rest.empty()) {
    Constant *constant = rest.pop_back_val();
    if (auto *function = dyn_cast<Function>(constant))
      enter(*function);
    else
      look_at(*constant);
  }
  return functions;
}

/// Each function with all that it calls, once for all kernels that call it.
Bytes simplified(std::span<const std::byte> bitcode) {
  ir::Context context("module");
  const auto module = parsed(bitcode, *context);
  for (Function *function : reached_by_kernels(*module))
    if (!function->isDeclaration() && function->getCallingConv() != CallingConv::SPIR_KERNEL &&
        !function->hasFnAttribute(Attribute::NoInline) && !function->hasFnAttribute(Attribute::OptimizeNone))
      function->addFnAttr(Attribute::AlwaysInline);
  ir::Passes(ir::Divergence::spmd).run(*module, bottom_up);
  return ir::written(*module);
}

Bytes without_debug_info(std::span<const std::byte> bitcode) {
  ir::Context context("module");
  const auto module = parsed(bitcode, *context);
  StripDebugInfo(*module);
  return ir::written(*module);
}
} // namespace

std::shared_ptr<const KernelModule> read_and_check(std::span<const std::byte> bitcode, bool keep_lines) {
  std::vector<KernelInfo> doubtful;
  auto module =
      ir::read_module(keep_lines ? Bytes(bitcode.begin(), bitcode.end()) : without_debug_info(bitcode), &doubtful);
  if (doubtful.empty())
    return module;
  std::vector<Piece> pieces;
  ir::for_each_piece(simplified(bitcode), doubtful,
                     [&](std::span<const std::byte> piece, std::span<const KernelInfo> some) {
                       pieces.push_back({{piece.begin(), piece.end()}, some});
                     });
  side_by_side(pieces.size(), [&](std::size_t i) { check_piece(pieces[i]); });
  std::string errors;
  for (const Piece &piece : pieces)
    errors += (errors.empty() || piece.errors.empty() ? "" : "\n") + piece.errors;
  if (!errors.empty())
    throw Error(Errc::build, "{}", errors);
  return module;
}

} // namespace weft::codegen
