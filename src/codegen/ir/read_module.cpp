// A kernel's symbol says how it is launched (include/sycl): sycl::detail::range_kernel<D, Name> or nd_range_kernel<D,
// Name>.
#include "codegen/ir/read_module.hpp"

#include <optional>
#include <set>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MemoryBuffer.h>

#include "codegen/device_global.hpp"
#include "codegen/ir/annotations.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/clean.hpp"
#include "codegen/ir/context.hpp"
#include "codegen/ir/device_globals.hpp"
#include "codegen/ir/externals.hpp"
#include "codegen/ir/extract.hpp"
#include "codegen/ir/index_checks.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/prepare.hpp"
#include "codegen/ir/specialization_constants.hpp"
#include "support/error.hpp"
#include "support/side_by_side.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr const char *capture_pipeline =
    "globaldce,cgscc(inline<only-mandatory>,function(sroa,early-cse,instcombine<no-verify-fixpoint>)),globaldce";

/// Reads form, dimensions and the user's name out of a symbol; false for symbols of another kind.
bool read_symbol(StringRef symbol, KernelInfo &kernel) {
  const std::string text = demangle(symbol.str());
  StringRef rest(text);
  rest.consume_front("typeinfo name for ");
  if (rest.consume_front("sycl::_V1::detail::range_kernel<"))
    kernel.form = LaunchForm::range;
  else if (rest.consume_front("sycl::_V1::detail::nd_range_kernel<"))
    kernel.form = LaunchForm::nd_range;
  else
    return false;
  unsigned dims = 0;
  if (rest.consumeInteger(10, dims) || dims < 1 || dims > 3 || !rest.consume_front(", ") || !rest.consume_back(">"))
    return false;
  kernel.name = symbol.str();
  kernel.pretty = rest.str();
  kernel.dims = static_cast<std::uint8_t>(dims);
  return true;
}

void read_arguments(const Function &function, KernelInfo &kernel) {
  const Argument *argument = function.arg_size() == 1 ? function.getArg(0) : nullptr;
  if (argument == nullptr || !argument->hasByValAttr())
    throw Error(Errc::build, "kernel {}: its captures are not one block of bytes; capture trivially copyable values",
                kernel.pretty);
  const DataLayout &layout = function.getDataLayout();
  kernel.args_size = static_cast<std::uint32_t>(layout.getTypeAllocSize(argument->getParamByValType()));
  kernel.args_align = static_cast<std::uint32_t>(
      argument->getParamAlign().value_or(layout.getABITypeAlign(argument->getParamByValType())).value());
}

/// What the kernel reads at fixed places of its captures: the extents of a range apart, whose guard is folded.
template <class Wanted>
std::set<IntField> fields_of(const Function &function, const KernelInfo &kernel, Wanted wanted) {
  const unsigned first = kernel.form == LaunchForm::range ? 8u * kernel.dims : 0u;
  const DataLayout &layout = function.getDataLayout();
  std::set<IntField> fields;
  for (const Instruction &instruction : instructions(function)) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || !wanted(*load->getType()))
      continue;
    APInt offset(64, 0);
    const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    const auto width = static_cast<std::uint32_t>(layout.getTypeStoreSize(load->getType()));
    if (base == function.getArg(0) && offset.uge(first) && offset.getZExtValue() + width <= kernel.args_size)
      fields.insert({static_cast<std::uint32_t>(offset.getZExtValue()), width});
  }
  return fields;
}

std::vector<IntField> bakeable_of(const Function &function, const KernelInfo &kernel) {
  const auto fields =
      fields_of(function, kernel, [](const Type &type) { return type.isIntegerTy(32) || type.isIntegerTy(64); });
  return {fields.begin(), fields.end()};
}

std::uint64_t pointer_words_of(const Function &function, const KernelInfo &kernel) {
  std::uint64_t words = 0;
  for (const IntField &field : fields_of(function, kernel, [](const Type &type) { return type.isPointerTy(); }))
    if (field.offset % 8 == 0 && field.offset < 64 * 8)
      words |= std::uint64_t(1) << (field.offset / 8);
  return words;
}

/// What SYCL lets a device lack though programs just use it (SYCL 2020, 5.7): wide and narrow floats, wide atomics.
void read_features(const Function &function, std::set<Aspect> &aspects) {
  const auto note = [&](const Type *type) {
    if (type->isDoubleTy())
      aspects.insert(Aspect::fp64);
    else if (type->isHalfTy())
      aspects.insert(Aspect::fp16);
  };
  for (const Instruction &instruction : instructions(function)) {
    note(instruction.getType()->getScalarType());
    for (const Use &operand : instruction.operands())
      note(operand->getType()->getScalarType());
    if (const BuiltinInfo &builtin = builtin_of(instruction); builtin.is_atomic() && builtin.type.ends_with("64"))
      aspects.insert(Aspect::atomic64);
  }
}

std::set<std::string> internal_variables(const Module &module) {
  std::set<std::string> names;
  for (const GlobalVariable &global : module.globals())
    if (global.hasLocalLinkage())
      names.insert(global.getName().str());
  return names;
}

/// What is linked later is known by its names until then, and lines are told of code as it was written.
bool may_be_prepared(const Module &module, const KernelInfo &kernel) {
  return kernel.imports.empty() && module.getNamedMetadata("llvm.dbg.cu") == nullptr;
}

