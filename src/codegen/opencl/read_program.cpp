// Each kernel becomes an ordinary function, and gets an entry for each form and number of dimensions of a launch, which
// reads the arguments out of one block of bytes (codegen/kernel_module.hpp).
#include "codegen/opencl/read_program.hpp"

#include <set>

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/clean.hpp"
#include "codegen/ir/context.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/opencl/builtins.hpp"
#include "codegen/opencl/flatten.hpp"
#include "support/error.hpp"

namespace weft::codegen::opencl {

using namespace llvm;

namespace {

constexpr const char *inline_pipeline = "always-inline,globaldce";
constexpr const char *clean_pipeline = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";
constexpr unsigned local_space = 3;

/// Operand `i` of a kernel's metadata of that kind, or "".
StringRef text_of(const Function &function, const char *kind, unsigned i) {
  const MDNode *node = function.getMetadata(kind);
  const auto *text = node != nullptr && i < node->getNumOperands() ? dyn_cast<MDString>(node->getOperand(i)) : nullptr;
  return text != nullptr ? text->getString() : StringRef();
}

std::uint64_t number_of(const Function &function, const char *kind, unsigned i) {
  const MDNode *node = function.getMetadata(kind);
  const auto *value =
      node != nullptr && i < node->getNumOperands() ? mdconst::dyn_extract<ConstantInt>(node->getOperand(i)) : nullptr;
  return value != nullptr ? value->getZExtValue() : 0;
}

class Reading {
public:
  explicit Reading(Bytes bitcode) : context_("OpenCL program"), bitcode_(std::move(bitcode)) {}

  std::shared_ptr<const Program> run() {
    load();
    std::vector<Function *> kernels;
    for (Function &function : *module_)
      if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
        kernels.push_back(&function);
    if (kernels.empty())
      throw Error(Errc::build, "OpenCL program: it has no kernel; mark one with __kernel");
    for (Function *kernel : kernels)
      read_parameters(*kernel);
    define_builtins(*module_);
    make_plain();
    ir::Passes passes(ir::Divergence::spmd);
    passes.run(*module_, inline_pipeline);
    for (std::size_t i = 0; i < kernels.size(); ++i)
      place_local_variables(*kernels[i], program_->kernels[i]);
    passes.run(*module_, clean_pipeline);
    for (std::size_t i = 0; i < kernels.size(); ++i)
      finish(*kernels[i], program_->kernels[i]);
    if (std::string problem; broken(problem))
      WEFT_CHECK(false, "OpenCL program: {}", problem);
    program_->module = std::make_shared<const KernelModule>(written(), std::move(infos_));
    return std::move(program_);
  }

private:
  void load() {
    const StringRef bytes(reinterpret_cast<const char *>(bitcode_.data()), bitcode_.size());
    auto module = parseBitcodeFile(MemoryBufferRef(bytes, "OpenCL program"), *context_);
    if (!module)
      throw Error(Errc::build, "OpenCL program: {}", toString(module.takeError()));
    local_variables_ = local_variables(**module);
    module_ = flatten(**module);
  }

  void read_parameters(const Function &function) {
    Kernel kernel;
    kernel.name = function.getName().str();
    const DataLayout &layout = module_->getDataLayout();
    for (const Argument &argument : function.args()) {
      const unsigned i = argument.getArgNo();
      Parameter p;
      p.name = text_of(function, "kernel_arg_name", i).str();
      p.type = text_of(function, "kernel_arg_type", i).str();
      if (StringRef(p.type).contains("image") || StringRef(p.type).contains("sampler"))
        throw Error(Errc::build, "kernel {}: parameter {} is of type {}; Weft has no images: use buffers", kernel.name,
                    i, p.type);
      Type *type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
      if (type->isPointerTy())
        p.kind = number_of(function, "kernel_arg_addr_space", i) == local_space ? ParameterKind::local
                                                                                : ParameterKind::pointer;
      else if (type->isIntegerTy())
        p.kind = ParameterKind::integer;
      else if (type->isFloatingPointTy())
        p.kind = ParameterKind::floating;
      p.size = static_cast<std::uint32_t>(layout.getTypeAllocSize(type));
      p.align = static_cast<std::uint32_t>(layout.getABITypeAlign(type).value());
      kernel.parameters.push_back(std::move(p));
    }
    program_->kernels.push_back(std::move(kernel));
  }

