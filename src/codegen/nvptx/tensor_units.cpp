// Functions of include/sycl/ext/oneapi/matrix/fragments.hpp, on GPUs that have tensor units for them.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned least_capability = 80;

struct Product {
  const char *symbol;
  Intrinsic::ID intrinsic;
  std::array<unsigned, 3> words; ///< of the left and right factor, and of the sum
};
constexpr Product products[] = {
    {"weft_multiply_f16", Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32, {4, 2, 4}},
    {"weft_multiply_bf16", Intrinsic::nvvm_mma_m16n8k16_row_col_bf16, {4, 2, 4}},
    {"weft_multiply_tf32", Intrinsic::nvvm_mma_m16n8k8_row_col_tf32, {4, 2, 4}},
    {"weft_multiply_s8_s8", Intrinsic::nvvm_mma_m16n8k16_row_col_s8, {2, 1, 4}},
    {"weft_multiply_s8_u8", Intrinsic::nvvm_mma_m16n8k16_row_col_s8_u8, {2, 1, 4}},
    {"weft_multiply_u8_s8", Intrinsic::nvvm_mma_m16n8k16_row_col_u8_s8, {2, 1, 4}},
    {"weft_multiply_u8_u8", Intrinsic::nvvm_mma_m16n8k16_row_col_u8, {2, 1, 4}},
    {"weft_multiply_f64", Intrinsic::nvvm_mma_m8n8k4_row_col_f64, {1, 1, 2}},
};

/// An empty body of the function, to be written.
BasicBlock *begin(Function &function) {
  const auto linkage = function.getLinkage();
  function.deleteBody();
  function.setLinkage(linkage);
  function.removeFnAttr(Attribute::OptimizeNone);
  function.removeFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::AlwaysInline);
  return BasicBlock::Create(function.getContext(), "", &function);
}

Function *defined(Module &module, StringRef name) {
  Function *function = module.getFunction(name);
  return function != nullptr && !function->isDeclaration() ? function : nullptr;
}

/// *d = a * b + *c; the intrinsic takes the words of a, b and c one by one and gives those of d.
void write(Function &function, const Product &product) {
  IRBuilder<> ir(begin(function));
  FunctionType *type = Intrinsic::getType(function.getContext(), product.intrinsic);
  SmallVector<Value *> words;
  for (unsigned operand = 0; operand < 3; ++operand)
    for (unsigned word = 0; word < product.words[operand]; ++word) {
      Type *of_word = type->getParamType(words.size());
      Value *address = ir.CreateConstGEP1_32(of_word, function.getArg(operand + 1), word);
      words.push_back(ir.CreateLoad(of_word, address));
    }
  CallInst *results = ir.CreateIntrinsic(product.intrinsic, words);
  results->setConvergent();
  for (unsigned word = 0; word < product.words[2]; ++word) {
    Value *result = ir.CreateExtractValue(results, word);
    ir.CreateStore(result, ir.CreateConstGEP1_32(result->getType(), function.getArg(0), word));
  }
  ir.CreateRetVoid();
}

/// A block of 8 x 8 pairs' halves with rows for columns.
void write_transposition(Function &function) {
  IRBuilder<> ir(begin(function));
  auto *type = FunctionType::get(ir.getInt32Ty(), {ir.getInt32Ty()}, false);
  auto *transpose = InlineAsm::get(type, "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r", true);
  CallInst *result = ir.CreateCall(type, transpose, {function.getArg(0)});
  result->setConvergent();
  ir.CreateRet(result);
}

} // namespace

void use_tensor_units(Module &module, StringRef cpu) {
  Function *has = defined(module, "weft_has_tensor_units");
  if (has == nullptr || capability_of(cpu) < least_capability)
    return;
  IRBuilder<> ir(begin(*has));
  ir.CreateRet(ConstantInt::getTrue(has->getReturnType()));
  if (Function *transpose = defined(module, "weft_transpose_block"))
    write_transposition(*transpose);
  for (const Product &product : products)
    if (Function *function = defined(module, product.symbol))
      write(*function, product);
}

} // namespace weft::codegen::nvptx
