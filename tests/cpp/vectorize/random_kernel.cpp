// A random program as an SPMD function whose memories and ids are arguments, with rows of neighbouring elements and
// atomics.
#include "random_kernel.hpp"

#include "random_program.hpp"

#include <llvm/IR/Module.h>

namespace weft::test {

using namespace llvm;

namespace {

enum { arg_ints, arg_longs, arg_floats, arg_records, arg_row, arg_counts, arg_n, arg_uniform, arg_id };

class Generator : RandomProgram {
public:
  Generator(Module &module, std::uint64_t seed) : RandomProgram(module, seed, {}) {}

  Function *run() {
    create_function();
    create_locals();
    statements(3 + pick(5), 3);
    store_locals();
    builder_.CreateBr(exit_);
    builder_.SetInsertPoint(exit_);
    builder_.CreateRetVoid();
    return function_;
  }

private:
  Value *arg(unsigned i) { return function_->getArg(i); }

  void create_function() {
    Type *pointer = builder_.getPtrTy();
    Type *parameters[] = {pointer, pointer, pointer, pointer, pointer, pointer, i64(), i32(), i64()};
    function_ = Function::Create(FunctionType::get(builder_.getVoidTy(), parameters, false), Function::ExternalLinkage,
                                 "kernel", module_);
    AttrBuilder varying(module_.getContext());
    varying.addAttribute("weft-varying");
    if (chance(70))
      varying.addRangeAttr(ConstantRange(APInt(64, 0), APInt(64, table_size / 4)));
    function_->addParamAttrs(arg_id, varying);
    for (unsigned i : {arg_records, arg_row, arg_counts})
      function_->addParamAttr(i, Attribute::NoAlias);
    builder_.SetInsertPoint(block("entry"));
    exit_ = block("exit");
    ints_ = arg(arg_ints);
    longs_ = arg(arg_longs);
    floats_ = arg(arg_floats);
    table_size_ = table_size;
    id_ = arg(arg_id);
    uniform_ = arg(arg_uniform);
    Value *start = builder_.CreateMul(id_, builder_.getInt64(record_bytes));
    own_record_ = place(builder_.getInt8Ty(), arg(arg_records), start);
  }

  void other_effect() override {
    if (chance(50))
      store_row();
    else
      count();
  }

  void store_row() {
    Type *type = chance(50) ? i32() : builder_.getFloatTy();
    Value *value = canonical(expression(type, 2));
    Value *index = id_;
    if (chance(30))
      index = builder_.CreateAdd(builder_.CreateSub(arg(arg_n), index),
                                 builder_.CreateSub(arg(arg_n), builder_.getInt64(1)));
    builder_.CreateStore(value, place(type, arg(arg_row), index));
  }

  void count() {
    Value *index =
        builder_.CreateZExt(builder_.CreateAnd(chance(50) ? uniform_ : expression(i32(), 1), counters - 1), i64());
    builder_.CreateAtomicRMW(AtomicRMWInst::Add, place(i32(), arg(arg_counts), index), expression(i32(), 1), Align(4),
                             AtomicOrdering::Monotonic, chance(50) ? SyncScope::SingleThread : SyncScope::System);
  }
};

} // namespace

Function *random_kernel(Module &module, std::uint64_t seed) {
  return Generator(module, seed).run();
}

} // namespace weft::test