  /// What clang says of OpenCL functions that kernel modules do not: calling conventions, and who sees them.
  void make_plain() {
    for (Function &function : *module_) {
      function.setCallingConv(CallingConv::C);
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::OptimizeNone);
      if (function.isDeclaration())
        continue;
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallBase>(&instruction)) {
          call->setCallingConv(CallingConv::C);
          call->removeFnAttr(Attribute::NoInline);
        }
      const bool kernel = is_kernel(function.getName());
      function.setDSOLocal(false);
      function.setLinkage(kernel ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
      if (!kernel)
        function.addFnAttr(Attribute::AlwaysInline);
    }
  }

  bool is_kernel(StringRef name) const {
    return std::ranges::any_of(program_->kernels, [&](const Kernel &k) { return name == k.name; });
  }

  /// A variable in local memory is memory of the group, asked for where the kernel begins.
  void place_local_variables(Function &kernel, Kernel &info) {
    std::vector<GlobalVariable *> variables;
    std::vector<Constant *> constants;
    for (GlobalVariable &global : module_->globals())
      if (local_variables_.contains(global.getName().str())) {
        variables.push_back(&global);
        constants.push_back(&global);
      }
    convertUsersOfConstantsToInstructions(constants, &kernel);
    IRBuilder<> ir(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (GlobalVariable *variable : variables) {
      const auto here = [&](const Use &use) {
        const auto *user = dyn_cast<Instruction>(use.getUser());
        return user != nullptr && user->getFunction() == &kernel;
      };
      if (std::ranges::none_of(variable->uses(), here))
        continue;
      const DataLayout &layout = module_->getDataLayout();
      const auto bytes = static_cast<unsigned>(layout.getTypeAllocSize(variable->getValueType()));
      const auto alignment = static_cast<unsigned>(
          std::max(variable->getAlign().valueOrOne(), layout.getABITypeAlign(variable->getValueType())).value());
      CallInst *memory = ir::call_builtin(ir, ir::Builtin::group_memory, {ir.getInt32(bytes), ir.getInt32(alignment)});
      variable->replaceUsesWithIf(memory, [&](const Use &use) { return here(use); });
      info.static_local += bytes;
    }
  }

  void finish(Function &kernel, Kernel &info) {
    for (const Instruction &instruction : instructions(kernel))
      if (const auto *call = dyn_cast<CallBase>(&instruction); call != nullptr && call->getCalledFunction() != nullptr)
        info.meets = info.meets || ir::builtin_of(*call).effect == ir::Effect::convergent;
    for (const Parameter &p : info.parameters)
      info.meets = info.meets || p.kind == ParameterKind::local;
    kernel.setName("weft_opencl_" + info.name);
    for (const LaunchForm form : {LaunchForm::range, LaunchForm::nd_range})
      for (int dims = 1; dims <= 3; ++dims)
        make_entry(kernel, info, form, dims);
    kernel.setLinkage(GlobalValue::InternalLinkage);
    kernel.addFnAttr(Attribute::AlwaysInline);
    for (const char *kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                             "kernel_arg_base_type", "kernel_arg_type_qual", "kernel_arg_name"})
      kernel.setMetadata(kind, nullptr);
  }

  void make_entry(Function &kernel, const Kernel &info, LaunchForm form, int dims) {
    KernelInfo k;
    k.name = entry_symbol(info.name, form, dims);
    k.pretty = info.name;
    k.form = form;
    k.dims = static_cast<std::uint8_t>(dims);
    const std::uint32_t first = form == LaunchForm::range ? 8u * static_cast<unsigned>(dims) : 0;
    std::vector<std::uint32_t> places;
    k.pointer_words = 0;
    k.args_size = lay_out(info, first, [&](const Parameter &p, std::uint32_t at) {
      places.push_back(at);
      k.args_align = std::max(k.args_align, p.align);
      if (p.kind == ParameterKind::integer && (p.size == 4 || p.size == 8))
        k.bakeable.push_back({at, p.size});
      if (p.kind == ParameterKind::pointer && at % 8 == 0 && at < 64 * 8)
        k.pointer_words |= std::uint64_t(1) << (at / 8);
    });
    require_group(kernel, k);
    write_entry(kernel, info, k, places);
    infos_.push_back(std::move(k));
  }

  static void require_group(const Function &kernel, KernelInfo &k) {
    if (k.form != LaunchForm::nd_range || kernel.getMetadata("reqd_work_group_size") == nullptr)
      return;
    for (unsigned d = 0; d < k.dims; ++d)
      k.local[d] = static_cast<std::uint32_t>(number_of(kernel, "reqd_work_group_size", d));
  }

