#include "codegen/ir/failures.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/place.hpp"

namespace weft::codegen::ir {

using namespace llvm;

std::string doubled_percents(StringRef text) {
  std::string format;
  for (const char c : text)
    format.append(c == '%' ? 2 : 1, c);
  return format;
}

void fail_assertion(Instruction &before, const Failure &failure, Output output, ArrayRef<Value *> values) {
  IRBuilder<> ir(&before);
  Module &module = *before.getModule();
  const StringRef kernel = module.getModuleIdentifier();
  const std::string format =
      doubled_percents(place_of(before) + "kernel " + kernel.str()) + ": " + failure.message + "\n";
  const bool prints = output == Output::printf;
  SmallVector<Type *, 2> types{ir.getPtrTy()};
  SmallVector<Value *, 4> arguments{ir.CreateGlobalString(format)};
  if (!prints) {
    types.insert(types.begin(), ir.getInt32Ty());
    arguments.insert(arguments.begin(), ir.getInt32(2));
  }
  append_range(arguments, values);
  auto *type = FunctionType::get(ir.getInt32Ty(), types, true);
  ir.CreateCall(module.getOrInsertFunction(prints ? "printf" : "dprintf", type), arguments);
  Type *pointer = ir.getPtrTy();
  const FunctionCallee failed =
      module.getOrInsertFunction("__assert_fail", ir.getVoidTy(), pointer, pointer, ir.getInt32Ty(), pointer);
  ir.CreateCall(failed, {ir.CreateGlobalString(failure.assertion), ir.CreateGlobalString(failure.of), ir.getInt32(0),
                         ir.CreateGlobalString(kernel)});
}

} // namespace weft::codegen::ir
