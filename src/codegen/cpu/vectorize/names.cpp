// Calls by the names of what they call.
#include "codegen/cpu/vectorize/names.hpp"

#include <llvm/IR/Instructions.h>

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
Function *pure(Module &module, StringRef name, unsigned result_bits, unsigned operand_bits) {
  LLVMContext &context = module.getContext();
  auto callee =
      module.getOrInsertFunction(name, Type::getIntNTy(context, result_bits), Type::getIntNTy(context, operand_bits));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  return function;
}
} // namespace

const CallInst *call_of(const Value &value, StringRef prefix) {
  const auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(prefix) ? call : nullptr;
}

CallInst *call_of(Value &value, StringRef prefix) {
  return const_cast<CallInst *>(call_of(std::as_const(value), prefix));
}

unsigned slot_of(const CallInst &call) {
  return cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
}

Function *lanes_all(Module &module) {
  return pure(module, lanes_all_name, 1, 1);
}

Function *lanes_steady(Module &module, unsigned bits, bool is_signed) {
  return pure(module, (lanes_steady_name + (is_signed ? ".i" : ".u") + Twine(bits)).str(), 1, bits);
}

bool is_of_signed(const CallBase &steady) {
  return steady.getCalledFunction()->getName().contains(".i");
}

Function *lanes_extend(Module &module) {
  return pure(module, lanes_extend_name, 64, 64);
}

Function *lanes_meet(Module &module) {
  auto callee = module.getOrInsertFunction(lanes_meet_name, Type::getVoidTy(module.getContext()));
  auto *function = cast<Function>(callee.getCallee());
  function->setConvergent();
  function->setDoesNotThrow();
  return function;
}

namespace spmd {

bool has_own_lowering(const CallBase &call) {
  const ir::BuiltinInfo &builtin = ir::builtin_of(call);
  return builtin == ir::Builtin::barrier || builtin.is_of_sub_group() || call_of(call, "weft.lanes.") ||
         call_of(call, group_prefix) || call_of(call, lanewise_prefix);
}

namespace {
Shape extension_of_steady(const CallBase &call, const std::function<Shape(const Value *)> &shape) {
  const auto *extension = dyn_cast<Instruction>(call.getArgOperand(0));
  if (extension == nullptr)
    return shape(call.getArgOperand(0));
  const Shape narrow = shape(extension->getOperand(0));
  if (!narrow.is_linear())
    return narrow;
  if (!narrow.stride)
    return Shape::varying();
  if (!extension->isShift())
    return Shape::linear(static_cast<std::int32_t>(*narrow.stride));
  return Shape::linear(*narrow.stride >> cast<ConstantInt>(extension->getOperand(1))->getZExtValue());
}
} // namespace

std::optional<Shape> shape_by_name(const CallBase &call, const std::function<Shape(const Value *)> &shape) {
  if (!has_own_lowering(call))
    return std::nullopt;
  const auto if_uniform = [](Shape of) { return of.is_linear() ? Shape::varying() : of; };
  const ir::Alike alike = ir::builtin_of(call).alike;
  if (alike == ir::Alike::next)
    return Shape::neighbours(); // from 0 on
  if (alike == ir::Alike::chosen)
    return if_uniform(shape(call.getArgOperand(call.arg_size() - 1)));
  if (call_of(call, lanes_extend_name))
    return extension_of_steady(call, shape);
  if (call_of(call, lanewise_prefix))
    return all_of(call.args(), [&](const Use &argument) { return shape(argument).is_uniform(); }) ? Shape::uniform()
                                                                                                  : Shape::varying();
  return Shape::uniform();
}

} // namespace spmd

} // namespace weft::codegen::cpu