/// Whether there is nothing to find fault with, though little was optimised: so it is with most kernels.
bool is_plain(const Function &function, const KernelInfo &kernel) {
  const auto wants_a_look = [&](const Instruction &instruction) {
    const BuiltinInfo &builtin = builtin_of(instruction);
    return builtin == Builtin::group_variable ||
           (kernel.form == LaunchForm::range && builtin.effect == Effect::convergent);
  };
  if (any_of(instructions(function), wants_a_look))
    return false;
  try {
    require_supported(function, kernel.pretty, kernel.imports, Libdevice::to_be_linked);
    return true;
  } catch (const Error &) {
    return false;
  }
}

/// What was found out about a kernel.
struct Body {
  std::optional<Bytes> prepared;
  bool is_plain = false;
};

/// Gives the bitcode of the kernel alone, prepared, where it may be. A kernel that no device can run is left as it is;
/// finalizing it says why.
Body read_body(std::span<const std::byte> bitcode, KernelInfo &kernel) {
  Body body;
  try {
    Context context(kernel.pretty);
    const auto module = extract_kernel(*context, bitcode, kernel.name);
    kernel.imports = imports_of(*module);
    kernel.constants = specialization_constants(*module);
    Function &function = *module->getFunction(kernel.name);
    const std::set<std::string> internal = internal_variables(*module);
    const bool keeps = may_be_prepared(*module, kernel);
    prepare(*module, function); // loops of the headers hide what they read
    if (keeps)
      body.prepared = written(*module);
    drop_index_checks(*module);
    clean(*module, function);
    const std::vector<std::string> globals = lower_device_globals(*module, function);
    for (const std::string &symbol : globals)
      kernel.constants.push_back(constant_of({symbol, internal.contains(symbol)}));
    if (!globals.empty())
      read_arguments(function, kernel);
    Passes(Divergence::spmd).run_inlining(function, capture_pipeline);
    kernel.bakeable = bakeable_of(function, kernel);
    kernel.pointer_words = pointer_words_of(function, kernel);
    kernel.loops_alone = !LoopInfo(DominatorTree(function)).empty();
    for (const Instruction &instruction : instructions(function)) {
      const BuiltinInfo &builtin = builtin_of(instruction);
      kernel.loops_alone &= !concerns_others(instruction);
      kernel.takes_scratch |= builtin == Builtin::scratch_memory;
      kernel.uses_sub_groups |= builtin.is_of_sub_group() || builtin.reduces();
    }
    std::set<Aspect> aspects(kernel.aspects.begin(), kernel.aspects.end());
    read_features(function, aspects);
    kernel.aspects.assign(aspects.begin(), aspects.end());
    body.is_plain = is_plain(function, kernel);
  } catch (const Error &) {
    kernel.bakeable.clear();
  }
  return body;
}

/// Kernels that are read one after the other.
struct Part {
  Bytes bitcode;
  std::span<KernelInfo> kernels;
  std::vector<Body> bodies;

  void read_bodies() {
    for (KernelInfo &kernel : kernels)
      bodies.push_back(read_body(bitcode, kernel));
  }
};
} // namespace

std::vector<KernelInfo> kernels_of(std::span<const std::byte> bitcode) {
  Context context("module");
  const StringRef bytes(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto module = getLazyBitcodeModule(MemoryBufferRef(bytes, "device code"), *context);
  if (!module)
    throw Error(Errc::build, "device code: {}; compile it with clang-22", toString(module.takeError()));
  const bool annotated = has_annotations(**module);
  if (annotated)
    if (auto error = (*module)->materializeAll())
      throw Error(Errc::build, "device code: {}; compile it with clang-22", toString(std::move(error)));
  std::vector<KernelInfo> kernels;
  for (const Function &function : **module) {
    KernelInfo kernel;
    if (function.isDeclaration() || function.getCallingConv() != CallingConv::SPIR_KERNEL ||
        !read_symbol(function.getName(), kernel))
      continue;
    read_arguments(function, kernel);
    if (annotated)
      read_requirements(**module, kernel);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::shared_ptr<const KernelModule> read_module(Bytes bitcode, std::vector<KernelInfo> *doubtful) {
  std::vector<KernelInfo> kernels = kernels_of(bitcode);
  std::vector<KernelModule::MakeBitcode> pieces;
  const auto add_piece = [&](Bytes bytes) {
    pieces.emplace_back([bytes = std::move(bytes)] { return bytes; });
    return static_cast<std::uint32_t>(pieces.size() - 1);
  };
  std::vector<Part> parts;
  for_each_piece(bitcode, kernels, [&](std::span<const std::byte> piece, std::span<KernelInfo> some) {
    parts.push_back({{piece.begin(), piece.end()}, some, {}});
  });
  side_by_side(parts.size(), [&](std::size_t i) { parts[i].read_bodies(); });
  for (Part &part : parts) {
    std::optional<std::uint32_t> together; // what was not prepared
    for (std::size_t i = 0; i < part.kernels.size(); ++i) {
      auto &[prepared, is_plain] = part.bodies[i];
      if (!prepared && !together)
        together = add_piece(std::move(part.bitcode));
      part.kernels[i].piece = prepared ? add_piece(std::move(*prepared)) : *together;
      if (!is_plain && doubtful != nullptr)
        doubtful->push_back(part.kernels[i]);
    }
  }
  const Hash hash = hash_bytes(bitcode);
  Exports exports{exported_functions(bitcode), {}, {}};
  if (!exports.functions.empty()) {
    Bytes defined = extract_functions(bitcode, exports.functions);
    read_needs(defined, exports);
    add_piece(std::move(defined));
  }
  return std::make_shared<const KernelModule>(hash, std::move(pieces), std::move(kernels), std::move(exports));
}

} // namespace weft::codegen::ir