  void write_entry(Function &kernel, const Kernel &info, const KernelInfo &k,
                   const std::vector<std::uint32_t> &places) {
    LLVMContext &context = *context_;
    Type *pointer = PointerType::get(context, 0);
    auto *entry = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer}, false),
                                   GlobalValue::ExternalLinkage, k.name, *module_);
    entry->setCallingConv(CallingConv::SPIR_KERNEL);
    entry->setDoesNotThrow();
    entry->addParamAttr(0, Attribute::getWithByValType(context, ArrayType::get(Type::getInt8Ty(context), k.args_size)));
    entry->addParamAttr(0, Attribute::getWithAlignment(context, Align(k.args_align)));
    IRBuilder<> ir(BasicBlock::Create(context, "entry", entry));
    if (k.form == LaunchForm::range)
      leave_rest(*entry, ir, k.dims);
    const auto at = [&](std::uint32_t offset) {
      return ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), entry->getArg(0), offset);
    };
    std::vector<Value *> arguments;
    for (Argument &argument : kernel.args()) {
      const Parameter &p = info.parameters[argument.getArgNo()];
      Value *address = at(places[argument.getArgNo()]);
      if (argument.hasByValAttr()) {
        arguments.push_back(address);
        continue;
      }
      if (p.kind == ParameterKind::local) {
        Value *offset = ir.CreateAlignedLoad(ir.getInt64Ty(), address, Align(p.align));
        arguments.push_back(
            ir.CreateInBoundsGEP(ir.getInt8Ty(), ir::call_builtin(ir, ir::Builtin::local_mem, {}), offset));
        continue;
      }
      arguments.push_back(ir.CreateAlignedLoad(argument.getType(), address, Align(p.align)));
    }
    CallInst *call = ir.CreateCall(&body_for(kernel, k.dims), arguments);
    for (Argument &argument : kernel.args())
      if (argument.hasByValAttr())
        call->addParamAttr(argument.getArgNo(), Attribute::getWithByValType(context, argument.getParamByValType()));
    ir.CreateRetVoid();
  }

  /// The kernel, or a copy of it where it asks for the number of dimensions.
  Function &body_for(Function &kernel, unsigned dims) {
    Function *query = module_->getFunction("_Z12get_work_dimv");
    const auto asks = [&](const Function &function) {
      return query != nullptr && std::ranges::any_of(query->users(), [&](const User *user) {
               return cast<Instruction>(user)->getFunction() == &function;
             });
    };
    if (!asks(kernel))
      return kernel;
    ValueToValueMapTy map;
    Function *copy = CloneFunction(&kernel, map);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->addFnAttr(Attribute::AlwaysInline);
    for (User *user : make_early_inc_range(query->users()))
      if (auto *call = cast<Instruction>(user); call->getFunction() == copy) {
        call->replaceAllUsesWith(ConstantInt::get(call->getType(), dims));
        call->eraseFromParent();
      }
    return *copy;
  }

  /// Work-items that a device started to fill a group return.
  void leave_rest(Function &entry, IRBuilder<> &ir, int dims) {
    for (int d = 0; d < dims; ++d) {
      Value *extent = ir.CreateAlignedLoad(
          ir.getInt64Ty(), ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), entry.getArg(0), 8 * d), Align(8));
      Value *inside = ir::call_builtin(ir, ir::Builtin::in_range, {ir.getInt32(static_cast<unsigned>(d)), extent});
      auto *leaves = BasicBlock::Create(*context_, "rest", &entry),
           *stays = BasicBlock::Create(*context_, "in", &entry);
      ir.CreateCondBr(inside, stays, leaves);
      ir.SetInsertPoint(leaves);
      ir.CreateRetVoid();
      ir.SetInsertPoint(stays);
    }
  }

  bool broken(std::string &problem) const {
    raw_string_ostream stream(problem);
    return verifyModule(*module_, &stream);
  }

  Bytes written() const {
    SmallVector<char, 0> bytes;
    raw_svector_ostream stream(bytes);
    WriteBitcodeToFile(*module_, stream);
    const auto *data = reinterpret_cast<const std::byte *>(bytes.data());
    return {data, data + bytes.size()};
  }

  ir::Context context_;
  Bytes bitcode_;
  std::set<std::string> local_variables_;
  std::unique_ptr<Module> module_;
  std::shared_ptr<Program> program_ = std::make_shared<Program>();
  std::vector<KernelInfo> infos_;
};

} // namespace

std::shared_ptr<const Program> read_program(Bytes bitcode) {
  return Reading(std::move(bitcode)).run();
}

} // namespace weft::codegen::opencl
