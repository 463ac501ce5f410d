// printf, puts and assertions, as OpenCL's printf, which takes literal formats and texts alone.
#include <optional>
#include <string>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/failures.hpp"
#include "codegen/ir/fatal_calls.hpp"
#include "codegen/spirv/retarget.hpp"
#include "support/error.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

constexpr unsigned space_constant = 2;

std::optional<std::string> literal(const Value &pointer) {
  StringRef text;
  return getConstantStringInfo(&pointer, text) ? std::optional(text.str()) : std::nullopt;
}

Constant *constant_text(Module &module, StringRef text) {
  Constant *bytes = ConstantDataArray::getString(module.getContext(), text);
  auto *variable = new GlobalVariable(module, bytes->getType(), true, GlobalValue::InternalLinkage, bytes, "text",
                                      nullptr, GlobalValue::NotThreadLocal, space_constant);
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(Align(1));
  return variable;
}

/// long has 64 bits in OpenCL C, which knows no other names of such numbers (specification of OpenCL C, 6.15.14).
std::string as_opencl(StringRef format) {
  std::string made;
  while (!format.empty()) {
    const std::size_t percent = format.find('%');
    made += format.substr(0, percent).str();
    if (percent == StringRef::npos)
      break;
    format = format.drop_front(percent + 1);
    const StringRef flags = format.take_while([](char c) { return isDigit(c) || StringRef("-+ #.*").contains(c); });
    format = format.drop_front(flags.size());
    const StringRef size = format.take_while([](char c) { return StringRef("hljztL").contains(c); });
    format = format.drop_front(size.size());
    made += "%" + flags.str() + (size.starts_with("h") ? size.str() : size.empty() || size == "L" ? "" : "l");
    made += format.take_front().str();
    format = format.drop_front(format.empty() ? 0 : 1);
  }
  return made;
}

Value *print(IRBuilder<> &ir, StringRef format, ArrayRef<Value *> values) {
  Module &module = *ir.GetInsertBlock()->getModule();
  SmallVector<Value *> arguments{constant_text(module, as_opencl(format))};
  for (Value *value : values) {
    const auto text = value->getType()->isPointerTy() ? literal(*value) : std::nullopt;
    arguments.push_back(text                            ? constant_text(module, *text)
                        : value->getType()->isFloatTy() ? ir.CreateFPExt(value, ir.getDoubleTy())
                                                        : value);
  }
  auto *type = FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(space_constant)}, true);
  return ir.CreateCall(module.getOrInsertFunction("_Z18__spirv_ocl_printfPU3AS2Kcz", type), arguments);
}

void replace(CallBase &call, Value *by) {
  call.replaceAllUsesWith(by);
  call.eraseFromParent();
}

} // namespace

void print_by_device(Module &module, StringRef kernel) {
  ir::for_calls_of(module, "printf", [&](CallBase &call) {
    const auto format = literal(*call.getArgOperand(0));
    if (!format)
      throw weft::Error(Errc::build, "kernel {}: printf with a format that is no literal, which OpenCL devices want",
                        kernel.str());
    IRBuilder<> ir(&call);
    replace(call, print(ir, *format, SmallVector<Value *>(drop_begin(call.args()))));
  });
  ir::for_calls_of(module, "puts", [](CallBase &call) {
    IRBuilder<> ir(&call);
    replace(call, print(ir, "%s\n", {call.getArgOperand(0)}));
  });
  ir::for_calls_of(module, "putchar", [](CallBase &call) {
    IRBuilder<> ir(&call);
    replace(call, print(ir, "%c", {call.getArgOperand(0)}));
  });
}

void print_failed_assertions(Module &module) {
  ir::for_calls_of(module, "__assert_fail", [](CallBase &call) {
    IRBuilder<> ir(&call);
    const auto text = [&](unsigned argument) {
      return ir::doubled_percents(literal(*call.getArgOperand(argument)).value_or("?"));
    };
    print(ir, text(1) + ":%u: " + text(3) + ": Assertion `" + text(0) + "' failed.\n", {call.getArgOperand(2)});
    ir::trap_at(call);
  });
}

} // namespace weft::codegen::spirv
